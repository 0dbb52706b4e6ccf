import { createHash } from 'node:crypto'
import { confirmTokenOf } from '../../testing/neighbor-alerts.ts'
import { storeTests } from '../../testing/neighbors.ts'
import * as store from './address-store.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const nameOf = (row: store.AddressRow | undefined) => row && [row.workspaceId, row.email, row.unsubscribeToken]

storeTests<typeof store>('the store of alert addresses', {
  addressOf: {
    'finds an address of its workspace alone': {
      call: async ({ db, id }) => [
        nameOf(await store.addressOf(db, id('owner'), 'alerts@owner.example.net')),
        nameOf(await store.addressOf(db, id('owner'), 'alerts@neighbor.example.net')),
      ],
      touches: [],
      answers: [['owner', 'alerts@owner.example.net', 'owner unsubscribe alerts'], null],
    },
  },
  keptAddress: {
    'answers with the row there is': {
      call: async ({ db, id }) => nameOf(await store.keptAddress(db, id('owner'), 'alerts@owner.example.net')),
      touches: [],
      answers: ['owner', 'alerts@owner.example.net', 'owner unsubscribe alerts'],
    },
    'makes a row of its own for an address that another workspace has': {
      call: async ({ db, id }) => {
        const kept = await store.keptAddress(db, id('owner'), 'alerts@neighbor.example.net')
        const theirs = await store.addressOf(db, id('neighbor'), 'alerts@neighbor.example.net')
        return [kept.workspaceId, kept.confirmedAt, kept.unsubscribeToken === theirs?.unsubscribeToken]
      },
      touches: ['+ alert_address owner alerts@neighbor.example.net'],
      answers: ['owner', null, false],
    },
  },
  updateAddress: {
    'changes one row': {
      call: ({ id, now, transaction }) => {
        const address = { workspaceId: id('owner'), email: 'old@owner.example.net' }
        return transaction(tx => store.updateAddress(tx, address, { confirmedAt: now, tokenHash: null }))
      },
      touches: ['alert_address owner old@owner.example.net: confirmed_at, token_hash'],
      answers: null,
    },
    'makes the row, and leaves that of another workspace': {
      call: ({ id, now, transaction }) => {
        const address = { workspaceId: id('owner'), email: 'alerts@neighbor.example.net' }
        return transaction(tx => store.updateAddress(tx, address, { unsubscribedAt: now }))
      },
      touches: ['+ alert_address owner alerts@neighbor.example.net'],
      answers: null,
    },
  },
  addressOfToken: {
    'finds the address of a confirmation link': {
      call: ({ id, transaction }) =>
        transaction(async tx => {
          const hashes = ['owner', 'neighbor'].map(name => sha256(confirmTokenOf(id(name))))
          const rows = []
          for (const hash of [...hashes, sha256('no token')]) rows.push(await store.addressOfToken(tx, hash))
          return rows.map(row => row && [row.workspaceId, row.email])
        }),
      touches: [],
      answers: [['owner', 'old@owner.example.net'], ['neighbor', 'old@neighbor.example.net'], null],
    },
  },
  addressToUnsubscribe: {
    'finds the address of the link in its mails': {
      call: ({ id, transaction }) =>
        transaction(async tx => {
          const tokens = [id('owner unsubscribe old'), id('neighbor unsubscribe alerts'), id('owner')]
          const rows = []
          for (const token of tokens) rows.push(await store.addressToUnsubscribe(tx, token))
          return rows.map(row => row && [row.workspaceId, row.email])
        }),
      touches: [],
      answers: [['owner', 'old@owner.example.net'], ['neighbor', 'alerts@neighbor.example.net'], null],
    },
  },
})

import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './decision-store.ts'

const about = (world: World, finding: string, subject = '') => ({
  domainId: world.id('owner/shared'),
  finding,
  subject,
})

storeTests<typeof store>('the store of decisions', {
  decisionsOf: {
    'finds those of one domain, the newest first': {
      call: async ({ db, id }) => (await store.decisionsOf(db, id('owner/shared'))).map(row => row.id),
      touches: [],
      answers: ['owner/shared decision on spf_missing', 'owner/shared decision on dmarc_missing'],
    },
  },
  decisionAbout: {
    'finds the one on a finding of one domain': {
      call: world => world.transaction(async tx => (await store.decisionAbout(tx, about(world, 'spf_missing')))?.id),
      touches: [],
      answers: 'owner/shared decision on spf_missing',
    },
    'finds none by the finding alone': {
      call: world => world.transaction(tx => store.decisionAbout(tx, about(world, 'dmarc_missing', 'mx.example.com'))),
      touches: [],
      answers: null,
    },
  },
  decisionCount: {
    'counts those of one domain': {
      call: ({ transaction, id }) => transaction(tx => store.decisionCount(tx, id('owner/shared'))),
      touches: [],
      answers: 2,
    },
  },
  insertDecision: {
    'adds one to one domain': {
      call: ({ transaction, id, now }) =>
        transaction(async tx => {
          const row = {
            subject: '',
            kind: 'muted' as const,
            note: '',
            decidedAt: now,
            expiresAt: null,
            author: id('guest of owner'),
          }
          await store.insertDecision(tx, { ...row, domainId: id('owner/own'), finding: 'spf_plus_all' })
        }),
      touches: ['+ decision of guest of owner owner/own'],
      answers: null,
    },
  },
  updateDecision: {
    'changes one': {
      call: ({ transaction, id, now }) =>
        transaction(async tx => {
          const decided = { kind: 'muted' as const, note: 'for now', decidedAt: now, expiresAt: now }
          const change = { ...decided, author: id('guest of owner') }
          return (await store.updateDecision(tx, id('owner/own decision on spf_missing'), change)).id
        }),
      touches: ['decision owner/own decision on spf_missing: author, decided_at, expires_at, kind, note'],
      answers: 'owner/own decision on spf_missing',
    },
  },
  removeDecision: {
    'removes one of two': {
      call: ({ db, id }) => store.removeDecision(db, id('owner/shared'), id('owner/shared decision on spf_missing')),
      touches: ['- decision owner/shared decision on spf_missing'],
      answers: true,
    },
    'removes none of another domain': {
      call: ({ db, id }) => store.removeDecision(db, id('owner/own'), id('owner/shared decision on spf_missing')),
      touches: [],
      answers: false,
    },
  },
})

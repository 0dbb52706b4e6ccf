import { defaultDmarcSettings } from '@waxseal/core/dmarc'
import { defaultSpfSettings } from '@waxseal/core/spf'
import { storeTests } from '../../testing/neighbors.ts'
import * as store from './store.ts'

const domains = ['owner/shared', 'owner/own', 'neighbor/shared', 'neighbor/own']
const dmarc = { ...defaultDmarcSettings, rua_email: 'dmarc@example.com' }

storeTests<typeof store>('the store of generated records', {
  spfOf: {
    'finds the record of each domain': {
      call: ({ db, id }) => Promise.all(domains.map(async name => (await store.spfOf(db, id(name)))?.record)),
      touches: [],
      answers: domains.map(name => `v=spf1 a:${name.replace('/', '.')}.example ~all`),
    },
    'finds none where none was made': {
      call: async ({ db, id }) => (await store.spfOf(db, id('owner')))?.record,
      touches: [],
      answers: null,
    },
  },
  keepSpf: {
    'replaces the record of one domain': {
      call: ({ transaction, id, now }) =>
        transaction(tx =>
          store.keepSpf(tx, {
            domainId: id('owner/own'),
            settings: { ...defaultSpfSettings, use_mx: true },
            record: 'v=spf1 mx ~all',
            generatedAt: now,
            author: id('guest of owner'),
          }),
        ),
      touches: ['generated_spf owner/own: author, generated_at, record, settings'],
      answers: null,
    },
  },
  dmarcOf: {
    'finds the record of each domain': {
      call: ({ db, id }) => Promise.all(domains.map(async name => (await store.dmarcOf(db, id(name)))?.record)),
      touches: [],
      answers: domains.map(name => `v=DMARC1; p=none; rua=mailto:dmarc@${name.replace('/', '.')}.example`),
    },
    'finds none where none was made': {
      call: async ({ db, id }) => (await store.dmarcOf(db, id('owner')))?.record,
      touches: [],
      answers: null,
    },
  },
  keepDmarc: {
    'replaces the record of one domain': {
      call: ({ transaction, id, now }) =>
        transaction(tx =>
          store.keepDmarc(tx, {
            domainId: id('owner/own'),
            settings: dmarc,
            record: 'v=DMARC1; p=reject',
            generatedAt: now,
            author: id('guest of owner'),
          }),
        ),
      touches: ['generated_dmarc owner/own: author, generated_at, record, settings'],
      answers: null,
    },
  },
})

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
  liveDecisions: {
    'finds those of one workspace': {
      call: async ({ db, id, now }) => {
        const rows = await store.liveDecisions(db, id('owner'), now)
        return new Set(rows.map(row => row.domainId)).size
      },
      touches: [],
      answers: 2,
    },
    'has those whose time is not over yet': {
      call: async ({ db, id, named, now, transaction }) => {
        const [row] = await store.decisionsOf(db, id('owner/shared'))
        if (row === undefined) throw new Error('the world has no decision')
        const expiresAt = new Date(now.getTime() + 1)
        await transaction(tx => store.updateDecision(tx, row.id, { ...row, expiresAt }))
        const live = await store.liveDecisions(db, id('owner'), now)
        return live.map(({ domainId, finding }) => `${String(named(domainId))}: ${finding}`).sort()
      },
      touches: ['decision owner/shared decision on spf_missing: expires_at'],
      answers: ['own', 'shared'].flatMap(domain =>
        ['dmarc_missing', 'spf_missing'].map(finding => `owner/${domain}: ${finding}`),
      ),
    },
    'leaves out those whose time is over': {
      call: async ({ db, id, now, transaction }) => {
        const [row] = await store.decisionsOf(db, id('owner/shared'))
        if (row === undefined) throw new Error('the world has no decision')
        const before = await store.liveDecisions(db, id('owner'), now)
        await transaction(tx => store.updateDecision(tx, row.id, { ...row, expiresAt: now }))
        return before.length - (await store.liveDecisions(db, id('owner'), now)).length
      },
      touches: ['decision owner/shared decision on spf_missing: expires_at'],
      answers: 1,
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
      call: async ({ db, id }) =>
        (await store.removeDecision(db, id('owner/shared'), id('owner/shared decision on spf_missing')))?.finding,
      touches: ['- decision owner/shared decision on spf_missing'],
      answers: 'spf_missing',
    },
    'removes none of another domain': {
      call: ({ db, id }) => store.removeDecision(db, id('owner/own'), id('owner/shared decision on spf_missing')),
      touches: [],
      answers: null,
    },
  },
})

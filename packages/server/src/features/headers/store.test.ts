import { aHeaderAnalysis, noReputation } from '../../testing/header-analysis.ts'
import { storeTests } from '../../testing/neighbors.ts'
import { documentOf } from './document.ts'
import { packed } from './packed.ts'
import * as store from './store.ts'

const day = 86_400_000

storeTests<typeof store>('the store of header analyses', {
  insertAnalysis: {
    'adds one to its workspace': {
      call: async ({ db, id, now }) => {
        const row = await packed({
          workspaceId: id('owner'),
          createdAt: now,
          createdBy: id('person of owner'),
          expiresAt: new Date(now.getTime() + day),
          raw: 'Subject: added',
          cutFrom: 200_000,
          subject: 'added',
          from: null,
          threatScore: 12,
          document: documentOf(aHeaderAnalysis({ subject: 'added' }), {
            signatures: null,
            reputation: noReputation,
          }),
        })
        const stored = await store.analysisOf(db, id('owner'), await store.insertAnalysis(db, row), now)
        const { raw, cutFrom, threatScore, expiresAt, document } = stored ?? {}
        return { raw, cutFrom, threatScore, expiresAt, subject: document?.parsed_data.subject }
      },
      touches: ['+ header_analysis of person of owner owner'],
      answers: {
        raw: 'Subject: added',
        cutFrom: 200_000,
        threatScore: 12,
        expiresAt: '2026-11-21T09:00:00.000Z',
        subject: 'added',
      },
    },
  },
  analysesOf: {
    'lists those of one workspace that have not expired, the newest first, without their headers': {
      call: ({ db, id, now }) => store.analysesOf(db, id('owner'), { now, limit: 50 }),
      touches: [],
      answers: [
        {
          id: 'owner analysis new',
          createdAt: '2026-11-19T09:00:00.000Z',
          expiresAt: '2027-02-17T09:00:00.000Z',
          subject: 'new of owner',
          from: 'alex@owner.example',
          threatScore: 30,
        },
        {
          id: 'owner analysis old',
          createdAt: '2026-10-31T09:00:00.000Z',
          expiresAt: '2027-01-29T09:00:00.000Z',
          subject: 'old of owner',
          from: 'alex@owner.example',
          threatScore: 30,
        },
      ],
    },
    'lists at most as many as asked for': {
      call: async ({ db, id, now }) =>
        (await store.analysesOf(db, id('owner'), { now, limit: 1 })).map(analysis => analysis.id),
      touches: [],
      answers: ['owner analysis new'],
    },
  },
  analysisOf: {
    'finds one of the workspace, and none that has expired, of another workspace, or of no id': {
      call: ({ db, id, now }) =>
        Promise.all(
          [id('owner analysis new'), id('owner analysis expired'), id('neighbor analysis new'), 'no id'].map(
            async each => (await store.analysisOf(db, id('owner'), each, now))?.raw,
          ),
        ),
      touches: [],
      answers: ['From: alex@owner.example\nSubject: new of owner', null, null, null],
    },
    'finds none from the moment on in which it expires': {
      call: async ({ db, id, now }) => {
        const end = now.getTime() + 89 * day
        const at = (ms: number) => store.analysisOf(db, id('owner'), id('owner analysis new'), new Date(ms))
        return [(await at(end - 1))?.id, (await at(end))?.id]
      },
      touches: [],
      answers: ['owner analysis new', null],
    },
  },
  removeAnalysis: {
    'deletes one of the workspace, and none that has expired, of another workspace, or of no id': {
      call: ({ db, id, now }) =>
        Promise.all(
          [id('owner analysis new'), id('owner analysis expired'), id('neighbor analysis new'), 'no id'].map(each =>
            store.removeAnalysis(db, id('owner'), each, now),
          ),
        ),
      touches: ['- header_analysis owner analysis new'],
      answers: [true, false, false, false],
    },
  },
  forgetOldest: {
    'deletes the oldest of one workspace until as many as asked for are left': {
      call: ({ transaction, id }) => {
        const stored = { id: id('owner analysis new'), workspaceId: id('owner') }
        return transaction(async tx => [
          await store.forgetOldest(tx, stored, 3),
          await store.forgetOldest(tx, stored, 2),
          await store.forgetOldest(tx, stored, 2),
        ])
      },
      touches: ['- header_analysis owner analysis expired'],
      answers: [0, 1, 0],
    },
    'keeps the analysis it is called for, also when others are newer': {
      call: ({ transaction, id }) => {
        const stored = { id: id('owner analysis old'), workspaceId: id('owner') }
        return transaction(tx => store.forgetOldest(tx, stored, 1))
      },
      touches: ['- header_analysis owner analysis expired', '- header_analysis owner analysis new'],
      answers: 2,
    },
  },
  forgetExpired: {
    'deletes what has expired of every workspace': {
      call: ({ db, now }) => store.forgetExpired(db, { now, limit: 10 }),
      touches: ['- header_analysis neighbor analysis expired', '- header_analysis owner analysis expired'],
      answers: 2,
    },
    'deletes at most as many as asked for': {
      call: async ({ db, now }) => {
        const at = new Date(now.getTime() + 365 * day)
        return [
          await store.forgetExpired(db, { now: at, limit: 4 }),
          await store.forgetExpired(db, { now: at, limit: 4 }),
          await store.forgetExpired(db, { now: at, limit: 4 }),
        ]
      },
      touches: ['neighbor', 'owner'].flatMap(name =>
        ['expired', 'new', 'old'].map(what => `- header_analysis ${name} analysis ${what}`),
      ),
      answers: [4, 2, 0],
    },
  },
})

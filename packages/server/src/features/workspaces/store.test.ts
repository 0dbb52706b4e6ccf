import { eq } from 'drizzle-orm'
import { workspace } from '../../db/schema/index.ts'
import { storeTests } from '../../testing/neighbors.ts'
import * as store from './store.ts'

const profile = { email: 'new@example.org', name: 'New Name' }
const unknownId = '00000000-0000-4000-8000-000000000000'

storeTests<typeof store>('the store of workspaces', {
  personOfSubject: {
    'finds one person': {
      call: async ({ db }) => (await store.personOfSubject(db, 'user of neighbor'))?.id,
      touches: [],
      answers: 'person of neighbor',
    },
    'finds none for someone new': {
      call: ({ db }) => store.personOfSubject(db, 'user of none'),
      touches: [],
      answers: null,
    },
  },
  personOfEmail: {
    'finds one person, in any letter case': {
      call: async ({ db }) => (await store.personOfEmail(db, ' Neighbor@Example.org '))?.id,
      touches: [],
      answers: 'person of neighbor',
    },
    'finds none for an unknown address': {
      call: ({ db }) => store.personOfEmail(db, 'none@example.org'),
      touches: [],
      answers: null,
    },
  },
  insertPerson: {
    'adds one': {
      call: async ({ db, now }) =>
        (await store.insertPerson(db, { subject: 'user of none', ...profile, createdAt: now }))?.name,
      touches: ['+ person'],
      answers: 'New Name',
    },
    'leaves the one there is': {
      call: ({ db, now }) => store.insertPerson(db, { subject: 'user of owner', ...profile, createdAt: now }),
      touches: [],
      answers: null,
    },
  },
  updateProfile: {
    'renames one person': {
      call: async ({ db, id }) => (await store.updateProfile(db, id('person of owner'), profile))?.id,
      touches: ['person person of owner: email, name'],
      answers: 'person of owner',
    },
  },
  lockPerson: {
    'changes nothing': {
      call: ({ transaction, id }) => transaction(tx => store.lockPerson(tx, id('person of owner'))),
      touches: [],
      answers: null,
    },
  },
  membershipsOf: {
    'lists the workspaces of one person': {
      call: ({ db, id }) => store.membershipsOf(db, id('guest of owner')),
      touches: [],
      answers: [{ workspace: { id: 'owner', name: 'domains of owner', tier: 'pro' }, role: 'editor' }],
    },
    'lists the one joined first first': {
      call: async ({ db, id, now, transaction }) => {
        const row = { workspaceId: id('neighbor'), personId: id('person of owner'), role: 'viewer' as const }
        await transaction(tx => store.insertMember(tx, { ...row, joinedAt: now }))
        return (await store.membershipsOf(db, id('person of owner'))).map(each => [each.workspace.id, each.role])
      },
      touches: ['+ member neighbor person of owner'],
      answers: [
        ['owner', 'owner'],
        ['neighbor', 'viewer'],
      ],
    },
  },
  insertWorkspace: {
    'adds one, without members': {
      call: async ({ transaction, now }) =>
        (await transaction(tx => store.insertWorkspace(tx, { name: 'New', tier: 'pro', createdAt: now }))).tier,
      touches: ['+ workspace'],
      answers: 'pro',
    },
  },
  insertMember: {
    'adds one to one workspace': {
      call: ({ transaction, id, now }) =>
        transaction(tx =>
          store.insertMember(tx, {
            workspaceId: id('owner'),
            personId: id('guest of neighbor'),
            role: 'admin',
            joinedAt: now,
          }),
        ),
      touches: ['+ member owner guest of neighbor'],
      answers: null,
    },
  },
  lockWorkspace: {
    'knows whether there is such a workspace': {
      call: ({ transaction, id }) =>
        transaction(async tx => [await store.lockWorkspace(tx, id('owner')), await store.lockWorkspace(tx, unknownId)]),
      touches: [],
      answers: [true, false],
    },
  },
  workspaceName: {
    'is that of one workspace': {
      call: ({ db, id }) => store.workspaceName(db, id('owner')),
      touches: [],
      answers: 'domains of owner',
    },
    'is none for one that is gone': {
      call: ({ db }) => store.workspaceName(db, unknownId),
      touches: [],
      answers: null,
    },
  },
  monitoringOf: {
    'is on, every six hours, until someone changes it': {
      call: ({ db, id }) => store.monitoringOf(db, id('owner')),
      touches: [],
      answers: { enabled: true, frequency: 6 },
    },
    'is nothing for a workspace that does not exist': {
      call: ({ db }) => store.monitoringOf(db, unknownId),
      touches: [],
      answers: null,
    },
  },
  watchingOf: {
    'tells the settings and the plan of each of these workspaces, unless it is deleted': {
      call: async ({ db, id, now }) => {
        await db
          .update(workspace)
          .set({ deletedAt: now })
          .where(eq(workspace.id, id('neighbor')))
        return [...(await store.watchingOf(db, [id('owner'), id('neighbor')]))]
      },
      touches: ['workspace neighbor: deleted_at'],
      answers: [['owner', { tier: 'pro', enabled: true, frequency: 6 }]],
    },
  },
  setMonitoring: {
    'changes one workspace': {
      call: async ({ db, transaction, id }) => {
        await transaction(tx => store.setMonitoring(tx, id('owner'), { enabled: false, frequency: 24 }))
        return [await store.monitoringOf(db, id('owner')), await store.monitoringOf(db, id('neighbor'))]
      },
      touches: ['workspace owner: dns_monitoring_enabled, dns_monitoring_frequency'],
      answers: [
        { enabled: false, frequency: 24 },
        { enabled: true, frequency: 6 },
      ],
    },
  },
  allPersons: {
    'lists them all, the oldest first, with the plan of the workspace of their own': {
      call: async ({ db }) => (await store.allPersons(db)).map(({ id, tier }) => [id, tier]),
      touches: [],
      answers: [
        ['guest of owner', null],
        ['person of owner', 'pro'],
        ['guest of neighbor', null],
        ['person of neighbor', 'pro'],
      ],
    },
  },
  storedTiers: {
    'tells the plan of each of these workspaces, unless it is deleted': {
      call: async ({ db, id, now }) => {
        await db
          .update(workspace)
          .set({ deletedAt: now })
          .where(eq(workspace.id, id('neighbor')))
        return [...(await store.storedTiers(db, [id('owner'), id('neighbor')]))]
      },
      touches: ['workspace neighbor: deleted_at'],
      answers: [['owner', 'pro']],
    },
  },
  setTier: {
    'changes the plan of one workspace, by its owner’s address in any letter case': {
      call: async ({ db }) => (await store.setTier(db, ' Owner@Example.org ', 'business'))?.id,
      touches: ['workspace owner: granted_tier, tier'],
      answers: 'person of owner',
    },
    'takes no plan away that the workspace pays for': {
      call: async ({ db }) => (await store.setTier(db, 'owner@example.org', 'free'))?.tier,
      touches: ['workspace owner: granted_tier'],
      answers: 'pro',
    },
    'changes nothing for an unknown address, or a person who owns no workspace': {
      call: async ({ db }) => [
        await store.setTier(db, 'none@example.org', 'business'),
        await store.setTier(db, 'guest.owner@example.org', 'business'),
      ],
      touches: [],
      answers: [null, null],
    },
  },
  setPaidTier: {
    'raises the plan of one workspace': {
      call: ({ id, transaction }) => transaction(tx => store.setPaidTier(tx, id('owner'), 'business')),
      touches: ['workspace owner: paid_tier, tier'],
      answers: null,
    },
    'leaves the plan that it has without a payment': {
      call: ({ id, transaction }) => transaction(tx => store.setPaidTier(tx, id('owner'), 'free')),
      touches: ['workspace owner: paid_tier'],
      answers: null,
    },
  },
  grantedTierOf: {
    'reads what one workspace has without a payment': {
      call: async ({ db, id, transaction }) => {
        await transaction(tx => store.setPaidTier(tx, id('owner'), 'business'))
        return store.grantedTierOf(db, id('owner'))
      },
      touches: ['workspace owner: paid_tier, tier'],
      answers: 'pro',
    },
    'reads nothing of a workspace that does not exist': {
      call: ({ db }) => store.grantedTierOf(db, crypto.randomUUID()),
      touches: [],
      answers: null,
    },
  },
  deletedWorkspaces: {
    'names those that were deleted and no other': {
      call: async ({ db, id, now }) => {
        const before = await store.deletedWorkspaces(db)
        await db
          .update(workspace)
          .set({ deletedAt: now })
          .where(eq(workspace.id, id('owner')))
        return [before, await store.deletedWorkspaces(db)]
      },
      touches: ['workspace owner: deleted_at'],
      answers: [[], ['owner']],
    },
  },
})

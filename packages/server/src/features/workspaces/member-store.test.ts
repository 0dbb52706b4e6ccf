import { createHash } from 'node:crypto'
import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './member-store.ts'

/** A sign-up at this time, when the last one may be a moment older. */
const at = (now: Date) => ({ now, lastBefore: new Date(now.getTime() - 1) })

const list = async ({ db, id }: World) =>
  (await store.membersOf(db, id('owner'))).map(({ personId, role }) => [personId, role])
const used = ({ id, now }: World) => ({ usedAt: now, usedBy: id('guest of neighbor') })

storeTests<typeof store>('the store of members and invitations', {
  membersOf: {
    'lists those of one workspace, the one who joined first first': {
      call: list,
      touches: [],
      answers: [
        ['person of owner', 'owner'],
        ['guest of owner', 'editor'],
      ],
    },
  },
  updateRole: {
    'changes one member': {
      call: ({ transaction, id }) =>
        transaction(tx => store.updateRole(tx, id('owner'), id('guest of owner'), 'admin')),
      touches: ['member owner guest of owner: role'],
      answers: null,
    },
    'changes no member of another workspace': {
      call: ({ transaction, id }) =>
        transaction(tx => store.updateRole(tx, id('owner'), id('guest of neighbor'), 'admin')),
      touches: [],
      answers: null,
    },
  },
  deleteMember: {
    'removes one member with their chat and keys, and leaves the person': {
      call: ({ transaction, id }) => transaction(tx => store.deleteMember(tx, id('owner'), id('guest of owner'))),
      touches: [
        '- api_key owner key guest',
        '- chat_message owner message guest new',
        '- chat_message owner message guest old',
        '- member owner guest of owner',
      ],
      answers: null,
    },
    'removes no member of another workspace': {
      call: ({ transaction, id }) => transaction(tx => store.deleteMember(tx, id('owner'), id('guest of neighbor'))),
      touches: [],
      answers: null,
    },
  },
  updateName: {
    'renames one workspace': {
      call: ({ db, id }) => store.updateName(db, id('owner'), 'Kite'),
      touches: ['workspace owner: name'],
      answers: null,
    },
  },
  openInvitations: {
    'lists those of one workspace that are neither used nor expired': {
      call: async ({ db, id, now }) =>
        (await store.openInvitations(db, id('owner'), now)).map(row => [row.id, row.author]),
      touches: [],
      answers: [['owner invitation open', 'owner of domains']],
    },
  },
  placesTaken: {
    'counts the members and the open invitations of one workspace': {
      call: ({ db, id, now }) => store.placesTaken(db, id('owner'), now),
      touches: [],
      answers: 3,
    },
  },
  authorNames: {
    'finds those of some people': {
      call: async ({ db, id }) => [
        ...(await store.authorNames(db, id('owner'), [id('guest of owner'), null])).values(),
      ],
      touches: [],
      answers: ['guest of owner'],
    },
  },
  insertInvitation: {
    'adds one': {
      call: async ({ transaction, id, now }) => {
        const row = { workspaceId: id('owner'), role: 'viewer' as const, tokenHash: 'hash', createdBy: null }
        return (await transaction(tx => store.insertInvitation(tx, { ...row, createdAt: now, expiresAt: now }))).role
      },
      touches: ['+ invitation of owner'],
      answers: 'viewer',
    },
  },
  deleteInvitationsBy: {
    'removes the open ones that one person made in one workspace': {
      call: ({ transaction, id }) =>
        transaction(tx => store.deleteInvitationsBy(tx, id('owner'), id('person of owner'))),
      touches: ['- invitation owner invitation expired', '- invitation owner invitation open'],
      answers: null,
    },
    'removes none that another person made': {
      call: ({ transaction, id }) =>
        transaction(tx => store.deleteInvitationsBy(tx, id('owner'), id('guest of owner'))),
      touches: [],
      answers: null,
    },
  },
  deleteInvitation: {
    'removes one': {
      call: async ({ db, id }) => (await store.deleteInvitation(db, id('owner'), id('owner invitation open')))?.role,
      touches: ['- invitation owner invitation open'],
      answers: 'editor',
    },
    'removes none that is used, and none of another workspace': {
      call: async ({ db, id }) => [
        await store.deleteInvitation(db, id('owner'), id('owner invitation used')),
        await store.deleteInvitation(db, id('owner'), id('neighbor invitation open')),
      ],
      touches: [],
      answers: [null, null],
    },
  },
  invitationOf: {
    'finds one by the hash of its token': {
      call: async ({ db, id }) => {
        const found = await store.invitationOf(db, `hash of ${id('neighbor')} used`)
        return [found?.invitation.id, found?.workspace.id]
      },
      touches: [],
      answers: ['neighbor invitation used', 'neighbor'],
    },
    'finds none for another hash': {
      call: ({ db }) => store.invitationOf(db, createHash('sha256').update('no token').digest('hex')),
      touches: [],
      answers: null,
    },
  },
  takeSignUp: {
    'takes the sign-up of an open one': {
      call: ({ db, id, now }) => store.takeSignUp(db, `hash of ${id('owner')} open`, at(now)),
      touches: ['invitation owner invitation open: sign_up_at'],
      answers: 'owner invitation open',
    },
    'takes it once': {
      call: async ({ db, id, now }) => [
        await store.takeSignUp(db, `hash of ${id('owner')} open`, at(now)),
        await store.takeSignUp(db, `hash of ${id('owner')} open`, at(now)),
      ],
      touches: ['invitation owner invitation open: sign_up_at'],
      answers: ['owner invitation open', null],
    },
    'takes none of an expired, used or unknown one': {
      call: async ({ db, id, now }) => [
        await store.takeSignUp(db, `hash of ${id('owner')} expired`, at(now)),
        await store.takeSignUp(db, `hash of ${id('owner')} used`, at(now)),
        await store.takeSignUp(db, 'another hash', at(now)),
      ],
      touches: [],
      answers: [null, null, null],
    },
  },
  giveSignUpBack: {
    'leaves the invitation as it was': {
      call: async ({ db, id, now }) => {
        const taken = await store.takeSignUp(db, `hash of ${id('owner')} open`, at(now))
        if (taken !== null) await store.giveSignUpBack(db, taken)
      },
      touches: [],
      answers: null,
    },
    'gives back that of one invitation': {
      call: async ({ db, id, now }) => {
        await store.takeSignUp(db, `hash of ${id('owner')} open`, at(now))
        await store.giveSignUpBack(db, id('neighbor invitation open'))
      },
      touches: ['invitation owner invitation open: sign_up_at'],
      answers: null,
    },
  },
  forgetInvitations: {
    'deletes those of every workspace that expired before a time, used or not': {
      call: ({ db, now }) => store.forgetInvitations(db, now),
      touches: [
        '- invitation neighbor invitation expired',
        '- invitation neighbor invitation used',
        '- invitation owner invitation expired',
        '- invitation owner invitation used',
      ],
      answers: null,
    },
  },
  takeInvitation: {
    'uses one up': {
      call: world => world.transaction(tx => store.takeInvitation(tx, world.id('owner invitation open'), used(world))),
      touches: ['invitation owner invitation open: used_at, used_by'],
      answers: true,
    },
    'takes none that is used': {
      call: world => world.transaction(tx => store.takeInvitation(tx, world.id('owner invitation used'), used(world))),
      touches: [],
      answers: false,
    },
  },
})

import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './channel-store.ts'

const nameOf = (row: store.ChannelRow) => [row.workspaceId, row.kind]

/** The encrypted URL of a webhook. */
async function targetOf({ db, id }: World, name: string): Promise<string> {
  const row = (await store.channelRows(db, id(name))).find(({ kind }) => kind === 'webhook')
  if (!row?.target) throw new Error(`${name} has no webhook`)
  return row.target
}

storeTests<typeof store>('the store of alert channels', {
  channelRows: {
    'lists those of one workspace': {
      call: async ({ db, id }) => (await store.channelRows(db, id('owner'))).map(nameOf),
      touches: [],
      answers: [
        ['owner', 'slack'],
        ['owner', 'webhook'],
      ],
    },
  },
  lockedChannel: {
    'answers with the row there is': {
      call: async ({ id, transaction }) => {
        const row = await transaction(tx => store.lockedChannel(tx, id('owner'), 'slack'))
        return [...nameOf(row), row.pauseReason]
      },
      touches: [],
      answers: ['owner', 'slack', '410 channel_is_archived'],
    },
    'makes the row of its workspace alone': {
      call: async ({ id, transaction }) => {
        const row = await transaction(tx => store.lockedChannel(tx, id('owner'), 'teams'))
        return [...nameOf(row), row.target, row.dueAt]
      },
      touches: ['+ alert_channel owner teams'],
      answers: ['owner', 'teams', null, null],
    },
  },
  setTarget: {
    'replaces the URL, and forgets what went wrong with the one before': {
      call: ({ id, transaction }) => transaction(tx => store.setTarget(tx, id('owner'), 'slack', 'sealed')),
      touches: ['alert_channel owner slack: failing_since, pause_reason, paused_at, target'],
      answers: null,
    },
    'removes the URL': {
      call: ({ id, transaction }) => transaction(tx => store.setTarget(tx, id('owner'), 'webhook', null)),
      touches: ['alert_channel owner webhook: target'],
      answers: null,
    },
    'makes the row of a first webhook': {
      call: ({ id, transaction }) => transaction(tx => store.setTarget(tx, id('owner'), 'teams', 'sealed')),
      touches: ['+ alert_channel owner teams'],
      answers: null,
    },
  },
  updateChannel: {
    'changes one channel of one workspace': {
      call: ({ id, transaction }) => {
        const channel = { workspaceId: id('owner'), kind: 'webhook' } as const
        return transaction(tx => store.updateChannel(tx, channel, { dueAt: null }))
      },
      touches: ['alert_channel owner webhook: due_at'],
      answers: null,
    },
  },
  markHealthy: {
    'ends the pause of one channel': {
      call: ({ id, transaction }) => transaction(tx => store.markHealthy(tx, id('owner'), 'slack')),
      touches: ['alert_channel owner slack: failing_since, pause_reason, paused_at'],
      answers: null,
    },
  },
  endFailing: {
    'ends the failing of one channel and leaves its pause': {
      call: ({ db, id }) => store.endFailing(db, id('owner'), 'slack'),
      touches: ['alert_channel owner slack: failing_since'],
      answers: null,
    },
    'leaves a channel that works': {
      call: ({ db, id }) => store.endFailing(db, id('owner'), 'webhook'),
      touches: [],
      answers: null,
    },
  },
  dueChannels: {
    'are those of all workspaces, the longest waiting first, at most so many': {
      call: ({ id, now, transaction }) =>
        transaction(async tx => {
          const channel = { workspaceId: id('neighbor'), kind: 'webhook' } as const
          await store.updateChannel(tx, channel, { dueAt: new Date(now.getTime() - 3_600_000) })
          const counts = [10, 1]
          const due = []
          for (const limit of counts) due.push((await store.dueChannels(tx, now, limit)).map(nameOf))
          return due
        }),
      touches: ['alert_channel neighbor webhook: due_at'],
      answers: [
        [
          ['neighbor', 'webhook'],
          ['owner', 'webhook'],
        ],
        [['neighbor', 'webhook']],
      ],
    },
    'are not those that are paused, that fail or that nothing waits for': {
      call: ({ id, now, transaction }) =>
        transaction(async tx => {
          const owner = { workspaceId: id('owner') }
          const neighbor = { workspaceId: id('neighbor') }
          const past = new Date(now.getTime() - 1)
          await store.updateChannel(tx, { ...owner, kind: 'slack' }, { dueAt: past, failingSince: null })
          await store.updateChannel(tx, { ...owner, kind: 'webhook' }, { dueAt: past, failingSince: past })
          await store.updateChannel(tx, { ...neighbor, kind: 'webhook' }, { dueAt: new Date(now.getTime() + 1) })
          return (await store.dueChannels(tx, now, 10)).map(nameOf)
        }),
      touches: [
        'alert_channel neighbor webhook: due_at',
        'alert_channel owner slack: due_at, failing_since',
        'alert_channel owner webhook: due_at, failing_since',
      ],
      answers: [],
    },
  },
  storedTargets: {
    'are the URLs of all workspaces': {
      call: async ({ db, id, named, transaction }) => {
        await transaction(tx => store.setTarget(tx, id('neighbor'), 'webhook', null))
        return (await store.storedTargets(db)).map(row => String(named(nameOf(row).join(' ')))).sort()
      },
      touches: ['alert_channel neighbor webhook: target'],
      answers: ['neighbor slack', 'owner slack', 'owner webhook'],
    },
  },
  resealTarget: {
    'replaces the URL it was made of': {
      call: async world => {
        const before = await targetOf(world, 'owner')
        const row = { workspaceId: world.id('owner'), kind: 'webhook', before, sealed: 'sealed again' } as const
        await store.resealTarget(world.db, row)
      },
      touches: ['alert_channel owner webhook: target'],
      answers: null,
    },
    'leaves a URL that was replaced meanwhile': {
      call: async world => {
        const before = await targetOf(world, 'neighbor')
        const row = { workspaceId: world.id('owner'), kind: 'webhook', before, sealed: 'sealed again' } as const
        await store.resealTarget(world.db, row)
      },
      touches: [],
      answers: null,
    },
  },
})

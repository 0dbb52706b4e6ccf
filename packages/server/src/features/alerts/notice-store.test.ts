import type { AlertType } from '@waxseal/core/alert'
import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './notice-store.ts'

const day = 86_400_000
const address = '8.26.56.10'

/** A row of an alert of the owner, about a domain of it. */
const row = (
  { id, now }: World,
  rest: { cause: string; workspaceId?: string; type?: AlertType; oldValue?: string; newValue?: string },
) => ({
  workspaceId: id('owner'),
  domainId: id('owner/own'),
  name: 'owner.example',
  type: 'dmarc_fail' as const,
  state: 'raised' as const,
  severity: 'critical' as const,
  description: 'DMARC record missing',
  at: now,
  ...rest,
})
const aboutAddress = (world: World, owner: string, what: { description: string; state: 'raised' | 'resolved' }) => {
  const cause = `${what.state} ${what.description}`
  const at = new Date(world.now.getTime() + (what.state === 'raised' ? 0 : 1))
  return { ...row(world, { cause, workspaceId: world.id(owner) }), domainId: null, name: address, ...what, at }
}

storeTests<typeof store>('the store of alerts and of what tells them', {
  insertAlert: {
    'adds an alert': {
      call: async world => {
        const added = await world.transaction(tx => store.insertAlert(tx, row(world, { cause: 'a new one' })))
        return added && [added.workspaceId, added.domainId, added.severity]
      },
      touches: ['+ alert of owner/own owner'],
      answers: ['owner', 'owner/own', 'critical'],
    },
    'adds nothing for a cause that the workspace had': {
      call: world => {
        const cause = `waits of ${world.id('owner/shared')}`
        return world.transaction(tx => store.insertAlert(tx, row(world, { cause })))
      },
      touches: [],
      answers: null,
    },
    'adds an alert for a cause that another workspace had': {
      call: async world => {
        const cause = `waits of ${world.id('neighbor/shared')}`
        return (await world.transaction(tx => store.insertAlert(tx, row(world, { cause }))))?.workspaceId
      },
      touches: ['+ alert of owner/own owner'],
      answers: 'owner',
    },
  },
  alertOfChanges: {
    'finds the newest alert about one of these changes of a domain that was raised since': {
      call: world =>
        world.transaction(async tx => {
          const add = (cause: string, rest: object) =>
            store.insertAlert(tx, { ...row(world, { cause }), description: cause, ...rest })
          await add('gone', { at: new Date(world.now.getTime() - day) })
          await add('ended', { state: 'resolved' })
          await add('elsewhere', { domainId: world.id('owner/shared') })
          await add('here', {})
          const of = { descriptions: ['gone', 'ended', 'elsewhere', 'here'], since: world.now }
          const found = await store.alertOfChanges(tx, world.id('owner/own'), of)
          const none = await store.alertOfChanges(tx, world.id('owner/own'), { ...of, descriptions: ['other'] })
          return [found?.description, none]
        }),
      touches: [
        '+ alert of owner/own owner',
        '+ alert of owner/own owner',
        '+ alert of owner/own owner',
        '+ alert of owner/shared owner',
      ],
      answers: ['here', null],
    },
  },
  describeAlert: {
    'words one alert anew': {
      call: world =>
        world.transaction(async tx => {
          const added = await store.insertAlert(tx, row(world, { cause: 'a new one' }))
          await store.describeAlert(tx, added?.id ?? '', 'DMARC record missing; the health score fell from 82 to 47')
          return store
            .alertOfChanges(tx, world.id('owner/own'), {
              descriptions: ['DMARC record missing; the health score fell from 82 to 47'],
              since: world.now,
            })
            .then(found => found?.description)
        }),
      touches: ['+ alert of owner/own owner'],
      answers: 'DMARC record missing; the health score fell from 82 to 47',
    },
  },
  openAlerts: {
    'are the alerts of a name that were sent and not resolved since': {
      call: world =>
        world.transaction(async tx => {
          const alerts = [
            aboutAddress(world, 'owner', { description: 'on one list', state: 'raised' }),
            aboutAddress(world, 'owner', { description: 'on another list', state: 'raised' }),
            aboutAddress(world, 'owner', { description: 'on one list', state: 'resolved' }),
            aboutAddress(world, 'neighbor', { description: 'on a third list', state: 'raised' }),
          ]
          for (const each of alerts) await store.insertAlert(tx, each)
          const names = [address, '8.26.56.11', 'owner.example']
          const open = []
          for (const name of names) open.push([...(await store.openAlerts(tx, world.id('owner'), name))])
          return open
        }),
      touches: ['+ alert of neighbor', '+ alert of owner', '+ alert of owner', '+ alert of owner'],
      answers: [['on another list'], [], []],
    },
  },
  insertNotices: {
    'adds what a channel is to tell': {
      call: ({ id, transaction }) => {
        const alertId = id('owner alert waits of owner.example')
        const notice = { alertId, workspaceId: id('owner'), channel: 'teams' } as const
        return transaction(tx => store.insertNotices(tx, [notice]))
      },
      touches: ['+ alert_notice owner alert waits of owner.example teams'],
      answers: null,
    },
    'adds nothing when there is nothing': {
      call: ({ transaction }) => transaction(tx => store.insertNotices(tx, [])),
      touches: [],
      answers: null,
    },
  },
  waitingAlerts: {
    'are those of one channel of one workspace, the most urgent first, and their number': {
      call: world =>
        world.transaction(async tx => {
          const added = await store.insertAlert(tx, row(world, { cause: 'an urgent one' }))
          if (added === undefined) throw new Error('nothing was added')
          const workspaceId = world.id('owner')
          await store.insertNotices(tx, [{ alertId: added.id, workspaceId, channel: 'webhook' }])
          const { alerts, total } = await store.waitingAlerts(tx, workspaceId, 'webhook', 2)
          return { alerts: alerts.map(alert => [alert.severity, alert.workspaceId]), total }
        }),
      touches: ['+ alert of owner/own owner', '+ alert_notice webhook of owner'],
      answers: {
        alerts: [
          ['critical', 'owner'],
          ['warning', 'owner'],
        ],
        total: 3,
      },
    },
    'are not those that a message carries': {
      call: async ({ id, named, transaction }) => {
        const { alerts, total } = await transaction(tx => store.waitingAlerts(tx, id('owner'), 'slack', 10))
        return [alerts.map(alert => String(named(alert.id))).sort(), total]
      },
      touches: [],
      answers: [['owner alert waits of owner.example', 'owner alert waits of shared.example'], 2],
    },
  },
  assignNotices: {
    'gives what waits for one channel of one workspace to a message': {
      call: ({ id, transaction }) =>
        transaction(tx => store.assignNotices(tx, id('owner'), 'webhook', id('owner slack message'))),
      touches: [
        'alert_notice owner alert waits of owner.example webhook: outbox_id',
        'alert_notice owner alert waits of shared.example webhook: outbox_id',
      ],
      answers: null,
    },
  },
  dropNotices: {
    'forgets what waits for one channel of one workspace, and not what a message carries': {
      call: ({ id, transaction }) => transaction(tx => store.dropNotices(tx, id('owner'), 'slack')),
      touches: [
        '- alert_notice owner alert waits of owner.example slack',
        '- alert_notice owner alert waits of shared.example slack',
      ],
      answers: null,
    },
  },
  forgetAlerts: {
    'deletes old alerts of all workspaces': {
      call: ({ db, now }) => {
        const before = (days: number) => new Date(now.getTime() - days * day)
        return store.forgetAlerts(db, { alerts: before(400), waiting: before(30) })
      },
      touches: [
        '- alert neighbor alert old of neighbor.example',
        '- alert neighbor alert old of shared.example',
        '- alert owner alert old of owner.example',
        '- alert owner alert old of shared.example',
      ],
      answers: null,
    },
    'keeps an alert until it is older than that': {
      call: ({ db, now }) => {
        const before = new Date(now.getTime() - 500 * day)
        return store.forgetAlerts(db, { alerts: before, waiting: before })
      },
      touches: [],
      answers: null,
    },
    'deletes what waits of earlier alerts, and neither the alerts nor what a message carries': {
      call: ({ db, now }) => store.forgetAlerts(db, { alerts: new Date(now.getTime() - 600 * day), waiting: now }),
      touches: ['neighbor', 'owner'].flatMap(name =>
        [`${name}.example`, 'shared.example'].flatMap(domain =>
          ['slack', 'webhook'].map(channel => `- alert_notice ${name} alert waits of ${domain} ${channel}`),
        ),
      ),
      answers: null,
    },
  },
  alertOf: {
    'is an alert as every channel tells it': {
      call: async world => {
        const values = { oldValue: 'v=DMARC1; p=reject', newValue: 'v=DMARC1; p=none' }
        const raised = row(world, { cause: 'a new one', ...values })
        const added = await world.transaction(tx => store.insertAlert(tx, raised))
        return added && store.alertOf(added, 'https://waxseal.example')
      },
      touches: ['+ alert of owner/own owner'],
      answers: {
        alert_type: 'dmarc_fail',
        severity: 'critical',
        domain_name: 'owner.example',
        description: 'DMARC record missing',
        old_value: 'v=DMARC1; p=reject',
        new_value: 'v=DMARC1; p=none',
        timestamp: '2026-11-20T09:00:00.000Z',
        state: 'raised',
        url: 'https://waxseal.example/diagnostics/owner/own',
      },
    },
    'has the report as its page, and the history for a change of records': {
      call: world =>
        (['health_score_drop', 'blacklist_detection', 'high_threat', 'dns_mx_change'] as const).reduce<
          Promise<(string | undefined)[]>
        >(async (pages, type) => {
          const raised = row(world, { type, cause: `a new ${type}` })
          const added = await world.transaction(tx => store.insertAlert(tx, raised))
          return [...(await pages), added && store.alertOf(added, 'https://waxseal.example').url]
        }, Promise.resolve([])),
      touches: Array.from({ length: 4 }, () => '+ alert of owner/own owner'),
      answers: [
        'https://waxseal.example/diagnostics/owner/own',
        'https://waxseal.example/diagnostics/owner/own',
        'https://waxseal.example/diagnostics/owner/own',
        'https://waxseal.example/dns-history?domain=owner/own',
      ],
    },
    'names no page for what is not about a domain, and no values where it has none': {
      call: async world => {
        const alert = aboutAddress(world, 'owner', { description: 'on one list', state: 'raised' })
        const added = await world.transaction(tx => store.insertAlert(tx, alert))
        const told = added && store.alertOf(added, 'https://waxseal.example')
        return told && ['url' in told, told.old_value, told.new_value]
      },
      touches: ['+ alert of owner'],
      answers: [false, null, null],
    },
  },
})

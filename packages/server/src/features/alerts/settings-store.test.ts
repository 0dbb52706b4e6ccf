import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './settings-store.ts'

async function secretOf({ db, id }: World, name: string): Promise<string> {
  const { webhookSecret } = await store.settingsOf(db, id(name))
  if (webhookSecret === null) throw new Error(`${name} has no secret`)
  return webhookSecret
}

storeTests<Omit<typeof store, 'defaultSettings'>>('the store of alert settings', {
  settingsOf: {
    'are those of one workspace': {
      call: async ({ db, id }) => {
        const both = await Promise.all(['owner', 'neighbor'].map(name => store.settingsOf(db, id(name))))
        return both.map(({ email, version }) => [email, version])
      },
      touches: [],
      answers: [
        ['alerts@owner.example.net', 3],
        ['alerts@neighbor.example.net', 3],
      ],
    },
    'of a workspace that never saved are the defaults': {
      call: ({ db }) => store.settingsOf(db, '00000000-0000-4000-8000-000000000000'),
      touches: [],
      answers: {
        emailAlerts: true,
        email: null,
        alertTypes: [
          'health_score_drop',
          'blacklist_detection',
          'dmarc_fail',
          'high_threat',
          'dns_mx_change',
          'open_relay',
          'domain_gone',
          'dnssec_broken',
          'certificate_expiring',
        ],
        webhookSecret: null,
        version: 0,
      },
    },
  },
  storeSettings: {
    'replaces those of one workspace': {
      call: async ({ db, id, transaction }) => {
        const settings = await store.settingsOf(db, id('owner'))
        await transaction(tx => store.storeSettings(tx, id('owner'), { ...settings, email: null, version: 4 }))
      },
      touches: ['alert_settings owner: email, version'],
      answers: null,
    },
  },
  storedSecrets: {
    'are those of all workspaces': {
      call: async ({ db, named }) =>
        (await store.storedSecrets(db)).map(({ workspaceId }) => String(named(workspaceId))).sort(),
      touches: [],
      answers: ['neighbor', 'owner'],
    },
  },
  resealSecret: {
    'replaces the secret it was made of': {
      call: async world => {
        const before = await secretOf(world, 'owner')
        await store.resealSecret(world.db, world.id('owner'), { before, sealed: 'sealed again' })
      },
      touches: ['alert_settings owner: webhook_secret'],
      answers: null,
    },
    'leaves a secret that was replaced meanwhile': {
      call: async world => {
        const before = await secretOf(world, 'neighbor')
        await store.resealSecret(world.db, world.id('owner'), { before, sealed: 'sealed again' })
      },
      touches: [],
      answers: null,
    },
  },
})

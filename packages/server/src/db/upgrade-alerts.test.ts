import { alertTypes } from '@waxseal/core/alert'
import { expect, it } from 'vitest'
import { upgradedStore } from '../testing/older-store.ts'
import { onBothStores } from '../testing/store.ts'
import { alertSettings, domain } from './schema/index.ts'

const at = '2026-11-20T09:00:00.123Z'
const later = '2026-12-10T00:00:00.000Z'
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const five = ['health_score_drop', 'blacklist_detection', 'dmarc_fail', 'high_threat', 'dns_mx_change']
/** The alert types of three workspaces as they were saved. */
const saved = [five, five.toReversed(), ['dmarc_fail', 'dns_mx_change', 'health_score_drop', 'high_threat'], []]
const change = { part: 'dmarc', kind: 'dmarc', record: 'dmarc' }

const rows = `
  ${saved
    .map(
      (types, n) => `
    insert into workspace (id, name, tier, granted_tier, created_at) values ('${id(n)}', 'Ada', 'pro', 'pro', '${at}');
    insert into alert_settings (workspace_id, email_alerts, alert_types, version)
      values ('${id(n)}', true, '${JSON.stringify(types)}', 1);`,
    )
    .join('')}
  insert into domain (id, workspace_id, name, created_at, own_scan_due_at, unseen_changes) values
    ('${id(5)}', '${id(0)}', 'certificate.example', '${at}', '${later}', '[]'),
    ('${id(6)}', '${id(0)}', 'changed.example', '${at}', '${later}', '${JSON.stringify([change])}'),
    ('${id(7)}', '${id(0)}', 'quiet.example', '${at}', null, '[]');
`

onBothStores('a database from before the alerts by effect', kind => {
  it('gives the four later alert types to workspaces with all of before, and parts looks at certificates from changes', async () => {
    const store = await upgradedStore(kind, { migrations: 41, rows })
    try {
      const settings = await store.db.select().from(alertSettings).orderBy(alertSettings.workspaceId)
      const [all, turned, chosen, none] = settings.map(({ alertTypes: types }) => types)
      expect([all?.toSorted(), turned?.toSorted()]).toEqual([alertTypes.toSorted(), alertTypes.toSorted()])
      // Who chose, has what they chose.
      expect([chosen, none]).toEqual(saved.slice(2))
      expect(settings.map(({ version }) => version)).toEqual([1, 1, 1, 1])
      const domains = await store.db.select().from(domain).orderBy(domain.name)
      expect(domains.map(({ certificateDueAt, ownScanDueAt }) => [certificateDueAt, ownScanDueAt])).toEqual([
        [new Date(later), null],
        [null, new Date(later)],
        [null, null],
      ])
      expect(domains.map(({ certificates }) => certificates)).toEqual([[], [], []])
    } finally {
      await store.close()
    }
  })
})

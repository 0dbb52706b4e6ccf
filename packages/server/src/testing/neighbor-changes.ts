import * as schema from '../db/schema/index.ts'
import type { Database } from '../db/store.ts'
import type { FillingDomain } from './neighbor-rows.ts'

const hour = 3_600_000
const day = 24 * hour

/** What a domain's monitoring has: due or not, and two changes, one of them longer ago than Starter shows changes. */
export async function fillMonitoring(
  db: Database,
  { name, workspace, make, now, domain, called }: FillingDomain,
): Promise<void> {
  const of = { workspaceId: workspace.id, domainId: domain.id }
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const isDue = domain.score === null
  await db.insert(schema.watch).values({
    ...of,
    nextCheckAt: isDue ? ago(name === 'owner' ? hour : hour / 2) : ago(-5 * hour),
    checkedAt: ago(isDue ? 7 * hour : hour / 2),
    memory: { version: 1, at: now.getTime() - 7 * hour, parts: {} },
  })
  const change = (n: number, severity: 'info' | 'warning', foundAt: Date) => ({
    ...of,
    id: make(`${called} change ${n}`),
    changeType: 'mx_modified',
    severity,
    description: `MX of ${called} modified`,
    oldValue: [`10 mx${n}.example.net`],
    newValue: [`10 mx${n + 1}.example.net`],
    part: 'mx',
    fingerprint: `change ${n}`,
    foundAt,
  })
  const hours = isDue ? 1 : 2
  await db
    .insert(schema.dnsChange)
    .values([change(1, 'warning', ago(40 * day + hours * hour)), change(2, 'info', ago(2 * day + hours * hour))])
}

import { alertsOfChanges } from '@waxseal/core/alert'
import type { DnsChange } from '@waxseal/core/watch'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { dnsChange } from '../../db/schema/index.ts'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import type { EventPayload } from '../../jobs/catalog.ts'
import { decideAndRaise } from './decide.ts'

/** Raises stored changes of DNS, and resolves those that were taken back. */
export async function raiseOfChanges(deps: Deps, event: EventPayload<'dns.changed'>): Promise<void> {
  const { domainId, changeIds } = event
  await deps.store.transaction(async tx => {
    const changes = await changesOf(tx, domainId, changeIds)
    await decideAndRaise(deps, tx, {
      domainId,
      source: `changes ${changeIds[0]}`,
      candidates: known => alertsOfChanges(changes, known),
    })
  })
}

async function changesOf(tx: Tx, domainId: string, ids: readonly string[]): Promise<DnsChange[]> {
  const rows = await tx
    .select()
    .from(dnsChange)
    .where(and(eq(dnsChange.domainId, domainId), inArray(dnsChange.id, [...ids])))
    .orderBy(asc(dnsChange.foundAt), asc(dnsChange.id))
  return rows.map(({ changeType, severity, description, oldValue, newValue, part, fingerprint }) => ({
    change_type: changeType,
    severity,
    change_description: description,
    old_value: oldValue,
    new_value: newValue,
    part,
    fingerprint,
  }))
}

import type { Deps } from '../deps.ts'
import type { HostedZone } from '../env-hosted-zone.ts'
import { changePublisher, hostedCount, makeZone, notePublisher, renameZone, zoneRow } from './records.ts'

/**
 * Makes the row of the configured zone, at the start of a process. Another apex is accepted only while nothing is hosted:
 * domains include names below the old one.
 *
 * @throws Error with a line for the operator when records are hosted below another apex
 */
export async function settleZone({ env, store, now, log }: Pick<Deps, 'env' | 'store' | 'now' | 'log'>): Promise<void> {
  if (env.hostedZone === null) {
    const hosted = await hostedCount(store.db)
    if (hosted > 0)
      log.warn({ hosted }, 'HOSTED_ZONE is not set, but domains use hosted records: no one keeps them up to date now')
    return
  }
  const zone = env.hostedZone.name
  const publisher = publisherOf(env.hostedZone)
  await store.transaction(async tx => {
    await makeZone(tx, zone, now())
    await notePublisher(tx, publisher)
    const row = await zoneRow(tx)
    if (row?.name === zone && row.publisher !== publisher) {
      await changePublisher(tx, zone, publisher, now())
      log.warn({ zone, publisher, before: row.publisher }, 'another publisher: the delegation is to be proved again')
    }
    if (row === undefined || row.name === zone) return
    const hosted = await hostedCount(tx)
    if (hosted > 0)
      throw new Error(
        `HOSTED_ZONE: is ${zone}, but ${hosted} records are hosted below ${row.name} → set HOSTED_ZONE=${row.name}, or delete the hosted SPF records first`,
      )
    await renameZone(tx, zone, now())
    log.info({ zone, before: row.name }, 'the hosted zone has another name')
  })
}

/** Names a publisher, without its secret. */
function publisherOf({ publisher }: HostedZone): string {
  if (publisher.kind === 'powerdns') return `powerdns ${publisher.url}`
  return publisher.kind === 'cloudflare' ? `cloudflare ${publisher.zoneId}` : 'embedded'
}

import { wording } from '@waxseal/contract'
import { defaultDmarcSettings } from '@waxseal/core/dmarc'
import { defaultSpfSettings } from '@waxseal/core/spf'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { lockedDomain, ownedDomain } from '../domains/store.ts'
import { dmarcOf, spfOf } from './store.ts'
import type { Target } from './target.ts'

/** The SPF settings last generated for a domain. @throws Refusal `not_found` when there are none, or no such domain */
export async function savedSpf(deps: Deps, accountId: string, domainId: string) {
  const row = await spfOf(deps.store.db, await ownedId(deps, accountId, domainId))
  if (row === undefined) throw new Refusal('not_found', wording.notFound)
  return {
    ...defaultSpfSettings,
    ...row.settings,
    dns_record: row.record,
    generated_at: row.generatedAt.toISOString(),
  }
}

/** The same for DMARC. */
export async function savedDmarc(deps: Deps, accountId: string, domainId: string) {
  const row = await dmarcOf(deps.store.db, await ownedId(deps, accountId, domainId))
  if (row === undefined) throw new Refusal('not_found', wording.notFound)
  return {
    ...defaultDmarcSettings,
    ...row.settings,
    dns_record: row.record,
    generated_at: row.generatedAt.toISOString(),
  }
}

/**
 * Writes down what was generated for a domain of the account; for a typed one there is nothing to keep.
 *
 * @throws Refusal `not_found` when the domain has gone meanwhile
 */
export async function keep(
  deps: Deps,
  accountId: string,
  { domainId }: Target,
  write: (tx: Tx, domainId: string) => Promise<void>,
): Promise<void> {
  if (domainId === null) return
  await deps.store.transaction(async tx => {
    if ((await lockedDomain(tx, accountId, domainId)) === undefined) throw new Refusal('not_found', wording.notFound)
    await write(tx, domainId)
  })
}

async function ownedId(deps: Deps, accountId: string, domainId: string): Promise<string> {
  const domain = await ownedDomain(deps.store.db, accountId, domainId)
  if (domain === undefined) throw new Refusal('not_found', wording.notFound)
  return domain.id
}

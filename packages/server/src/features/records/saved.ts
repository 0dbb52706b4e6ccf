import { wording } from '@waxseal/contract'
import { defaultDmarcSettings } from '@waxseal/core/dmarc'
import { defaultSpfSettings } from '@waxseal/core/spf'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { recordEvent } from '../audit/record.ts'
import { requireDomain, requireEditableDomain } from '../domains/require-domain.ts'
import type { Actor } from '../workspaces/actor.ts'
import { dmarcOf, spfOf } from './store.ts'
import type { Target } from './target.ts'

/** The SPF settings last generated for a domain. @throws Refusal `not_found` when there are none, or no such domain */
export async function savedSpf(deps: Deps, actor: Actor, domainId: string) {
  const row = await spfOf(deps.store.db, (await requireDomain(deps.store.db, actor, domainId)).id)
  if (row === undefined) throw new Refusal('not_found', wording.notFound)
  return {
    ...defaultSpfSettings,
    ...row.settings,
    dns_record: row.record,
    generated_at: row.generatedAt.toISOString(),
  }
}

/** The same for DMARC. */
export async function savedDmarc(deps: Deps, actor: Actor, domainId: string) {
  const row = await dmarcOf(deps.store.db, (await requireDomain(deps.store.db, actor, domainId)).id)
  if (row === undefined) throw new Refusal('not_found', wording.notFound)
  return {
    ...defaultDmarcSettings,
    ...row.settings,
    dns_record: row.record,
    generated_at: row.generatedAt.toISOString(),
  }
}

/**
 * Stores the generated record of a domain in the workspace; a typed domain stores nothing.
 *
 * @throws Refusal `not_found` when the domain was deleted meanwhile; `domain_read_only`
 */
export async function keep(
  deps: Deps,
  actor: Actor,
  { domainId }: Target,
  action: 'record.spf_generated' | 'record.dmarc_generated',
  write: (tx: Tx, domainId: string) => Promise<void>,
): Promise<void> {
  if (domainId === null) return
  await deps.store.transaction(async tx => {
    const { name } = await requireEditableDomain(tx, actor, domainId)
    await write(tx, domainId)
    await recordEvent(deps, tx, actor, { action, subject: name })
  })
}

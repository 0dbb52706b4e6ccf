import { wording } from '@waxseal/contract'
import { mayUse } from '@waxseal/core/plan'
import { normalizeDomain } from '@waxseal/scanner'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { refuseReadOnly } from '../domains/read-only.ts'
import { requireDomain } from '../domains/require-domain.ts'
import type { Actor } from '../workspaces/actor.ts'

/** The domain of a new record. */
export interface Target {
  /** As A-labels. */
  name: string
  /** null: typed by hand, nothing is stored. */
  domainId: string | null
}

/** The domain in a request: one of the two. */
interface GivenTarget {
  domain_id?: string | null | undefined
  domain_name?: string | null | undefined
}

/**
 * The domain of a request.
 *
 * @throws Refusal `not_found` for a domain that is not the workspace's; `feature_locked` for a typed one below Pro;
 * `invalid_domain` for an invalid or missing name; `validation` when both are given
 */
export async function targetOf(deps: Deps, actor: Actor, given: GivenTarget): Promise<Target> {
  const { domain_id: id = null, domain_name: typed = null } = given
  if (id !== null && typed !== null) throw new Refusal('validation', wording.oneTarget)
  if (id !== null) {
    const domain = await requireDomain(deps.store.db, actor, id)
    return { name: domain.name, domainId: domain.id }
  }
  if (typed === null || typed.trim() === '') throw new Refusal('invalid_domain', wording.enterDomain)
  if (!mayUse(actor.workspace.tier, 'adhoc_domains')) {
    throw new Refusal('feature_locked', wording.adhocLocked, { feature: 'adhoc_domains' })
  }
  const normalized = normalizeDomain(typed)
  if (!normalized.ok) throw new Refusal('invalid_domain', wording.invalidDomain)
  return { name: normalized.ascii, domainId: null }
}

/**
 * The domain of a request that stores the record.
 *
 * @throws Refusal as `targetOf`; `domain_read_only`
 */
export async function storingTargetOf(deps: Deps, actor: Actor, given: GivenTarget): Promise<Target> {
  const target = await targetOf(deps, actor, given)
  if (target.domainId !== null) await refuseReadOnly(deps.store.db, actor.workspace, target.domainId)
  return target
}

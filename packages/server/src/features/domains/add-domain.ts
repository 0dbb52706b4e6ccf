import { wording } from '@waxseal/contract'
import { mayAddDomain, plans } from '@waxseal/core/plan'
import { normalizeDomain } from '@waxseal/scanner'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { recordEvent } from '../audit/record.ts'
import type { Actor } from '../workspaces/actor.ts'
import { lockWorkspace } from '../workspaces/store.ts'
import { type DomainRow, domainCount, insertDomain, ownedDomainNamed } from './store.ts'

/**
 * Adds a domain to the workspace: `typed` may be a URL, an email address, a name in any script.
 *
 * @throws Refusal `invalid_domain`; `conflict` when the workspace has it already; `domain_limit` at the plan's limit,
 * also with concurrent requests.
 */
export async function addDomain(deps: Deps, actor: Actor, typed: string): Promise<DomainRow> {
  const { workspace } = actor
  if (typed.trim() === '') throw new Refusal('invalid_domain', wording.enterDomain)
  const normalized = normalizeDomain(typed)
  if (!normalized.ok) throw new Refusal('invalid_domain', wording.invalidDomain)
  return deps.store.transaction(async tx => {
    if (!(await lockWorkspace(tx, workspace.id))) throw new Refusal('unauthorized', wording.signInNeeded)
    if (await ownedDomainNamed(tx, workspace.id, normalized.ascii)) {
      throw new Refusal('conflict', wording.domainAlreadyAdded)
    }
    const gate = mayAddDomain(workspace.tier, await domainCount(tx, workspace.id))
    if (!gate.allowed) throw domainLimit(workspace, gate.limit)
    const added = await insertDomain(tx, { workspaceId: workspace.id, name: normalized.ascii, createdAt: deps.now() })
    if (added === undefined) throw new Refusal('conflict', wording.domainAlreadyAdded)
    await recordEvent(deps, tx, actor, { action: 'domain.added', subject: added.name })
    return added
  })
}

/** The refusal beyond the plan's number of domains. */
export function domainLimit({ tier }: Pick<Actor['workspace'], 'tier'>, limit: number): Refusal {
  return new Refusal('domain_limit', wording.domainLimit(plans[tier].label, limit), { feature: 'domains' })
}

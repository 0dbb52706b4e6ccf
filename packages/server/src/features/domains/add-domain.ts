import { wording } from '@waxseal/contract'
import { mayAddDomain, plans } from '@waxseal/core/plan'
import { normalizeDomain } from '@waxseal/scanner'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { Account } from '../accounts/account.ts'
import { type DomainRow, domainCount, insertDomain, lockAccount, ownedDomainNamed } from './store.ts'

/**
 * Adds a domain to the account: `typed` may be a URL, an e-mail address, a name in any script.
 *
 * @throws Refusal `invalid_domain`; `conflict` when the account has it already; `domain_limit` when the plan has no
 *   room, which two requests at once cannot get around.
 */
export async function addDomain(deps: Deps, account: Account, typed: string): Promise<DomainRow> {
  if (typed.trim() === '') throw new Refusal('invalid_domain', wording.enterDomain)
  const normalized = normalizeDomain(typed)
  if (!normalized.ok) throw new Refusal('invalid_domain', wording.invalidDomain)
  return deps.store.transaction(async tx => {
    if (!(await lockAccount(tx, account.id))) throw new Refusal('unauthorized', wording.signInNeeded)
    if (await ownedDomainNamed(tx, account.id, normalized.ascii)) {
      throw new Refusal('conflict', wording.domainAlreadyAdded)
    }
    const gate = mayAddDomain(account.tier, await domainCount(tx, account.id))
    if (!gate.allowed) throw domainLimit(account, gate.limit)
    const added = await insertDomain(tx, { accountId: account.id, name: normalized.ascii, createdAt: deps.now() })
    if (added === undefined) throw new Refusal('conflict', wording.domainAlreadyAdded)
    return added
  })
}

/** The refusal for more domains than the plan has room for. */
export function domainLimit(account: Account, limit: number): Refusal {
  return new Refusal('domain_limit', wording.domainLimit(plans[account.tier].label, limit), { feature: 'domains' })
}

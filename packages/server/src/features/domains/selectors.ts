import { wording } from '@waxseal/contract'
import { isPrintable } from '@waxseal/contract/printable'
import { keyName, readSelector } from '@waxseal/core/dkim'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { recordEvent } from '../audit/record.ts'
import { type Actor, authorId } from '../workspaces/actor.ts'
import { requireDomain, requireEditableDomain } from './require-domain.ts'
import { forgetSelector, insertSelector, selectorsOf, userSelectorCount } from './selector-store.ts'

/** The maximum number of added selectors of one domain. */
const selectorsMax = 20

/** The selectors of a domain in wire form. @throws Refusal `not_found` */
export async function listSelectors(deps: Deps, actor: Actor, domainId: string) {
  const domain = await requireDomain(deps.store.db, actor, domainId)
  return present(await selectorsOf(deps.store.db, domain.id))
}

/**
 * Adds a selector, typed as in a signature or as the whole name of its record.
 *
 * @throws Refusal `not_found`; `validation` for an invalid selector or one too many; `conflict` when it exists already;
 * `domain_read_only`
 */
export async function addSelector(deps: Deps, actor: Actor, domainId: string, typed: string) {
  return deps.store.transaction(async tx => {
    const domain = await requireEditableDomain(tx, actor, domainId)
    const selector = selectorIn(typed, domain.name)
    if (selector === null) throw new Refusal('validation', wording.invalidSelector)
    if ((await userSelectorCount(tx, domain.id)) >= selectorsMax) {
      throw new Refusal('validation', wording.selectorLimit)
    }
    const row = { domainId: domain.id, selector, source: 'user' as const, addedAt: deps.now(), author: authorId(actor) }
    const added = await insertSelector(tx, row)
    if (!added) throw new Refusal('conflict', wording.selectorAlreadyAdded)
    const event = { action: 'domain.selector_added', subject: domain.name, detail: { selector } } as const
    await recordEvent(deps, tx, actor, event)
    return present(await selectorsOf(tx, domain.id))
  })
}

/** @throws Refusal `not_found` for an unknown domain or selector; `domain_read_only` */
export async function deleteSelector(deps: Deps, actor: Actor, domainId: string, selector: string): Promise<null> {
  // No such selector is stored, and the database would refuse to search for it.
  if (!isPrintable(selector)) throw new Refusal('not_found', wording.notFound)
  return deps.store.transaction(async tx => {
    const domain = await requireEditableDomain(tx, actor, domainId)
    if (!(await forgetSelector(tx, domain.id, selector))) throw new Refusal('not_found', wording.notFound)
    const event = { action: 'domain.selector_removed', subject: domain.name, detail: { selector } } as const
    await recordEvent(deps, tx, actor, event)
    return null
  })
}

/**
 * `S1`, `s1._domainkey` and `s1._domainkey.example.com.` all mean `s1`; null: no selector, or that of another domain.
 */
function selectorIn(typed: string, domain: string): string | null {
  const [, elsewhere = domain] = typed.trim().toLowerCase().replace(/\.$/, '').split('._domainkey.')
  const selector = readSelector(typed)
  return selector !== null && elsewhere === domain && keyName(selector, domain) !== null ? selector : null
}

function present(rows: Awaited<ReturnType<typeof selectorsOf>>) {
  return {
    selectors: rows.map(({ selector, source, addedAt }) => ({ selector, source, added_at: addedAt.toISOString() })),
  }
}

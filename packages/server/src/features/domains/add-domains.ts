import { limits, wording } from '@waxseal/contract'
import { plans } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { recordEvent } from '../audit/record.ts'
import type { Actor } from '../workspaces/actor.ts'
import { lockWorkspace } from '../workspaces/store.ts'
import { domainLimit } from './add-domain.ts'
import { readNames } from './read-names.ts'
import { type DomainRow, domainCount, insertDomains, ownedNames } from './store.ts'

/** The maximum displayed length of an invalid name: a little more than the longest name. */
const inputShown = 260

interface Skipped {
  input: string
  code: 'invalid_domain' | 'conflict' | 'domain_limit'
  reason: string
}

interface Added {
  added: DomainRow[]
  /** With the codes and in the words of `addDomain`. */
  skipped: Skipped[]
  /** The number skipped because of the plan's limit. */
  leftOut: number
}

/**
 * Adds the domains of a pasted list or CSV, up to the plan's limit, in one transaction.
 *
 * @throws Refusal `too_large`; `invalid_domain` without any name; `validation` for more than 1,000 names;
 * `domain_limit` when there are new domains and none of them may be added
 */
export async function addDomains(deps: Deps, actor: Actor, text: string): Promise<Added> {
  const { workspace } = actor
  if (Buffer.byteLength(text) > limits.bulkBytes) throw new Refusal('too_large', wording.bulkTooLarge)
  const given = readNames(text, limits.bulkNames + 1)
  if (given.length === 0) throw new Refusal('invalid_domain', wording.enterDomain)
  if (given.length > limits.bulkNames) throw new Refusal('validation', wording.bulkTooMany)
  const names = given.flatMap(({ name }) => name ?? [])
  const createdAt = deps.now()

  return deps.store.transaction(async tx => {
    if (!(await lockWorkspace(tx, workspace.id))) throw new Refusal('unauthorized', wording.signInNeeded)
    const known = await ownedNames(tx, workspace.id, names)
    const fresh = names.filter(name => !known.has(name))
    const limit = plans[workspace.tier].domains
    const room = limit === null ? fresh.length : Math.max(0, limit - (await domainCount(tx, workspace.id)))
    const refusal = limit === null ? null : domainLimit(workspace, limit)
    if (refusal !== null && room === 0 && fresh.length > 0) throw refusal

    const rows = fresh.slice(0, room).map(name => ({ workspaceId: workspace.id, name, createdAt }))
    const stored = await insertDomains(tx, rows)
    if (stored.size > 0) {
      const detail = { count: stored.size, names: [...stored.keys()] }
      await recordEvent(deps, tx, actor, { action: 'domain.imported', detail })
    }
    const refused = (name: string | null): Pick<Skipped, 'code' | 'reason'> => {
      if (name === null) return { code: 'invalid_domain', reason: wording.invalidDomain }
      return known.has(name) || refusal === null
        ? { code: 'conflict', reason: wording.domainAlreadyAdded }
        : { code: 'domain_limit', reason: refusal.detail }
    }
    return {
      added: rows.flatMap(({ name }) => stored.get(name) ?? []),
      skipped: given
        .filter(({ name }) => name === null || !stored.has(name))
        .map(({ input, name }) => ({ input: shown(input), ...refused(name) })),
      leftOut: fresh.length - rows.length,
    }
  })
}

function shown(input: string): string {
  return input.length > inputShown ? `${input.slice(0, inputShown - 1).toWellFormed()}…` : input.toWellFormed()
}

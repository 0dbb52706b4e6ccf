import { wording } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { type HostedDomain, hostedOfWorkspaces } from '../domains/hosted-store.ts'
import { isIncluded } from '../domains/included.ts'

/** A person waits. */
const lookMs = 5_000
/** Lookups side by side. */
const sideBySide = 8

/**
 * Looks up whether domains of these workspaces include their hosted SPF records, before the workspaces are deleted.
 *
 * @throws Refusal `conflict` when some do, or when that could not be checked in five seconds
 */
export async function refuseIncludedAmong(
  { store, freshDns }: Pick<Deps, 'store' | 'freshDns'>,
  workspaceIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const end = AbortSignal.any([signal, AbortSignal.timeout(lookMs)])
  const waiting = await hostedOfWorkspaces(store.db, workspaceIds)
  const included: (HostedDomain & { seen: boolean | null })[] = []
  const oneAfterAnother = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const seen = end.aborted ? null : await isIncluded(freshDns(end), next.domain, next.hostedName, end)
      if (seen !== false) included.push({ ...next, seen })
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, oneAfterAnother))
  const [first, ...more] = included.toSorted((a, b) => (a.domain < b.domain ? -1 : 1))
  if (first === undefined) return
  if (more.length > 0) throw new Refusal('conflict', wording.stillIncludedAmong(first.domain, more.length))
  const words = first.seen === true || first.included === true ? wording.stillIncluded : wording.maybeIncluded
  throw new Refusal('conflict', words(first.domain, first.hostedName))
}

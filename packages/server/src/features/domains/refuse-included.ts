import { wording } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { isIncluded } from './included.ts'

/** A person waits. */
const lookMs = 5_000

/**
 * Looks up whether the SPF record of a domain includes its hosted record, before something is deleted that mail depends on.
 *
 * @param included what the last check found, used where the look-up fails
 * @throws Refusal `conflict` when the domain includes it, or when that could not be checked
 */
export async function refuseIncluded(
  { freshDns }: Pick<Deps, 'freshDns'>,
  { domain, hostedName, included }: { domain: string; hostedName: string; included: boolean | null },
  signal: AbortSignal,
): Promise<void> {
  const end = AbortSignal.any([signal, AbortSignal.timeout(lookMs)])
  const seen = await isIncluded(freshDns(end), domain, hostedName, end)
  if (seen === false) return
  const isKnown = seen === true || included === true
  const words = isKnown ? wording.stillIncluded : wording.maybeIncluded
  throw new Refusal('conflict', words(domain, hostedName))
}

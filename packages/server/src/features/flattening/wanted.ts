import { type FlattenProblem, flattenProblemText, type HostedMemory, type HostSpfInput } from '@waxseal/core/spf'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { FreshDns } from '../../ports.ts'
import { viewOf } from './present.ts'
import type { FlatteningRow } from './store.ts'

/** What a hosted record is to be. It is proved. */
export interface Wanted {
  view: FlatteningRow['view']
  memory: HostedMemory
  ttl: number
  /** Upstreams lost more than is removed at once: that is withheld. */
  withholds: boolean
  /** Growth waits that the owners are asked about now. */
  asks: boolean
}

/**
 * Flattens a record that its owner gives. One that only adds terms to the hosted one is treated as a change of upstreams:
 * an accident of theirs is withheld here too. Any other one is meant as it is, and the same one again is made from what
 * upstreams have now. What the owner did not add and never accepted waits in each case.
 *
 * @throws Refusal `validation` when it cannot be flattened; `upstream` when a lookup failed
 */
export async function wantedOf(
  deps: Pick<Deps, 'log' | 'now' | 'spf'>,
  dns: FreshDns,
  existing: FlatteningRow | undefined,
  input: HostSpfInput,
): Promise<Wanted> {
  if (
    existing !== undefined &&
    existing.hostedName === input.hostedName &&
    onlyAdds(existing.originalRecord, input.record) &&
    !onlyAdds(input.record, existing.originalRecord)
  ) {
    const { view, ttl, memory, originalRecord: before } = existing
    const found = await deps.spf.check(dns, { ...input, records: view.records, ttl, memory, before }, deps.now())
    if (found.kind === 'failed') throw refusal(found.problems)
    const { withholds, asks } = found
    if (found.kind === 'unchanged') {
      return { view: { ...viewOf(found.upstream), records: view.records }, memory: found.memory, ttl, withholds, asks }
    }
    return { view: viewOf(found.flattening), memory: found.memory, ttl: found.flattening.ttl, withholds, asks }
  }
  const known = existing === undefined ? null : { record: existing.originalRecord, memory: existing.memory }
  const result = await deps.spf.host(dns.first, input, known, deps.now())
  if (result.kind === 'failed') throw refusal(result.problems)
  if (result.kind === 'unproved') {
    const { address, before, after } = result.example
    deps.log.error({ example: result.example }, 'a flattened record differs from its original')
    const detail = `The flattened record could not be proved: ${address} would get the result ${after} instead of ${before}.`
    throw new Refusal('upstream', detail)
  }
  const { flattening, memory, asks } = result
  return { view: viewOf(flattening), memory, ttl: flattening.ttl, withholds: false, asks }
}

/** Whether a record has every term of another one, but for the ending. */
function onlyAdds(before: string, after: string): boolean {
  const terms = new Set(after.toLowerCase().split(' '))
  return before
    .toLowerCase()
    .split(' ')
    .every(term => terms.has(term) || /^[-+~?]?all$/.test(term))
}

function refusal(problems: readonly FlattenProblem[]): Refusal {
  const isTemporary = problems.some(({ code }) => code === 'unanswered' || code === 'not_proved')
  return new Refusal(isTemporary ? 'upstream' : 'validation', problems.slice(0, 3).map(flattenProblemText).join(' '))
}

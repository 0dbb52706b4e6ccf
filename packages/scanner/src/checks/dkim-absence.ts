import type { SureReason } from '@waxseal/core/dkim'
import type { Answer, Resolver } from '@waxseal/core/dns'
import type { EvidenceRecorder } from './evidence-recorder.ts'

/** Why the absence of a key is certain, and the notes of the section. */
export interface Proof {
  because: SureReason | null
  notes: readonly string[]
}

const unproved: Proof = { because: null, notes: [] }

/** The answer of one of the zone's own servers. */
interface WitnessAnswer {
  witness: Resolver
  answer: Answer<'TXT'>
}

/**
 * The name does not exist, so nothing exists below it (RFC 8020). At the end of a CNAME, NXDOMAIN is about another
 * name.
 */
export function isNothing(answer: Answer): boolean {
  return answer.kind === 'no-such-name' && answer.via.cnames.length === 0
}

/** Queries a name at two of the zone's own servers, each separately; a third when one of them fails. */
export async function askWitnesses(name: string, witnesses: readonly Resolver[]): Promise<readonly WitnessAnswer[]> {
  const askSome = (some: readonly Resolver[]): Promise<WitnessAnswer[]> =>
    Promise.all(some.map(async witness => ({ witness, answer: await witness.query(name, 'TXT') })))
  const witnessed = await askSome(witnesses.slice(0, 2))
  return witnessed.some(({ answer }) => answer.kind === 'failed')
    ? [...witnessed, ...(await askSome(witnesses.slice(2)))]
    : witnessed
}

/**
 * Whether `_domainkey` certainly does not exist. Either DNSSEC proves it and the zone's own servers do not contradict,
 * or two of these say so. A failed one leaves a gap.
 *
 * @param said the resolver's answer
 * @param now the answer of the zone's own servers, if they could be asked
 */
export async function proveAbsence(
  domainkey: string,
  { said, now, witnessed }: { said: Answer; now: Answer; witnessed: readonly WitnessAnswer[] },
  recorder: EvidenceRecorder,
): Promise<Proof> {
  if (!isNothing(now)) return unproved
  if (isNothing(said) && said.via.authentic === 'yes') return { because: 'authenticated', notes: [] }
  if (witnessed.some(({ answer }) => answer.kind !== 'failed' && !isNothing(answer))) return unproved
  const denials = witnessed.filter(({ answer }) => isNothing(answer)).map(({ answer }) => answer.via.server ?? '?')
  if (denials.length >= 2) {
    const servers = denials.slice(0, 2).join(' and ')
    return {
      because: 'two-servers',
      notes: [`Two of the zone's own servers (${servers}) deny that ${domainkey} exists.`],
    }
  }
  // A zone with a single server has no second witness, which is no failure.
  const silent = witnessed.find(({ answer }) => answer.kind === 'failed' && answer.reason !== 'unreachable')
  if (silent !== undefined) await recorder.query(silent.witness, domainkey, 'TXT')
  return unproved
}

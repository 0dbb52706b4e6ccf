import type { Evidence, Section } from '@waxseal/core/check'
import {
  askConsent,
  askExistence,
  type DmarcElsewhere,
  type DmarcValue,
  discoverDmarc,
  discoverDmarc7489,
  dmarcWalk,
  findDmarcElsewhere,
} from '@waxseal/core/dmarc'
import { isSubdomain, type RecordedAnswer, type Resolver, recordingResolver } from '@waxseal/core/dns'
import { checkResolver, collected, type DnsContext } from './check.ts'

/** Of the types that this check asks for: TXT for records, A for the existence of the name. */
const decisive: readonly string[] = ['TXT', 'A']

/** The applicable DMARC record, by RFC 9989 and by RFC 7489, and the authorization of external report addresses. */
export async function collectDmarc(context: DnsContext): Promise<Section<DmarcValue>> {
  const { name } = context
  // The records of a public suffix are not queried at its own servers in every scan, because they rarely change.
  const dns = checkResolver(
    context,
    (asked, type) =>
      type === 'TXT' &&
      (asked.includes('._report._dmarc.') || isSubdomain(asked.replace(/^_dmarc\./, ''), context.organizationalDomain)),
  )
  const asked = Promise.all(dmarcWalk(name).map(domain => dns.query(`_dmarc.${domain}`, 'TXT')))
  const [exists] = await Promise.all([existenceOf(dns, name), asked])
  const [discovery, rfc7489] = await Promise.all([
    discoverDmarc(dns, name, { exists }),
    discoverDmarc7489(dns, name, context.organizationalDomain),
  ])
  const { reading } = discovery
  if (reading.unchecked) {
    const reason = dns.gaps().find(gap => gap.question.type === 'TXT')?.reason ?? 'cancelled'
    return { ran: false, reason, evidence: dns.evidence() }
  }
  const external =
    reading.record === null || reading.location === null
      ? []
      : await askExistence(dns, await askConsent(dns, reading.record, reading.location))
  const isMissing = reading.record === null && !reading.multiple
  const lookedFor = isMissing ? await lookElsewhere(context, discovery.walked) : null
  const elsewhere = lookedFor === null ? {} : { elsewhere: lookedFor.found }
  const section = collected<DmarcValue>({ ...discovery, ...elsewhere, rfc7489, external }, dns)
  return {
    ...section,
    // The lookup of an alias of itself can only fail. Those of other types explain a failure, and decide nothing else.
    gaps: section.gaps.filter(({ question: { name, type } }) => decisive.includes(type) && name !== discovery.loop),
    evidence: withOthers(section.evidence, lookedFor?.evidence ?? []),
  }
}

/**
 * Looks for the missing record at the names where it may be by mistake. These questions decide nothing: one that fails
 * leaves no gap.
 */
async function lookElsewhere(
  { name, organizationalDomain: zone, resolver }: DnsContext,
  walked: readonly string[],
): Promise<{ found: readonly DmarcElsewhere[]; evidence: readonly RecordedAnswer[] }> {
  const dns = recordingResolver(resolver)
  const found = await findDmarcElsewhere(dns, name, zone, walked)
  return { found, evidence: dns.evidence().filter(({ outcome }) => outcome !== 'failed') }
}

/** The evidence with the answers to questions that it does not have yet. */
function withOthers(evidence: readonly Evidence[], others: readonly RecordedAnswer[]): readonly Evidence[] {
  const asked = new Set(evidence.map(({ question: { name, type } }) => `${type} ${name}`))
  return [...evidence, ...others.filter(({ question: { name, type } }) => !asked.has(`${type} ${name}`))]
}

/** Decides between `np` and `sp` of a record above the name (RFC 9989 section 3.2.9); null: the lookup failed. */
async function existenceOf(dns: Resolver, name: string): Promise<boolean | null> {
  const answer = await dns.query(name, 'A')
  if (answer.kind === 'failed') return null
  return answer.kind !== 'no-such-name' || answer.via.cnames.length > 0
}

import type { Section } from '@waxseal/core/check'
import { type Answer, dnssecErrorWords, textOf } from '@waxseal/core/dns'
import type { ZoneValue } from '@waxseal/core/zone'
import { checkResolver, collected, type DnsContext } from './check.ts'

/** The records at the name itself, and whether DNSSEC validates. */
export async function collectDns(context: DnsContext): Promise<Section<ZoneValue>> {
  const { name } = context
  // Queries TXT as the SPF check does, so that both get the same answer.
  const dns = checkResolver(context, (_, type) => type === 'TXT')
  const ask = (way: 'peek' | 'query' | 'confirm') =>
    Promise.all([dns[way](name, 'A'), dns[way](name, 'AAAA'), dns[way](name, 'TXT'), dns[way](name, 'NS')])
  const answers = await ask((await ask('peek')).some(saysMissing) ? 'confirm' : 'query')
  const [a, aaaa, txt, ns] = answers
  if (a.kind === 'failed' && answers.every(answer => answer.kind === 'failed')) {
    return { ran: false, reason: a.reason, evidence: dns.evidence() }
  }
  return collected<ZoneValue>(
    {
      exists: !answers.some(saysMissing) || answers.some(saysThere),
      a: a.kind === 'records' ? a.records.map(record => record.address) : [],
      aaaa: aaaa.kind === 'records' ? aaaa.records.map(record => record.address) : [],
      txt: txt.kind === 'records' ? txt.records.map(textOf) : [],
      nameservers: ns.kind === 'records' ? ns.records.map(record => record.target) : [],
      bogus: bogusWords(answers),
    },
    dns,
  )
}

/** NXDOMAIN for the name itself; after a CNAME chain it is about another name. */
function saysMissing(answer: Answer): boolean {
  return answer.kind === 'no-such-name' && answer.via.cnames.length === 0
}

/** Records, or a CNAME, at the name itself. Some servers answer NXDOMAIN for one type and return records of another. */
function saysThere(answer: Answer): boolean {
  return answer.kind !== 'failed' && (answer.kind === 'records' || answer.via.cnames.length > 0)
}

/** Why DNSSEC validation failed; null when it did not. */
function bogusWords(answers: readonly Answer[]): string | null {
  const bogus = answers.filter(answer => answer.via.authentic === 'bogus')
  return bogus.length === 0 ? null : dnssecErrorWords(bogus.flatMap(answer => answer.via.ede))
}

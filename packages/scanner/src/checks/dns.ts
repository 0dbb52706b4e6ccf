import type { Section } from '@waxseal/core/check'
import { type Answer, dnssecErrorWords, textOf } from '@waxseal/core/dns'
import type { DnsValue } from '@waxseal/core/health'
import { checkResolver, collected, type DnsContext } from './check.ts'

/** What stands at the name itself, and whether DNSSEC holds there. */
export async function collectDns(context: DnsContext): Promise<Section<DnsValue>> {
  const { name } = context
  // TXT as the SPF check asks it, so that both say the same.
  const dns = checkResolver(context, (_, type) => type === 'TXT')
  const ask = (way: 'peek' | 'query' | 'confirm') =>
    Promise.all([dns[way](name, 'A'), dns[way](name, 'AAAA'), dns[way](name, 'TXT'), dns[way](name, 'NS')])
  const answers = await ask((await ask('peek')).some(saysMissing) ? 'confirm' : 'query')
  const [a, aaaa, txt, ns] = answers
  if (a.kind === 'failed' && answers.every(answer => answer.kind === 'failed')) {
    return { ran: false, reason: a.reason, evidence: dns.evidence() }
  }
  return collected<DnsValue>(
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

/** NXDOMAIN for the name itself; at the end of a CNAME chain it speaks of another name. */
function saysMissing(answer: Answer): boolean {
  return answer.kind === 'no-such-name' && answer.via.cnames.length === 0
}

/** Records, or an alias, at the name itself. Some servers say NXDOMAIN to one type and give records of another. */
function saysThere(answer: Answer): boolean {
  return answer.kind !== 'failed' && (answer.kind === 'records' || answer.via.cnames.length > 0)
}

/** Why DNSSEC is broken, null where it is not. */
function bogusWords(answers: readonly Answer[]): string | null {
  const bogus = answers.filter(answer => answer.via.authentic === 'bogus')
  return bogus.length === 0 ? null : dnssecErrorWords(bogus.flatMap(answer => answer.via.ede))
}

import type { TermId } from '../terms.data.ts'
import type { Context } from './context.ts'

/** The term of a concept, whose findings a scan has. */
export const termsOfConcepts: Readonly<Record<string, TermId>> = {
  spf: 'spf',
  lookup: 'spf',
  include: 'spf',
  end: 'spf',
  dkim: 'dkim',
  key: 'dkim',
  selector: 'dkim',
  dmarc: 'dmarc',
  policy: 'dmarc',
  rua: 'dmarc',
  subdomain: 'dmarc',
  mx: 'mx',
  mailserver: 'mx',
  nullmx: 'mx',
  reverse: 'ptr',
  tls: 'starttls',
  starttls: 'starttls',
  mtasts: 'mta-sts',
  tlsrpt: 'tls-rpt',
  dane: 'dane',
  dnssec: 'dnssec',
  bimi: 'bimi',
  caa: 'caa',
  certificate: 'certificate',
  relay: 'relay',
  blacklist: 'blocklists',
  listname: 'blocklists',
  threat: 'threat',
  align: 'alignment',
}
/** All terms that a question names, without what only goes with one of them. */
export function termsIn({ reading }: Pick<Context, 'reading'>): ReadonlySet<TermId> {
  const ids = Object.keys(termsOfConcepts).filter(id => reading.concepts.has(id as 'spf'))
  const named = ids.filter(id => !beside.has(id))
  return new Set((named.length > 0 ? named : ids).flatMap(id => termsOfConcepts[id] ?? []))
}

/** The same with TLS and certificates, for a list of what is to be done. */
export function allTermsIn({ reading }: Pick<Context, 'reading'>): readonly TermId[] {
  const ids = Object.keys(termsOfConcepts).filter(id => reading.concepts.has(id as 'spf'))
  const shown = ids.filter(id => !['policy', 'mailserver', 'end', 'key'].includes(id))
  return [...new Set(shown.flatMap(id => termsOfConcepts[id] ?? []))]
}

const beside: ReadonlySet<string> = new Set(['policy', 'certificate', 'mailserver', 'tls', 'end', 'key'])

/** What mail servers have, beside the records that name them. */
const ofHosts: ReadonlySet<string> = new Set(['reverse', 'tls', 'starttls', 'certificate', 'relay'])

/** The most specific term of a question. */
export function termOf({ reading }: Pick<Context, 'reading'>): TermId | null {
  const all = Object.keys(termsOfConcepts).filter(id => reading.concepts.has(id as 'spf'))
  // "The MX has no TLS" is about TLS.
  const ids = all.some(id => ofHosts.has(id)) ? all.filter(id => id !== 'mx' && id !== 'mailserver') : all
  const specific = ids.find(id => !beside.has(id)) ?? ids[0]
  if (specific !== undefined) return termsOfConcepts[specific] ?? null
  if (reading.policies.length > 0) return 'dmarc'
  return reading.ending === null ? null : 'spf'
}

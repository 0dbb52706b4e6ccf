import {
  type DmarcPolicy,
  type DmarcRecord,
  isDmarcRecord,
  isWeaker,
  parseDmarc,
  policyOf,
  printDmarc,
} from '../dmarc/index.ts'
import { type ChangeWords, type Effect, type Fact, worstEffect } from './change.ts'
import { allOf, listed, sentence, shown } from './sentence.ts'

/** What receivers make of the texts at a `_dmarc` name. */
interface Reading {
  count: number
  /** The record that applies; null without one, with several (RFC 9989 section 4.10), or when it is invalid. */
  record: DmarcRecord | null
  policy: DmarcPolicy | null
}

export function dmarcWords(before: readonly string[], after: readonly string[]): ChangeWords {
  const [was, is] = [read(before), read(after)]
  const verb = before.length === 0 ? 'added' : after.length === 0 ? 'removed' : 'modified'
  const change = (effect: Effect, description: string): ChangeWords => ({ verb, effect, description })
  if (was.policy !== null && is.policy === null) {
    const before = `the policy was ${was.policy}`
    if (after.length === 0) return change('broken', `DMARC record removed, ${before}`)
    if (is.count > 1) return change('broken', `${is.count} DMARC records found, so receivers ignore all of them`)
    return change('broken', `DMARC record is now invalid, so receivers ignore it, ${before}`)
  }
  if (before.length === 0) {
    if (is.policy !== null) return change('neutral', `DMARC record added with policy ${is.policy}`)
    if (is.count > 1) return change('neutral', `${is.count} DMARC records added, so receivers ignore all of them`)
    return change('neutral', 'Invalid DMARC record added, which receivers ignore')
  }
  // Receivers ignored it, so they treat mail as before, or by the policy of a parent domain.
  if (after.length === 0) {
    const what = was.count > 1 ? `${allOf(was.count)} DMARC records` : 'Invalid DMARC record'
    return change('neutral', `${what} removed, which receivers ignored`)
  }
  if (was.record === null || is.record === null || was.policy === null || is.policy === null) {
    if (is.policy === null) return change('risk', 'DMARC record changed, but receivers still ignore it')
    return change('better', `DMARC record is valid now, with policy ${is.policy}`)
  }
  const facts = factsOf(was.record, is.record)
  if (facts.length === 0) return change('neutral', 'DMARC record rewritten, same meaning')
  return change(worstEffect(facts.map(({ effect }) => effect)), sentence('DMARC', facts))
}

function read(texts: readonly string[]): Reading {
  const records = texts.filter(isDmarcRecord)
  const [text] = records.length === 0 ? texts : records
  const record = text === undefined || records.length > 1 ? null : parseDmarc(text)
  const policy = record === null ? null : policyOf(record, 'domain')
  return { count: records.length, record: policy === null ? null : record, policy }
}

function factsOf(was: DmarcRecord, is: DmarcRecord): readonly Fact[] {
  const policies = [policyOf(was, 'domain'), policyOf(is, 'domain')] as const
  const facts = [
    ...policyFacts('policy', ...policies),
    // Without a tag of its own, the policy of subdomains follows that of the domain, so it is no change of its own.
    ...(was.sp === is.sp ? [] : policyFacts('subdomain policy', policyOf(was, 'subdomain'), policyOf(is, 'subdomain'))),
    ...(was.np === is.np
      ? []
      : policyFacts('policy for nonexistent subdomains', policyOf(was, 'nonexistent'), policyOf(is, 'nonexistent'))),
    ...suffixFacts(was.psd === 'y', is.psd === 'y'),
    ...(was.t === is.t ? [] : [fact(`test mode switched ${is.t ? 'on' : 'off'}`, is.t)]),
    ...percentFacts(was.pct ?? 100, is.pct ?? 100),
    ...alignmentFacts('DKIM', was.adkim, is.adkim),
    ...alignmentFacts('SPF', was.aspf, is.aspf),
    ...addressFacts('report', was.rua, is.rua),
    ...addressFacts('failure report', was.ruf, is.ruf),
  ]
  if (facts.length > 0) return facts
  return rest(was) === rest(is) ? [] : [{ text: 'options changed', effect: 'neutral' }]
}

function fact(text: string, isWeaker: boolean): Fact {
  return { text, effect: isWeaker ? 'risk' : 'better' }
}

/** What the facts do not name: the sets of options, in one order. */
function rest(record: DmarcRecord): string {
  const { rua, ruf, fo } = record
  const sorted = { rua: rua.map(mailboxOf).toSorted(), ruf: ruf.map(mailboxOf).toSorted(), fo: fo.toSorted() }
  // Absent means relaxed, 100 and the policy of the domain, so these defaults are no option.
  return printDmarc({ ...record, ...sorted, sp: null, np: null, pct: null })
}

function policyFacts(name: string, was: DmarcPolicy | null, is: DmarcPolicy | null): readonly Fact[] {
  if (was === null || is === null || was === is) return []
  const weaker = isWeaker(is, was)
  const text = `${name} ${weaker ? 'weakened' : 'strengthened'} from ${was} to ${is}`
  // Without a policy for the domain itself, receivers deliver what fails.
  return [weaker && is === 'none' && name === 'policy' ? { text, effect: 'broken' } : fact(text, weaker)]
}

/** Below a public suffix each name is an organization of its own, so nothing aligns with it (RFC 9989 section 4.10.2). */
function suffixFacts(was: boolean, is: boolean): readonly Fact[] {
  return was === is
    ? []
    : [fact(`${is ? 'now says' : 'no longer says'} that the domain is a public suffix (psd=y)`, is)]
}

function percentFacts(was: number, is: number): readonly Fact[] {
  return was === is ? [] : [fact(`percentage ${is < was ? 'lowered' : 'raised'} from ${was} to ${is}`, is < was)]
}

function alignmentFacts(protocol: string, was: 'r' | 's', is: 'r' | 's'): readonly Fact[] {
  const words = { r: 'relaxed', s: 'strict' }
  // Strict is stricter for spoofers, and mail that a subdomain signs or returns to fails: either is a risk.
  return was === is
    ? []
    : [{ text: `${protocol} alignment changed from ${words[was]} to ${words[is]}`, effect: 'risk' }]
}

function addressFacts(name: string, was: readonly string[], is: readonly string[]): readonly Fact[] {
  // A limit of size, which RFC 9990 no longer has, leads the reports to no other mailbox.
  const [one, other] = [was, is].map(uris => uris.map(uri => mailboxOf(uri).replace(/![0-9]{1,20}[kmgt]?$/, '')))
  if (one?.toSorted().join(' ') === other?.toSorted().join(' ')) return []
  if (is.length === 0) return [{ text: `${name} addresses removed`, effect: 'risk' }]
  const texts = is.map(uri => shown(uri.replace(/^mailto:/i, ''), 40))
  const text = `${name} ${is.length === 1 ? 'address' : 'addresses'} changed to ${listed(texts, 1)}`
  return [{ text, effect: was.length === 0 ? 'better' : 'risk' }]
}

/** A report address as it reads in any case of its domain (RFC 5321 section 2.4). */
function mailboxOf(uri: string): string {
  const at = uri.lastIndexOf('@')
  return at < 0 ? uri : uri.slice(0, at).replace(/^mailto:/i, 'mailto:') + uri.slice(at).toLowerCase()
}

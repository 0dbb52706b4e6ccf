import type { DnsEvidence, Gap, Section } from '@waxseal/core/check'
import { type Answer, dnssecErrorWords, textOf } from '@waxseal/core/dns'
import { type Denial, isDead, isUnanswered, unansweredWords, type ZoneValue } from '@waxseal/core/zone'
import { type CheckContext, type CheckResolver, checkResolver, collected, type DnsContext } from './check.ts'
import { type LearnedDelegation, learnDelegation } from './delegation.ts'
import { askWitnesses, isNothing } from './dkim-absence.ts'

/** The records at the name itself, whether DNSSEC validates, and whether the name servers of its zone answer. */
export async function collectDns(
  context: DnsContext & Pick<CheckContext, 'witnesses' | 'unserved'>,
): Promise<Section<ZoneValue>> {
  const { name, unserved } = context
  // Begins with the first queries, so that no scan takes longer for it.
  const learning = learnDelegation(context)
  // It is awaited later: what it throws until then must not end the process.
  learning.catch(() => {})
  // Queries TXT as the SPF check does, so that both get the same answer.
  const dns = checkResolver(context, (_, type) => type === 'TXT')
  const ask = (way: 'peek' | 'query' | 'confirm') =>
    Promise.all([dns[way](name, 'A'), dns[way](name, 'AAAA'), dns[way](name, 'TXT'), dns[way](name, 'NS')])
  const answers = await ask((await ask('peek')).some(saysMissing) ? 'confirm' : 'query')
  const [a, aaaa, txt, ns] = answers
  const exists = !answers.some(saysMissing) || answers.some(saysThere)
  const [organization, denied] = exists
    ? [null, null]
    : await Promise.all([organizationOf(context, dns), proofOf(context, answers)])
  const learned = await learning
  const isOpen = [a, aaaa, txt].some(answer => answer.kind === 'failed')
  const isCause = learned !== null && isUnanswered(learned.delegation)
  if (a.kind === 'failed' && answers.every(answer => answer.kind === 'failed') && !isCause) {
    return { ran: false, reason: a.reason, evidence: dns.evidence() }
  }
  const section = collected<ZoneValue>(
    {
      exists,
      a: a.kind === 'records' ? a.records.map(record => record.address) : [],
      aaaa: aaaa.kind === 'records' ? aaaa.records.map(record => record.address) : [],
      txt: txt.kind === 'records' ? txt.records.map(textOf) : [],
      nameservers: ns.kind === 'records' ? ns.records.map(record => record.target) : [],
      bogus: bogusWords(answers),
      ...(organization !== null && { organization }),
      ...(denied !== null && { denied }),
      ...(learned !== null && { delegation: learned.delegation }),
      ...(unserved !== undefined && learned !== null && isDead(learned.delegation) && { unserved }),
    },
    dns,
  )
  return learned === null ? section : withDelegation(section, learned, isOpen)
}

/**
 * Why it is certain that the parent zone denies the name: DNSSEC proves it, or two of the zone's servers say so, each asked
 * separately; where it has only one, that one. null: only the configured resolver says so, or the servers disagree.
 */
async function proofOf(
  { name, witnesses }: Pick<CheckContext, 'name' | 'witnesses'>,
  answers: readonly Answer[],
): Promise<Denial | null> {
  if (answers.some(answer => saysMissing(answer) && answer.via.authentic === 'yes')) return 'authenticated'
  const witnessed = (await askWitnesses(name, witnesses)).map(({ answer }) => answer)
  const denials = witnessed.filter(isNothing).length
  const others = witnessed.filter(answer => !isNothing(answer))
  if (denials === 0 || others.some(({ kind }) => kind !== 'failed')) return null
  // The place of a second server is unreachable where the zone has none.
  const isOnly = others.every(answer => answer.kind === 'failed' && answer.reason === 'unreachable')
  return denials >= 2 || isOnly ? 'servers' : null
}

/** For a name that does not exist: whether the domain that people register exists. */
async function organizationOf(
  { name, organizationalDomain }: DnsContext,
  dns: CheckResolver,
): Promise<{ name: string; exists: boolean }> {
  if (organizationalDomain === name) return { name, exists: false }
  return { name: organizationalDomain, exists: !saysMissing(await dns.query(organizationalDomain, 'NS')) }
}

/**
 * Adds the evidence about the name servers. While none of them answers us and a lookup about the name fails (`isOpen`),
 * that is the first of the unanswered questions: it is the cause of all others. A resolver may still have some of the
 * records in its cache. When it has all of them, a note is enough.
 */
function withDelegation(
  section: Section<ZoneValue> & { ran: true },
  { delegation, evidence }: LearnedDelegation,
  isOpen: boolean,
): Section<ZoneValue> {
  const known = new Set(section.evidence.map(({ id }) => id))
  const whole = { ...section, evidence: [...section.evidence, ...evidence.filter(({ id }) => !known.has(id))] }
  if (!isUnanswered(delegation)) return whole
  if (isOpen) {
    const cause = unansweredGap(delegation, evidence)
    return cause === null ? whole : { ...whole, gaps: [cause, ...section.gaps] }
  }
  const note = `No name server of ${delegation.zone} answered our queries. Resolvers still return answers, possibly old ones from their caches.`
  return { ...whole, notes: [...section.notes, note] }
}

function unansweredGap(delegation: LearnedDelegation['delegation'], evidence: readonly DnsEvidence[]): Gap | null {
  const { zone } = delegation
  // Servers without an address were not asked.
  const first = evidence.find(({ question }) => question.name === zone && question.type === 'SOA') ?? evidence[0]
  if (first === undefined) return null
  return {
    question: { name: zone, type: 'SOA' },
    reason: first.reason ?? 'lame',
    evidence: first.id,
    words: unansweredWords(delegation),
  }
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

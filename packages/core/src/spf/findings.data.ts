import { type DnsRecordToPublish, type FindingOf, type FindingRows, findingsIn } from '../check/index.ts'
import { type BrokenZone, dnssecAdvice, dnssecFaultWords, isSubdomain } from '../dns/index.ts'
import { type MissingFacts, missingAdvice, missingAdvised, missingMeaning, silent } from './missing-words.ts'
import { type NonePassFacts, nonePassAdvice, nonePassMeaning } from './none-pass.ts'
import { lookupAdvice, type PermerrorFacts, permerrorAdvice, permerrorMeaning } from './permerror-words.ts'
import type { SpfRemedy, TermCost } from './remedy.ts'
import { fewTexts, ignoredTexts, listed, problemTexts, termWords } from './repair-words.ts'

/**
 * What the wording of each finding about SPF needs to know. Every value is short, printable text or a count. Optional
 * facts are absent in scans of earlier versions.
 */
export interface SpfFacts {
  /** A name in a zone of `owner`, where only that provider can publish. */
  spf_provider_name: { domain: string; owner: string }
  spf_missing: MissingFacts
  spf_plus_all: { term: string; remedy?: SpfRemedy }
  spf_permerror: PermerrorFacts
  /** Receivers ignore every term that names a sender. `terms`: those, as published. */
  spf_no_sender: IgnoredFacts
  /** Receivers ignore terms beside others that name senders. */
  spf_term_ignored: IgnoredFacts
  /** No term lets a server pass. */
  spf_none_pass: NonePassFacts
  /** `terms`: those that need the zone, each after those that lead to it. `own`: the domain's own among all of these. */
  spf_include_bogus: { domain: string; terms: string; own: readonly string[]; broken: BrokenZone }
  spf_neutral: EndingFacts
  spf_no_all: EndingFacts
  spf_too_open: { addresses: string }
  /** `names`: absent, or none where no server passes either. */
  spf_softfail_unenforced: { domain: string; names?: 'none' }
  spf_near_limit: { lookups: number; costs?: readonly TermCost[]; unneeded?: readonly string[] }
  spf_ptr: { term: string }
}

interface EndingFacts {
  domain: string
  /** The domain whose record has the ending, where `redirect=` leads to it. */
  at?: string
  remedy?: SpfRemedy
}

interface IgnoredFacts {
  domain: string
  terms: readonly string[]
  /** The record that takes the terms as they were meant. */
  remedy: SpfRemedy
}

export type SpfFinding = FindingOf<SpfFacts>

export const spfRows: FindingRows<SpfFacts> = {
  spf_provider_name: {
    check: 'spf',
    points: 0,
    title: 'Only the provider can publish SPF',
    subject: null,
    meaning: f => `${f.domain} is a name of ${f.owner}. Only ${f.owner} can publish an SPF record for it.`,
    advice: f => `Send mail from a domain of your own, and leave this name to ${f.owner}.`,
    clause: 'RFC 7208 section 3.1',
  },
  spf_missing: {
    check: 'spf',
    points: -20,
    title: 'SPF record missing',
    subject: null,
    meaning: missingMeaning,
    advice: missingAdvice,
    publish: published,
    advised: missingAdvised,
    clause: 'RFC 7208 section 3.1',
  },
  spf_plus_all: {
    check: 'spf',
    points: -45,
    title: 'SPF allows everyone',
    subject: null,
    meaning: f =>
      `${termWords(f.term).replace(/^the /, 'The ')} lets every server in the world pass SPF for this domain, including those of spoofers.`,
    advice: f =>
      replacing(f, `Remove ${listed(openTermsOf(f).map(termWords))}.`) ??
      `Remove ${termWords(f.term)}, name the servers that send your mail with ip4, ip6, a, mx or include, and end the record with ~all.`,
    publish: published,
    clause: 'RFC 7208 section 5.1',
  },
  spf_permerror: {
    check: 'spf',
    points: -18,
    title: 'SPF record is broken',
    subject: null,
    meaning: permerrorMeaning,
    advice: permerrorAdvice,
    publish: published,
    clause: 'RFC 7208 section 4.6',
  },
  spf_no_sender: {
    check: 'spf',
    points: -18,
    title: 'SPF names no sender',
    subject: null,
    meaning: f => `${fewTexts(ignoredTexts(f.remedy.causes))} SPF passes for no server.`,
    advice: f =>
      replacing(f, 'Repair the record.') ??
      'Correct the terms that receivers ignore, or add the servers that send your mail before the ending.',
    publish: published,
    clause: 'RFC 7208 section 5.1',
  },
  spf_term_ignored: {
    check: 'spf',
    points: 0,
    title: 'SPF has terms that receivers ignore',
    subject: null,
    meaning: f => `${fewTexts(ignoredTexts(f.remedy.causes))} Servers named only there do not pass SPF.`,
    // The owner may have put a sender out of use by it, so no record is ready to publish.
    advice: f =>
      f.remedy.record === null
        ? `Correct ${listed(f.terms)} if the servers named there send your mail. If not, remove ${f.terms.length === 1 ? 'it' : 'them'}.`
        : `Remove ${listed(f.terms)} if the servers named there do not send your mail. If they do, publish as the only SPF record (TXT) at ${f.domain}: ${f.remedy.record}`,
    advised: f => (f.remedy.record === null ? [] : [{ name: f.domain, type: 'TXT', value: f.remedy.record }]),
    clause: 'RFC 7208 section 5.1',
  },
  spf_none_pass: {
    check: 'spf',
    points: 0,
    title: 'SPF passes for no server',
    subject: null,
    meaning: nonePassMeaning,
    // A term with a qualifier may stand there on purpose, so no record is ready to publish.
    advice: nonePassAdvice,
    advised: f => [{ name: f.domain, type: 'TXT', value: silent }],
    clause: 'RFC 7208 section 4.6.2',
  },
  spf_include_bogus: {
    check: 'spf',
    points: -12,
    title: 'SPF depends on a zone with broken DNSSEC',
    subject: f => f.broken.zone,
    meaning: f =>
      `DNSSEC of ${f.broken.zone} is broken: ${dnssecFaultWords(f.broken.fault)}. Validating receivers return temperror at ${f.terms}.`,
    advice: f =>
      `${dnssecAdvice(f.broken, isSubdomain(f.broken.zone, f.domain))} If ${f.own.length > 1 ? 'one of ' : ''}${f.own.join(', ')} names no server that still sends for you, ${removalOf(f.own)}.`,
    clause: 'RFC 7208 section 5',
  },
  spf_neutral: {
    check: 'spf',
    points: -8,
    title: 'SPF ends in ?all',
    subject: null,
    meaning: f => withCauses(`?all is neutral, so SPF does not stop mail that spoofs ${f.domain}.`, f.remedy),
    advice: f =>
      replacing(f, 'Replace ?all with ~all.') ??
      (f.at === undefined
        ? 'Add the servers that send your mail, then replace ?all with ~all.'
        : `Replace ?all with ~all in the SPF record of ${f.at}, which redirect= names.`),
    publish: published,
    clause: 'RFC 7208 section 8.2',
  },
  spf_no_all: {
    check: 'spf',
    points: -8,
    title: 'SPF has no ending',
    subject: null,
    meaning: f => withCauses('Without all or redirect=, the record is neutral about unlisted servers.', f.remedy),
    advice: f =>
      replacing(f, isMisspelled(f.remedy) ? 'Repair the record.' : 'Add ~all as the last term.') ??
      (f.at === undefined
        ? 'Add the servers that send your mail, then add ~all as the last term.'
        : `Add ~all as the last term of the SPF record of ${f.at}, which redirect= names.`),
    publish: published,
    clause: 'RFC 7208 section 4.7',
  },
  spf_too_open: {
    check: 'spf',
    points: -15,
    title: 'SPF allows more than a /8',
    subject: null,
    meaning: f => `The record lets ${f.addresses} addresses send for the domain, far more than its mail servers need.`,
    advice: () => 'Narrow the ip4 and ip6 networks and the includes to the servers that send your mail.',
    clause: 'RFC 9989 section 7.1',
  },
  spf_softfail_unenforced: {
    check: 'spf',
    points: -2,
    title: 'SPF ends in ~all without DMARC enforcement',
    subject: null,
    meaning: f =>
      `~all flags unlisted servers, but ${f.domain} has no enforcing DMARC policy, so most receivers still deliver their mail.`,
    advice: f =>
      f.names === 'none'
        ? 'Add the servers that send your mail in front of ~all. If none sends, publish v=spf1 -all. Then raise the DMARC policy to p=quarantine or p=reject.'
        : 'Raise the DMARC policy to p=quarantine or p=reject. You can then keep ~all.',
    clause: 'RFC 7208 section 8.5',
  },
  spf_near_limit: {
    check: 'spf',
    points: -2,
    title: 'SPF uses 9 or 10 lookups',
    subject: null,
    meaning: f =>
      `${f.lookups} of the 10 DNS lookups allowed are used. ${f.lookups === 10 ? 'One more include breaks the record.' : 'Two more includes break the record.'}`,
    advice: lookupAdvice,
    clause: 'RFC 7208 section 4.6.4',
  },
  spf_ptr: {
    check: 'spf',
    points: -2,
    title: 'SPF uses ptr',
    subject: f => f.term,
    meaning: () => 'The mechanism ptr is slow and unreliable. Receivers may skip it.',
    advice: f => `Replace ${f.term} with ip4, ip6, a or mx terms that name the same servers.`,
    clause: 'RFC 7208 section 5.5',
  },
}

export const spfFinding = findingsIn(spfRows)

function published({ remedy }: { remedy?: SpfRemedy }): DnsRecordToPublish | null {
  if (remedy === undefined || remedy.record === null) return null
  return { name: remedy.domain, type: 'TXT', value: remedy.record }
}

/** The advice to replace the domain's own record, with what changes in it; null where only words help. */
function replacing({ remedy }: { remedy?: SpfRemedy }, change: string): string | null {
  if (remedy === undefined || remedy.record === null) return null
  // Only the owner knows the servers that ptr lets pass, so the record keeps it; its own finding says to replace it.
  const ptr = remedy.record.split(' ').find(term => /^[-+?~]?ptr(?::|$)/i.test(term))
  const first =
    ptr === undefined ? '' : ` First replace ${ptr} with terms that name the same servers: this record keeps it.`
  return `${change}${first} Publish as the only SPF record (TXT) at ${remedy.domain}: ${remedy.record}`
}

/** Without `redirect=` and `all` a record is neutral, so `-all` takes its place. */
function removalOf(terms: readonly string[]): string {
  const redirect = terms.find(term => /^redirect=/i.test(term))
  if (redirect === undefined) return 'remove it'
  return terms.length === 1 ? 'replace it with -all' : `remove it, but replace ${redirect} with -all`
}

/** The own terms through which everyone passes. */
function openTermsOf({ term, remedy }: SpfFacts['spf_plus_all']): readonly string[] {
  const removed = (remedy?.causes ?? []).flatMap(cause =>
    cause.code === 'removed' && cause.reason === 'open' ? cause.terms : [],
  )
  return removed.length === 0 ? [term] : removed
}

/** Whether the record lacks its ending because of a slip in form. */
function isMisspelled(remedy: SpfRemedy | undefined): boolean {
  return remedy?.causes.some(({ code }) => code === 'term') ?? false
}

/** The meaning, the form of the record, and what receivers ignore. */
function withCauses(meaning: string, remedy: SpfRemedy | undefined): string {
  if (remedy === undefined) return meaning
  return `${meaning} ${fewTexts([...problemTexts(remedy.causes), ...ignoredTexts(remedy.causes)], 1)}`.trim()
}

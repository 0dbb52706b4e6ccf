import { type ChangeAfterScan, changeLines, type ScannedRecord, scanWords } from '../watch/index.ts'
import { type Answer, list, paragraph } from './answer.ts'
import { momentOf, scanMoment } from './explain-finding.ts'
import type { DomainFacts, ScanFacts } from './facts.ts'
import type { TermId } from './terms.data.ts'

/** The domains that are named. */
const domainsMax = 8

/**
 * The records on which the answer about a term rests: a change of one makes it unknown. What a zone says at all rests on
 * its delegation and its signatures, and what is known of mail servers on the MX records that name them.
 */
const recordsOfTerm: { readonly [Id in TermId]: readonly ScannedRecord[] } = {
  spf: ['spf'],
  dkim: ['dkim'],
  dmarc: ['dmarc'],
  alignment: ['dmarc'],
  mx: ['mx'],
  // The addresses that are looked up are those of the mail servers and of the senders that SPF names.
  blocklists: ['mx', 'spf'],
  relay: ['mx'],
  threat: ['mx'],
  // The policy names the mail servers.
  'mta-sts': ['mta-sts', 'mx'],
  'tls-rpt': [],
  starttls: ['mx'],
  certificate: ['mx', 'mta-sts'],
  dane: ['mx'],
  dnssec: [],
  ptr: ['mx'],
  bimi: ['dmarc'],
  caa: [],
}

/** The records whose change touches every term. */
const ofZone: readonly ScannedRecord[] = ['name', 'ns', 'dnssec']

/** What stands above every answer about a scan that monitoring has seen overtaken. */
export function changedAfterBlocks({ at, changedAfter = [] }: Pick<ScanFacts, 'at' | 'changedAfter'>): Answer {
  if (changedAfter.length === 0) return []
  return [
    ...paragraph(`Changed after the ${scanMoment(at)}:`, 'strong'),
    ...list(sentences(changedAfter)),
    ...paragraph(`${scanWords(changedAfter)} What follows is the state before.`),
  ]
}

/** The same over several domains. */
export function changedDomainsBlocks(domains: readonly DomainFacts[]): Answer {
  const changed = domains.filter(({ changedAfter = [] }) => changedAfter.length > 0)
  if (changed.length === 0) return []
  const more = changed.length - domainsMax
  return [
    ...paragraph('Changed after the last scan:', 'strong'),
    ...list(
      changed
        .slice(0, domainsMax)
        .map(({ name, changedAfter = [] }) => ({ lead: `${name}:`, text: sentences(changedAfter).join(' ') })),
    ),
    ...paragraph(more > 0 ? `${more} more changed. The list of domains has them.` : ''),
    ...paragraph(
      `${scanWords(changed.flatMap(({ changedAfter = [] }) => changedAfter))} What follows is the state before.`,
    ),
  ]
}

/** The changes of the records on which the answer about a term rests. */
export function changesOfTerm(
  term: TermId,
  { changedAfter = [] }: Pick<ScanFacts, 'changedAfter'>,
): readonly ChangeAfterScan[] {
  const records = [...ofZone, ...recordsOfTerm[term]]
  return changedAfter.filter(({ record }) => records.includes(record))
}

/** Each change as a sentence. */
export function sentences(changes: readonly ChangeAfterScan[]): readonly string[] {
  return changeLines(changes, momentOf).map(line => `${line}.`)
}

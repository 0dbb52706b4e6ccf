import { type Gap, listed } from '../check/index.ts'
import type { ThreatOpinion } from './source.ts'
import type { ThreatValue } from './value.ts'
import { type VendorTier, vendorTier, vendorTierLabels } from './vendor.ts'
import { isAnswered, isMailUnknown, ownVerdict, reportableVerdict, reported, threatVerdict } from './verdict.ts'

/** The maximum number of names in a sentence. */
const mostNamed = 6

/** "Quad9", "Quad9 and SURBL", "A, B and C"; names beyond `most` are counted. */
export function joined(names: readonly string[], most = mostNamed): string {
  if (names.length > most) return listed(names, most - 1)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** The vendors of some opinions, each once, in order. */
export function vendorsOf(opinions: readonly ThreatOpinion[]): readonly string[] {
  return [...new Set(opinions.map(({ vendor }) => vendor))]
}

/** One line for each report: "Quad9 blocks example.com". */
export function threatIndicators({ opinions }: ThreatValue): readonly string[] {
  return [...new Set(reported(opinions).map(sentence))]
}

function sentence({ vendor, reason, sharedBy }: ThreatOpinion): string {
  return `${vendor} ${reason}${sharedBy === null ? '' : ` (an address that ${sharedBy} shares among many customers)`}`
}

/** The names of all sources, for installations without a VirusTotal key. */
export function keylessNote(sources: readonly string[]): string {
  return `No VirusTotal key is set. These results come from ${joined(sources, Number.POSITIVE_INFINITY)}.`
}

/** The interpretation in one sentence; null without any answer. By rules: the same opinions give the same words. */
export function smartVerdict(value: ThreatValue, gaps: readonly Gap[]): string | null {
  const { opinions } = value
  if (!isAnswered(opinions)) return null
  const verdict = reportableVerdict(value, gaps)
  const reports = reported(opinions)
  const vendors = joined(vendorsOf(reports))
  const one = vendorsOf(reports).length === 1
  const all = vendorsOf(opinions).length
  const answered = vendorsOf(opinions.filter(({ says }) => says !== 'unknown')).length
  switch (verdict) {
    case null:
      return isMailUnknown(value, gaps)
        ? 'No verdict: no source reports the domain, but the lookups of its mail servers failed.'
        : `No verdict: only ${answered} of ${all} sources answered, and ${answered === 1 ? 'it reports' : 'they report'} nothing.`
    case 'clean':
      return answered === all
        ? `Clean: ${all === 1 ? 'the only source reports nothing' : `none of the ${all} sources reports anything`}.`
        : `Clean so far: ${answered} of ${all} sources answered, and none of them reports anything.`
    case 'low_risk': {
      const owners = [...new Set(reports.flatMap(({ sharedBy }) => sharedBy ?? []))]
      if (reports.every(({ sharedBy }) => sharedBy !== null))
        return `Probably not your domain: ${vendors} ${one ? 'reports' : 'report'} only an address that ${joined(owners)} shares among many customers.`
      if (reports.every(({ says, sharedBy }) => says === 'policy' || sharedBy !== null))
        return `No threat: ${vendors} only ${one ? 'classifies' : 'classify'} the type of a mail server's address.`
      return `Probably harmless: only ${vendors} ${one ? 'reports' : 'report'} something, and the report has a low weight.`
    }
    case 'suspicious':
      return `Check this: ${vendors} ${one ? 'reports' : 'report'} the domain or one of its servers, ${one ? 'and no other source confirms it' : 'but these reports are not independent or certain enough for more'}.`
    case 'malicious':
      return `Act now: ${vendors} independently report the domain or its servers.`
    default:
      return verdict satisfies never
  }
}

/** The weights of the vendors' opinions in a few sentences; null without any answer. By rules. */
export function vendorInterpretation({ opinions }: ThreatValue): string | null {
  if (!isAnswered(opinions)) return null
  const known = vendorsOf(opinions.filter(({ says }) => says !== 'unknown'))
  const unknown = vendorsOf(opinions).filter(vendor => !known.includes(vendor))
  const reports = reported(opinions)
  const against = vendorsOf(reports)
  const sentences = [
    `${known.length} of ${known.length + unknown.length} vendors answered${byTier(known, opinions)}.`,
    against.length === 0
      ? 'None of them reports anything.'
      : `${joined(against)} ${against.length === 1 ? 'reports' : 'report'} something${byTier(against, opinions)}.`,
  ]
  if (reports.some(({ basis }) => basis === 'blocklist') && threatVerdict(opinions) !== ownVerdict(opinions))
    sentences.push('The section Blacklists counts the points for blocklists, so they do not count twice.')
  if (vendorsOf(reports.filter(({ basis }) => basis === 'resolver')).length > 1)
    sentences.push('Filtering resolvers buy the same feeds, so a second report does not confirm the first.')
  if (reports.some(({ sharedBy }) => sharedBy !== null))
    sentences.push('Any customer of a shared address can cause its listing.')
  if (unknown.length > 0) sentences.push(`${joined(unknown)} did not answer, which says nothing about the domain.`)
  return sentences.join(' ')
}

/** ": 1 Trusted and 2 Lesser-Known"; nothing for DNS lists and filtering resolvers, which have no tier. */
function byTier(vendors: readonly string[], opinions: readonly ThreatOpinion[]): string {
  const engines = new Set(vendorsOf(opinions.filter(({ basis }) => basis === 'engine')))
  const tiers: readonly VendorTier[] = [1, 2, 3]
  const counts = tiers.flatMap(tier => {
    const count = vendors.filter(vendor => engines.has(vendor) && vendorTier(vendor) === tier).length
    return count === 0 ? [] : [`${count} ${vendorTierLabels[tier]}`]
  })
  return counts.length === 0 ? '' : `: ${joined(counts)}`
}

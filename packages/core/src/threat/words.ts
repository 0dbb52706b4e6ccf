import { type Gap, listed } from '../check/index.ts'
import { enginesAgainst, isEngine, tallyEngines, voiceOf } from './engine-verdict.ts'
import type { ThreatOpinion } from './source.ts'
import type { ThreatValue } from './value.ts'
import { type VendorTier, vendorTier, vendorTierLabels } from './vendor.ts'
import { isAnswered, isMailUnknown, ownVerdict, reportableVerdict, reported, threatVerdict } from './verdict.ts'
import { virusTotal } from './virustotal-opinions.ts'

/** The maximum number of names in a sentence. */
const mostNamed = 6

/** "Quad9", "Quad9 and SURBL", "A, B and C"; names beyond `most` are counted. */
export function joined(names: readonly string[], most = mostNamed): string {
  if (names.length > most) return listed(names, most - 1)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** The sources of some opinions, each once, in order. VirusTotal is one of them, however many engines it has. */
function voicesOf(opinions: readonly ThreatOpinion[]): readonly string[] {
  return [...new Set(opinions.map(voiceOf))]
}

/** Who reports something, with VirusTotal's best-known engines: "Quad9 and VirusTotal (ESET, Sophos, CMC and 9 more)". */
export function reporters(reports: readonly ThreatOpinion[]): string {
  const engines = joined(tallyEngines(reports).against, 4)
  return joined(
    voicesOf(reports).map(name => (name === virusTotal.name && engines !== '' ? `${name} (${engines})` : name)),
  )
}

/** One line for each report: "Quad9 blocks example.com". VirusTotal's engines have one line for each subject. */
export function threatIndicators({ opinions }: ThreatValue): readonly string[] {
  const bySubject = Map.groupBy(opinions.filter(isEngine), ({ subject }) => subject)
  return [...new Set(reported(opinions).map(each => indicator(each, bySubject.get(each.subject) ?? [])))]
}

function indicator(report: ThreatOpinion, engines: readonly ThreatOpinion[]): string {
  const { vendor, reason, subject, sharedBy } = report
  const shared = sharedBy === null ? '' : ` (an address that ${sharedBy} shares among many customers)`
  if (!isEngine(report)) return `${vendor} ${reason}${shared}`
  return `${virusTotal.name}: ${enginesAgainst(tallyEngines(engines), `${subject}${shared}`)}`
}

/** The names of all sources, for installations without a VirusTotal key; null with one. */
export function noteOn(sources: readonly string[]): string | null {
  if (sources.includes(virusTotal.name)) return null
  return `No VirusTotal key: these results come from ${joined(sources, Number.POSITIVE_INFINITY)}.`
}

/** What an interpretation is about: a scanned domain with its servers, or one address or domain of a message. */
export type Judged = { of: 'scan'; gaps: readonly Gap[] } | { of: 'message'; subject: string }

/**
 * The interpretation in one or two sentences; null without any answer. By rules: the same opinions give the same words.
 * The second sentence is about VirusTotal's engines, if they report something.
 *
 * @param value of a message: the opinions about the judged subject only
 */
export function smartVerdict(value: ThreatValue, judged: Judged): string | null {
  const { opinions } = value
  if (!isAnswered(opinions)) return null
  const tally = tallyEngines(opinions)
  const engines = tally.against.length === 0 ? '' : ` ${capital(enginesAgainst(tally, 'something'))}.`
  return `${sourcesVerdict(value, judged)}${engines}`
}

function sourcesVerdict(value: ThreatValue, judged: Judged): string {
  const { opinions } = value
  const gaps = judged.of === 'scan' ? judged.gaps : []
  const verdict = reportableVerdict(value, gaps)
  const reports = reported(opinions)
  const names = voicesOf(reports)
  const vendors = joined(names)
  const one = names.length === 1
  const all = voicesOf(opinions).length
  const answered = voicesOf(opinions.filter(({ says }) => says !== 'unknown')).length
  switch (verdict) {
    case null:
      if (isMailUnknown(value, gaps))
        return 'No verdict: no source reports the domain, but the lookups of its mail servers failed.'
      if (answered === all)
        return `No verdict: ${all === 1 ? `${joined(voicesOf(opinions))} has` : 'the sources have'} no opinion.`
      return `No verdict: only ${answered} of ${all} sources answered, and ${answered === 1 ? 'it reports' : 'they report'} nothing.`
    case 'clean':
      return answered === all
        ? `Clean: ${all === 1 ? 'the only source reports nothing' : `none of the ${all} sources reports anything`}.`
        : `Clean so far: ${answered} of ${all} sources answered, and none of them reports anything.`
    case 'low_risk': {
      const owners = [...new Set(reports.flatMap(({ sharedBy }) => sharedBy ?? []))]
      if (reports.every(({ sharedBy }) => sharedBy !== null))
        return `Probably not ${judged.of === 'scan' ? 'your domain' : 'the sender'}: ${vendors} ${one ? 'reports' : 'report'} only an address that ${joined(owners)} shares among many customers.`
      if (reports.every(({ says, sharedBy }) => says === 'policy' || sharedBy !== null))
        return `No threat: ${vendors} only ${one ? 'classifies' : 'classify'} the type of ${judged.of === 'scan' ? "a mail server's address" : judged.subject}.`
      return `Probably harmless: only ${vendors} ${one ? 'reports' : 'report'} something, and the ${one ? 'report has' : 'reports have'} a low weight.`
    }
    case 'suspicious':
      return `Check this: ${vendors} ${one ? 'reports' : 'report'} ${judged.of === 'scan' ? 'the domain or one of its servers' : judged.subject}, ${one ? 'and no other source confirms it' : 'but these reports are not independent or certain enough for more'}.`
    case 'malicious':
      return one
        ? `Act now: ${vendors} reports ${judged.of === 'scan' ? 'the domain or one of its servers' : judged.subject}.`
        : `Act now: ${vendors} independently report ${judged.of === 'scan' ? 'the domain or its servers' : judged.subject}.`
    default:
      return verdict satisfies never
  }
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/**
 * The weights of the vendors' opinions in a few sentences; null without any answer. By rules.
 *
 * @param value of a message: the opinions about the judged subject only
 */
export function vendorInterpretation({ opinions }: ThreatValue, judged: Judged): string | null {
  if (!isAnswered(opinions)) return null
  const known = voicesOf(opinions.filter(({ says }) => says !== 'unknown'))
  const unknown = voicesOf(opinions).filter(vendor => !known.includes(vendor))
  const reports = reported(opinions)
  const against = voicesOf(reports)
  const sentences = [
    known.length + unknown.length === 1
      ? `The only vendor, ${joined(known)}, answered.`
      : `${known.length} of ${known.length + unknown.length} vendors answered.`,
    against.length === 0
      ? `${known.length === 1 ? 'It reports nothing' : 'None of them reports anything'}.`
      : `${joined(against)} ${against.length === 1 ? 'reports' : 'report'} something.`,
    ...engineSentences(opinions),
  ]
  const isListed = reports.some(({ basis }) => basis === 'blocklist')
  if (judged.of === 'scan' && isListed && threatVerdict(opinions) !== ownVerdict(opinions))
    sentences.push('The section Blacklists counts the points for blocklists, so they do not count twice.')
  if (voicesOf(reports.filter(({ basis }) => basis === 'resolver')).length > 1)
    sentences.push('Filtering resolvers buy the same feeds, so a second report does not confirm the first.')
  if (reports.some(({ sharedBy }) => sharedBy !== null))
    sentences.push('Any customer of a shared address can cause its listing.')
  if (unknown.length > 0) {
    const what = judged.of === 'scan' ? 'the domain' : judged.subject
    sentences.push(`${joined(unknown)} did not answer, which says nothing about ${what}.`)
  }
  return sentences.join(' ')
}

/** VirusTotal's engines by tier: those that report something, else those that report nothing. Empty without VirusTotal. */
function engineSentences(opinions: readonly ThreatOpinion[]): readonly string[] {
  const { against, all } = tallyEngines(opinions)
  if (all.length === 0)
    return opinions.some(({ basis, says }) => basis === 'engine' && says === 'none')
      ? [`${virusTotal.name} has no opinion.`]
      : []
  const subject = all.length === 1 ? `${virusTotal.name}'s only engine` : `${virusTotal.name}'s ${all.length} engines`
  if (against.length === 0)
    return [`${subject} with an opinion ${all.length === 1 ? 'reports' : 'report'} nothing: ${byTier(all)}.`]
  return [
    `Of ${subject} with an opinion, ${against.length} ${against.length === 1 ? 'reports' : 'report'} something: ${byTier(against)}.`,
  ]
}

/** "1 Trusted and 2 Lesser-Known". */
function byTier(engines: readonly string[]): string {
  const tiers: readonly VendorTier[] = [1, 2, 3]
  const counts = tiers.flatMap(tier => {
    const count = engines.filter(engine => vendorTier(engine) === tier).length
    return count === 0 ? [] : [`${count} ${vendorTierLabels[tier]}`]
  })
  return joined(counts)
}

import { displayTyped } from '../dns/index.ts'
import type { ThreatVerdict } from './value.ts'
import { type VendorTier, vendorTier } from './vendor.ts'

/** What one engine of VirusTotal says. `undetected` is no opinion, `timeout` is an engine that did not answer. */
export type EngineCategory = 'malicious' | 'suspicious' | 'harmless' | 'undetected' | 'timeout'

export interface EngineResult {
  vendor: string
  category: EngineCategory
  tier: VendorTier
  /** The engine's own word: `phishing`, `clean site`. */
  detail: string | null
}

/** What VirusTotal knows of a domain or an address. */
export interface VirusTotalReport {
  /** The number of engines of each category. */
  counts: Readonly<Record<EngineCategory, number>>
  /** The gravest first, then the better known, then by name. */
  engines: readonly EngineResult[]
  /** Two letters; of an address. */
  country: string | null
  /** The owner of the network; of an address. */
  asOwner: string | null
  /** Of a domain, each once. */
  categories: readonly string[]
  /** VirusTotal has never seen it: no opinion of any engine, which is not clean. */
  isKnown: boolean
}

/** Why there is no report, in the specification's words, and what the operator needs to know. */
export interface VirusTotalError {
  error: 'rate_limit_exceeded' | 'not_configured' | 'unavailable'
  /** VirusTotal's own word: `QuotaExceededError`. */
  reason: string
}

const categories: readonly EngineCategory[] = ['malicious', 'suspicious', 'timeout', 'harmless', 'undetected']

/** VirusTotal has some hundred engines. */
const mostEngines = 300
const mostCategories = 20
const longestText = 100

/**
 * Reads an answer of `GET /api/v3/domains/{domain}` or `/ip_addresses/{ip}` (VirusTotal API v3). The body is not trusted:
 * what has another shape is left out.
 *
 * @param status of the HTTP response
 * @param body the parsed JSON, or anything else
 */
export function readVirusTotal(status: number, body: unknown): VirusTotalReport | VirusTotalError {
  if (status === 404) return emptyReport
  if (status !== 200) return errorOf(status, body)
  const attributes = objectIn(objectIn(body, 'data'), 'attributes')
  if (attributes === null) return { error: 'unavailable', reason: 'the answer has no attributes' }
  const engines = enginesIn(attributes)
  return {
    counts: countsIn(objectIn(attributes, 'last_analysis_stats'), engines),
    engines,
    country: countryIn(attributes['country']),
    asOwner: textIn(attributes['as_owner']),
    categories: [
      ...new Set(
        Object.values(objectIn(attributes, 'categories') ?? {})
          .slice(0, mostEngines)
          .flatMap(each => textIn(each) ?? []),
      ),
    ].slice(0, mostCategories),
    isKnown: true,
  }
}

const emptyReport: VirusTotalReport = {
  counts: { malicious: 0, suspicious: 0, harmless: 0, undetected: 0, timeout: 0 },
  engines: [],
  country: null,
  asOwner: null,
  categories: [],
  isKnown: false,
}

function errorOf(status: number, body: unknown): VirusTotalError {
  const code = textIn(objectIn(body, 'error')?.['code'])
  const reason = code ?? `status ${status}`
  // Both the rate of a minute and the quota of a day.
  if (status === 429) return { error: 'rate_limit_exceeded', reason }
  return { error: 'unavailable', reason }
}

function objectIn(value: unknown, name?: string): Record<string, unknown> | null {
  const found = name === undefined ? value : isObject(value) && Object.hasOwn(value, name) ? value[name] : null
  return isObject(found) ? found : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An ISO 3166 code of two letters. */
function countryIn(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Z]{2}$/.test(value) ? value : null
}

/** A text with its invisible characters escaped: an engine's words are shown to people. */
function textIn(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.slice(0, longestText * 10).trim()
  return text === '' ? null : displayTyped(text, longestText)
}

function enginesIn(attributes: Record<string, unknown>): readonly EngineResult[] {
  const results = Object.entries(objectIn(attributes, 'last_analysis_results') ?? {}).slice(0, mostEngines)
  const engines = results.flatMap(([name, value]): readonly EngineResult[] => {
    const result = objectIn(value)
    const category = categories.find(each => each === result?.['category'])
    if (category === undefined) return []
    const vendor = textIn(result?.['engine_name']) ?? displayTyped(name, longestText)
    return [{ vendor, category, tier: vendorTier(vendor), detail: textIn(result?.['result']) }]
  })
  return engines.toSorted(
    (one, other) =>
      categories.indexOf(one.category) - categories.indexOf(other.category) ||
      one.tier - other.tier ||
      (one.vendor < other.vendor ? -1 : Number(one.vendor > other.vendor)),
  )
}

/** VirusTotal's own counts, or those of its engines where it gives none. */
function countsIn(
  stats: Record<string, unknown> | null,
  engines: readonly EngineResult[],
): Record<EngineCategory, number> {
  const count = (category: EngineCategory): number => {
    const given = stats?.[category]
    if (typeof given === 'number' && Number.isSafeInteger(given) && given >= 0) return given
    return engines.filter(engine => engine.category === category).length
  }
  return {
    malicious: count('malicious'),
    suspicious: count('suspicious'),
    harmless: count('harmless'),
    undetected: count('undetected'),
    timeout: count('timeout'),
  }
}

/** This many engines of any tier make a verdict malicious, and this many Lesser-Known ones make it suspicious. */
const maliciousEngines = 5
const suspiciousEngines = 3

/**
 * The verdict of VirusTotal's engines; null when none has an opinion. Malicious: a Trusted engine says so and another one
 * reports something too, or five engines say so. Suspicious: a Trusted or Reliable engine reports something, or three
 * engines call it malicious. Low risk: anything else that is reported. An address that a provider shares among many
 * customers is judged one step lower.
 *
 * @param isShared of an address: a provider shares it among many customers
 */
export function enginesVerdict(
  { engines, counts }: Pick<VirusTotalReport, 'engines' | 'counts'>,
  isShared = false,
): ThreatVerdict | null {
  const verdict = verdictOf(engines, counts)
  if (!isShared || verdict === null || verdict === 'clean') return verdict
  return verdict === 'malicious' ? 'suspicious' : 'low_risk'
}

function verdictOf(engines: readonly EngineResult[], counts: VirusTotalReport['counts']): ThreatVerdict | null {
  const reports = engines.filter(({ category }) => category === 'malicious' || category === 'suspicious')
  const malicious = engines.filter(({ category }) => category === 'malicious')
  const isConfirmed = malicious.some(({ tier }) => tier === 1) && reports.length > 1
  if (isConfirmed || Math.max(malicious.length, counts.malicious) >= maliciousEngines) return 'malicious'
  if (reports.some(({ tier }) => tier < 3) || Math.max(malicious.length, counts.malicious) >= suspiciousEngines)
    return 'suspicious'
  if (reports.length > 0 || counts.malicious + counts.suspicious > 0) return 'low_risk'
  return counts.harmless > 0 ? 'clean' : null
}

/** The engines' reports in one sentence, from Pro on. By rules: the same report gives the same words. */
export function enginesWords(report: VirusTotalReport, verdict: ThreatVerdict | null): string {
  const { counts, engines, isKnown } = report
  const against = counts.malicious + counts.suspicious
  const total = against + counts.harmless
  const trusted = engines.filter(
    ({ tier, category }) => tier < 3 && (category === 'malicious' || category === 'suspicious'),
  )
  const names = trusted
    .slice(0, 3)
    .map(({ vendor }) => vendor)
    .join(', ')
  const some = `${against} of ${total} engines with an opinion ${against === 1 ? 'reports' : 'report'} something`
  switch (verdict) {
    case null:
      return isKnown
        ? 'No verdict: no engine of VirusTotal has an opinion.'
        : 'No verdict: VirusTotal does not know it.'
    case 'clean':
      return `Clean: none of the ${counts.harmless} engines with an opinion reports anything.`
    case 'low_risk':
      return `Probably harmless: ${some}, and none of them is a well-known one.`
    case 'suspicious':
      return names === '' ? `Check this: ${some}.` : `Check this: ${some}, among them ${names}.`
    case 'malicious':
      return names === '' ? `Act now: ${some}.` : `Act now: ${some}, among them ${names}.`
    default:
      return verdict satisfies never
  }
}

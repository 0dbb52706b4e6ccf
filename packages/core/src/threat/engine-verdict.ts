import type { ThreatOpinion } from './source.ts'
import { type ThreatVerdict, threatVerdicts } from './value.ts'
import { type VendorTier, vendorTier } from './vendor.ts'
import { type EngineCategory, type EngineResult, enginesVerdict } from './virustotal.ts'

/** Whether it is the opinion of one engine, and not VirusTotal's own silence or lack of knowledge. */
export function isEngine({ basis, vendor, operator }: ThreatOpinion): boolean {
  return basis === 'engine' && vendor !== operator
}

/** Whose voice an opinion is when sources are counted: some ninety engines are one source, VirusTotal. */
export function voiceOf({ basis, vendor, operator }: ThreatOpinion): string {
  return basis === 'engine' ? operator : vendor
}

const categories: { readonly [S in ThreatOpinion['says']]: EngineCategory } = {
  hit: 'malicious',
  weak: 'suspicious',
  policy: 'undetected',
  clean: 'harmless',
  none: 'undetected',
  unknown: 'timeout',
}

/**
 * The verdict of VirusTotal's engines among some opinions: each subject by `enginesVerdict`, then the worst. Null when no
 * engine has an opinion.
 */
export function verdictOfEngines(opinions: readonly ThreatOpinion[]): ThreatVerdict | null {
  const bySubject = Map.groupBy(opinions.filter(isEngine), ({ subject }) => subject)
  const verdicts = [...bySubject.values()].map(about => {
    const engines = about.map((opinion): EngineResult => {
      const { vendor, says } = opinion
      return { vendor, category: categories[says], tier: vendorTier(vendor), detail: null }
    })
    const count = (category: EngineCategory) => engines.filter(engine => engine.category === category).length
    const counts = {
      malicious: count('malicious'),
      suspicious: count('suspicious'),
      harmless: count('harmless'),
      undetected: count('undetected'),
      timeout: count('timeout'),
    }
    return enginesVerdict(
      { engines, counts },
      about.some(({ sharedBy }) => sharedBy !== null),
    )
  })
  return verdicts.reduce(worse, null)
}

/** The worse of two verdicts; null is the mildest. */
export function worse(one: ThreatVerdict | null, other: ThreatVerdict | null): ThreatVerdict | null {
  return rank(one) >= rank(other) ? one : other
}

function rank(verdict: ThreatVerdict | null): number {
  return verdict === null ? -1 : threatVerdicts.indexOf(verdict)
}

/** How VirusTotal's engines are divided. An engine that reports one of several subjects reports something. */
export interface EngineTally {
  /** The names of those with a report, the best known first. */
  against: readonly string[]
  /** The names of those with any opinion. */
  all: readonly string[]
}

export function tallyEngines(opinions: readonly ThreatOpinion[]): EngineTally {
  const engines = opinions.filter(isEngine)
  const named = (...wanted: readonly ThreatOpinion['says'][]) => [
    ...new Set(engines.filter(({ says }) => wanted.includes(says)).map(({ vendor }) => vendor)),
  ]
  return {
    against: named('hit', 'weak').toSorted((one, other) => vendorTier(one) - vendorTier(other)),
    all: named('hit', 'weak', 'clean'),
  }
}

/** The maximum number of engines in a sentence. */
const mostEngines = 3

/** "3 of 68 engines with an opinion report example.com, among them ESET"; the engines must report something. */
export function enginesAgainst(tally: EngineTally, what: string): string {
  const { against, all } = tally
  const known = against.filter(name => isWellKnown(vendorTier(name))).slice(0, mostEngines)
  const names = known.length === 0 ? ', and none of them is a well-known one' : `, among them ${known.join(', ')}`
  return `${all.length === 1 ? 'the only engine' : `${against.length} of ${all.length} engines`} with an opinion ${against.length === 1 ? 'reports' : 'report'} ${what}${names}`
}

function isWellKnown(tier: VendorTier): boolean {
  return tier < 3
}

import type { Agreement } from './agreement.ts'
import type { SpfWorld } from './spf-world.ts'

/** The number of evaluations that read a record with a feature, for each feature of RFC 7208. */
export type Features = Readonly<Record<string, number>>

const mechanisms = ['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists'] as const
const letters = ['s', 'l', 'o', 'd', 'i', 'p', 'h', 'v'] as const
/** Allowed in explanations only. */
const explanationLetters = ['c', 'r', 't'] as const
const delimiters = ['.', '-', '+', ',', '/', '_', '='] as const

const termPattern = (pattern: string): RegExp => new RegExp(`(?:^| )(?:${pattern})(?= |$)`, 'i')

/** Each feature by name, with its pattern in a record. */
const recordFeatures: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(mechanisms.map(name => [`mechanism ${name}`, termPattern(`[-+~?]?${name}(?:[:/]\\S*)?`)])),
  'qualifier + written': termPattern('\\+\\w\\S*'),
  'qualifier + left out': termPattern('(?:a|mx|ip4|ip6|include|exists|ptr|all)(?:[:/]\\S*)?'),
  'qualifier -': termPattern('-\\w\\S*'),
  'qualifier ~': termPattern('~\\w\\S*'),
  'qualifier ?': termPattern('\\?\\w\\S*'),
  'modifier redirect': termPattern('redirect=\\S+'),
  'modifier exp': termPattern('exp=\\S+'),
  'modifier unknown': termPattern('(?!redirect=|exp=)[a-z][a-z0-9_.-]*=\\S*'),
  'IPv4 prefix length': termPattern('[-+~?]?ip4:\\S+/\\d+'),
  'IPv6 prefix length': termPattern('[-+~?]?ip6:\\S+/\\d+'),
  'IPv6 prefix length of a or mx': termPattern('[-+~?]?(?:a|mx)\\S*//\\d+'),
  'both prefix lengths of a or mx': termPattern('[-+~?]?(?:a|mx)[^ /]*/\\d+//\\d+'),
  'IPv6 with an IPv4 end': termPattern('[-+~?]?ip6:\\S*\\d+\\.\\d+\\.\\d+\\.\\d+\\S*'),
  ...Object.fromEntries(letters.map(letter => [`macro ${letter}`, new RegExp(`%\\{${letter}`, 'i')])),
  'escape %%': /%%/,
  'escape %-': /%-/,
}

const macroFeatures: Readonly<Record<string, RegExp>> = {
  'macro in upper case': /%\{[A-Z]/,
  'macro that keeps parts': /%\{[a-z]\d/i,
  'macro reversed': /%\{[a-z]\d*r/i,
  ...Object.fromEntries(
    delimiters.map(mark => [`macro split at ${mark}`, new RegExp(`%\\{[a-z]\\d*r?[^}]*[${mark}]`, 'i')]),
  ),
}

const explanationFeatures: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    [...letters, ...explanationLetters].map(letter => [
      `macro ${letter} in an explanation`,
      new RegExp(`%\\{${letter}`, 'i'),
    ]),
  ),
  'escape %_': /%_/,
}

/** Counts the features in a run. Every feature is listed, with zero if none occurred. */
export function countFeatures(world: SpfWorld, { reads }: Agreement): Features {
  const all = { ...recordFeatures, ...macroFeatures, ...explanationFeatures }
  const counts: Record<string, number> = Object.fromEntries(Object.keys(all).map(name => [name, 0]))
  for (let depth = 1; depth <= 4; depth++) counts[`record ${depth} below the first`] = 0
  const add = (features: Readonly<Record<string, RegExp>>, text: string, times: number): void => {
    for (const [name, pattern] of Object.entries(features)) {
      if (pattern.test(text)) counts[name] = (counts[name] ?? 0) + times
    }
  }
  for (const [name, times] of reads) {
    const record = world.records.get(name)
    if (record !== undefined) {
      add({ ...recordFeatures, ...macroFeatures }, record.text, times)
      const key = `record ${record.depth} below the first`
      if (key in counts) counts[key] = (counts[key] ?? 0) + times
      continue
    }
    const texts = world.zone[name]?.TXT ?? []
    for (const text of texts)
      add({ ...explanationFeatures, ...macroFeatures }, typeof text === 'string' ? text : text.join(''), times)
  }
  return counts
}

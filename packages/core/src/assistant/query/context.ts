import type { DomainFacts, Facts, ScanFacts } from '../facts.ts'
import type { Reading } from '../reading/read.ts'
import type { Narrowed } from './narrow.ts'

/** A domain of the user that a question names, or a name below it. */
export interface OwnNamed {
  name: string
  below: string | null
}

/** A question with what it is asked about. */
export interface Context {
  reading: Reading
  facts: Facts
  /** The user's domains that the question is about: those it names, or the one that the answer before was about. */
  own: readonly OwnNamed[]
  /** Whether the question itself names them. */
  isNamed: boolean
  /** Other names in it: services, receivers, other people's domains. */
  foreign: readonly string[]
  /** The domains that a list is about: all, those of the answer before, or all but those. */
  within: readonly DomainFacts[]
  /** Whether the plan leaves one of several. */
  isCut: boolean
  /** Which of the domains the question takes or leaves out; null: it does not choose among them. */
  narrowed: Narrowed | null
  /** It is about one of what the answer before listed, which is not read again. */
  isOneOfList: boolean
}

export type Named = Pick<DomainFacts, 'name' | 'unicode'>

/** The user's domains in some names, each once, and the other names. */
export function ownIn(
  names: readonly string[],
  domains: readonly Named[],
): { own: readonly OwnNamed[]; foreign: readonly string[] } {
  const own: OwnNamed[] = []
  const foreign: string[] = []
  for (const asked of names) {
    const fitting = domains.flatMap(({ name, unicode }): readonly OwnNamed[] => {
      const written = unicode === null ? [name] : [name, unicode.normalize('NFKC').toLowerCase()]
      if (written.includes(asked)) return [{ name, below: null }]
      return written.some(each => asked.endsWith(`.${each}`)) ? [{ name, below: asked }] : []
    })
    const found = fitting.toSorted((one, other) => other.name.length - one.name.length)[0]
    if (found === undefined) foreign.push(asked)
    else if (!own.some(({ name, below }) => name === found.name && below === found.below)) own.push(found)
  }
  return { own, foreign }
}

/** The last scan of a domain, as far as it was read. */
export function scanOf({ scans, scan }: Pick<Facts, 'scans' | 'scan'>, name: string): ScanFacts | null {
  return scans.find(({ domain }) => domain === name) ?? (scan?.domain === name ? scan : null)
}

/** The domains that need attention most, for questions that name none. */
export function worstOf({ domains }: Pick<Facts, 'domains'>, most: number): readonly DomainFacts[] {
  return domains
    .filter(({ scannedAt }) => scannedAt !== null)
    .toSorted((one, other) => (one.score ?? 101) - (other.score ?? 101))
    .slice(0, most)
}

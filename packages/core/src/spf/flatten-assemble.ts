import { type AddressSet, cidrsOf, difference, everyAddress, isEmpty, noAddress, union } from './address-set.ts'
import { termsMax } from './flatten-pack.ts'
import type { Program, Step } from './flatten-program.ts'
import { runsOf } from './flatten-runs.ts'
import { withMapped } from './regions.ts'

/** A run of steps whose order matters only as far as the addresses come first. */
interface Segment {
  /** Pass for every message that comes this far. */
  passing: AddressSet
  /** Refused before the terms that follow, each set once. */
  terms: string[]
}

/** The terms of a hosted record. */
export interface HostedTerms {
  /** In order of evaluation. */
  terms: string[]
  /** Those that only a message decides. */
  kept: string[]
  /** The addresses that pass by their own terms. */
  passing: AddressSet
  /** The last term is the `redirect=` of the program: what the program refuses must not come to it. */
  redirects: boolean
}

/**
 * The terms of a hosted record that lets the same messages pass as a program. Addresses come as early as the order
 * allows: they need no lookup. Null when they are more than can be hosted.
 */
export function hostedTerms({ steps, ending }: Program): HostedTerms | null {
  const opens = ending.kind === 'all' && ending.qualifier === '+'
  const runs = runsOf(opens ? [...steps, allPass] : steps)
  let segment = newSegment()
  const segments = [segment]
  let matched = noAddress
  let passed = noAddress
  let refused = noAddress
  let written = noAddress
  const kept: string[] = []
  // Addresses that pass before are in front of the kept terms, so the whole set may be refused there.
  const newlyRefused = () => addressTerms(difference(refused, written), '-', tooMany)
  for (const run of runs) {
    if (run.kind === 'addresses') {
      const set = difference(run.passing, matched)
      matched = union(matched, run.set)
      passed = union(passed, set)
      segment.passing = union(segment.passing, set)
      refused = union(refused, run.refused)
    } else if (run.qualifier === '+') {
      const before = newlyRefused()
      if (before.length === tooMany) return null
      segment.terms.push(...before, run.term)
      written = refused
      kept.push(run.term)
      // The included record may end the check with an error, so nothing moves in front of it.
      if (run.term.startsWith('include:')) segments.push((segment = newSegment()))
    } else {
      const term = `${run.qualifier}${run.term}`
      segment.terms.push(term)
      kept.push(term)
      segments.push((segment = newSegment()))
    }
  }
  // Where every address passes, no message adds to them.
  const isPlain = opens && segments.length === 1 && isEmpty(difference(refused, passed))
  if (isPlain) return fitting({ terms: addressTerms(passed, '', tooMany), kept: [], passing: passed, redirects: false })
  const terms: string[] = []
  for (const { passing, terms: after } of segments) {
    terms.push(...addressTerms(passing, '', tooMany), ...after)
    if (terms.length >= tooMany) return null
  }
  const isRefusing = !isEmpty(difference(refused, passed)) || kept.some(term => /^[-~?]/.test(term))
  if (ending.kind === 'redirect' && isRefusing) {
    const last = [...newlyRefused(), ending.movedTerm]
    return fitting({
      terms: [...terms, ...last],
      kept: [...kept, ending.movedTerm],
      passing: passed,
      redirects: true,
    })
  }
  const needed = terms.slice(0, terms.findLastIndex(term => !/^[-~?]/.test(term)) + 1)
  const isNeeded = new Set(needed)
  return fitting({
    terms: needed,
    kept: kept.filter(term => isNeeded.has(term)),
    passing: passed,
    redirects: false,
  })
}

function fitting(hosted: HostedTerms): HostedTerms | null {
  return hosted.terms.length < tooMany ? hosted : null
}

/** So many terms cannot be hosted. No list of addresses gets longer here, however large its set is. */
const tooMany = termsMax + 1

const newSegment = (): Segment => ({ passing: noAddress, terms: [] })

const allPass: Step = { kind: 'addresses', passes: true, set: everyAddress }

/** The fewest terms for a set; with `most` the first ones. */
export function addressTerms(set: AddressSet, qualifier: '' | '-', most = Number.POSITIVE_INFINITY): string[] {
  const terms: string[] = []
  for (const cidr of cidrsOf(withMapped(set))) {
    if (terms.length === most) break
    terms.push(`${qualifier}${cidr.includes(':') ? 'ip6' : 'ip4'}:${cidr}`)
  }
  return terms
}

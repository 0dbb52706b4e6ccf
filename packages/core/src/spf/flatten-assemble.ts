import { type AddressSet, difference, everyAddress, isEmpty, noAddress, toCidrs, union } from './address-set.ts'
import type { Program, Step } from './flatten-program.ts'
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
 * allows: they need no lookup.
 */
export function hostedTerms({ steps, ending }: Program): HostedTerms {
  const opens = ending.kind === 'all' && ending.qualifier === '+'
  let segment = newSegment()
  const segments = [segment]
  let passed = noAddress
  let refused = noAddress
  let written = noAddress
  const kept: string[] = []
  for (const step of opens ? [...steps, allPass] : steps) {
    if (step.kind === 'addresses' && step.passes) {
      const set = difference(step.set, union(refused, passed))
      passed = union(passed, set)
      segment.passing = union(segment.passing, set)
    } else if (step.kind === 'addresses') {
      refused = union(refused, step.set)
    } else if (step.qualifier === '+') {
      // Addresses that pass before are in front of these terms, so the whole set may be refused here.
      segment.terms.push(...addressTerms(difference(refused, written), '-'), step.term)
      written = refused
      kept.push(step.term)
      // The included record may end the check with an error, so nothing moves in front of it.
      if (step.term.startsWith('include:')) segments.push((segment = newSegment()))
    } else {
      const term = `${step.qualifier}${step.term}`
      segment.terms.push(term)
      kept.push(term)
      segments.push((segment = newSegment()))
    }
  }
  // Where every address passes, no message adds to them.
  if (opens && segments.length === 1 && isEmpty(difference(refused, passed))) {
    return { terms: addressTerms(passed, ''), kept: [], passing: passed, redirects: false }
  }
  const terms = segments.flatMap(({ passing, terms: after }) => [...addressTerms(passing, ''), ...after])
  const isRefusing = !isEmpty(difference(refused, passed)) || kept.some(term => /^[-~?]/.test(term))
  if (ending.kind === 'redirect' && isRefusing) {
    const last = [...addressTerms(difference(refused, written), '-'), ending.movedTerm]
    return { terms: [...terms, ...last], kept: [...kept, ending.movedTerm], passing: passed, redirects: true }
  }
  const needed = terms.slice(0, terms.findLastIndex(term => !/^[-~?]/.test(term)) + 1)
  return { terms: needed, kept: kept.filter(term => needed.includes(term)), passing: passed, redirects: false }
}

const newSegment = (): Segment => ({ passing: noAddress, terms: [] })

const allPass: Step = { kind: 'addresses', passes: true, set: everyAddress }

/** The fewest terms for a set. */
export function addressTerms(set: AddressSet, qualifier: '' | '-'): string[] {
  if (isEmpty(set)) return []
  return toCidrs(withMapped(set)).map(cidr => `${qualifier}${cidr.includes(':') ? 'ip6' : 'ip4'}:${cidr}`)
}

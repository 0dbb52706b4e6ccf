import { type RecordType, type Resolver, type Signal, textOf } from '../dns/index.ts'
import { type AddressSet, difference, everyAddress, intersection, isEmpty } from './address-set.ts'
import { passOf } from './equivalence.ts'
import { addressTerms } from './flatten-assemble.ts'
import { keptTerm, type Program } from './flatten-program.ts'
import { isLiteral, policyOf } from './policy.ts'
import { parseSpf, selectSpf } from './record.ts'
import type { SpfRegion } from './regions.ts'
import { printTarget } from './target.ts'

/** What a hosted record may let pass of its original. */
export interface SpfWithin {
  /** Every address that was accepted, also those that no upstream has now. */
  addresses: AddressSet
  /** Terms that only a message decides and that were not accepted, as in `SpfSource`: they are left out. */
  without: readonly string[]
}

/**
 * A program without the addresses that were not accepted. Its terms are left out before, see `withoutTerms`.
 * `isCut`: something is left out.
 */
export function programWithin(program: Program, { addresses }: SpfWithin): { program: Program; isCut: boolean } {
  let isCut = false
  const opens = program.ending.kind === 'all' && program.ending.qualifier === '+'
  const steps = opens
    ? [...program.steps, { kind: 'addresses' as const, passes: true, set: everyAddress }]
    : program.steps
  const kept = steps.map(step => {
    if (step.kind === 'kept' || !step.passes || isEmpty(difference(step.set, addresses))) return step
    isCut = true
    return { ...step, set: intersection(step.set, addresses) }
  })
  if (!isCut) return { program, isCut }
  return {
    program: { ...program, steps: kept, ending: opens ? { kind: 'all', qualifier: '-' } : program.ending },
    isCut,
  }
}

/** The record of everything that was accepted: what passes by it and by the original may pass. */
export function acceptedRecord({ addresses }: SpfWithin, kept: readonly string[], withheld: string | null): string {
  const passing = kept.filter(term => !/^[-~?]/.test(term))
  const ending = passing.find(term => term.startsWith('redirect=')) ?? '-all'
  const terms = passing.filter(term => !term.startsWith('redirect='))
  return [
    'v=spf1',
    ...(withheld === null ? [] : [`include:${withheld}`]),
    ...addressTerms(addresses, ''),
    ...terms.filter(term => !isInclude(term)),
    // The included record may end the check with an error.
    ...terms.filter(isInclude),
    ending,
  ].join(' ')
}

function isInclude(term: string): boolean {
  return term.startsWith('include:')
}

/** The original where only what also passes by the accepted record passes: every other pass becomes fail. */
export function regionsWithin(original: readonly SpfRegion[], accepted: readonly SpfRegion[]): SpfRegion[] {
  return original.flatMap(one =>
    accepted.flatMap(other => {
      const set = intersection(one.set, other.set)
      return isEmpty(set) ? [] : [{ set, courses: passOf(one.courses, other.courses) }]
    }),
  )
}

/** A resolver whose SPF records lack some terms, named as in `SpfSource`. */
export function withoutTerms(resolver: Resolver, without: readonly string[]): Resolver {
  if (without.length === 0) return resolver
  return {
    async query<T extends RecordType>(name: string, type: T, signal?: Signal) {
      const answer = await resolver.query(name, type, signal)
      if (type !== 'TXT' || answer.kind !== 'records') return answer
      const texts = (answer.records as readonly { strings: readonly string[] }[]).map(record => ({
        ...record,
        strings: [recordWithout(textOf(record as never), name, without)],
      }))
      return { ...answer, records: texts as never }
    },
  }
}

/** An SPF record without some terms; every other text as it is. */
export function recordWithout(text: string, domain: string, without: readonly string[]): string {
  if (without.length === 0 || selectSpf([text]).records.length === 0) return text
  const { terms } = parseSpf(text)
  const left = terms.filter(term => !without.includes(passingTerm(term.text, domain) ?? ''))
  return left.length === terms.length ? text : ['v=spf1', ...left.map(term => term.text)].join(' ')
}

/** A term that lets messages pass, with the domain of its record written out; null: another one. */
function passingTerm(text: string, domain: string): string | null {
  const { directives, redirect } = policyOf(`v=spf1 ${text}`)
  if (redirect !== null) return `redirect=${printTarget(redirect, { d: domain })}`
  const [directive] = directives
  if (directive === undefined || isLiteral(directive) || directive.qualifier !== '+') return null
  return keptTerm(directive, domain)
}

import { type AddressSet, everyAddress, union } from './address-set.ts'
import type { Program, Step } from './flatten-program.ts'
import { spfServices } from './mail-services.ts'
import { type Directive, isLiteral, type Policy, policyOf } from './policy.ts'
import { nameOfTarget, printTarget } from './target.ts'

/** What one term of the owner's record lets pass: an include with everything below it, or a term of its own. */
export interface SpfSource {
  /** As `include:mail.example`; all `ip4:` and `ip6:` terms together are `addresses`. */
  name: string
  /** An include of a service that the catalogue knows. */
  isService: boolean
  /** Without what other terms refuse. */
  passing: AddressSet
  /** Terms that only a message decides and that let messages pass, each once. */
  kept: readonly string[]
}

/** The name of the source of all addresses that the owner wrote. */
export const ownAddresses = 'addresses'

const services: ReadonlySet<string> = new Set(
  spfServices.flatMap(service => service.includes.map(name => name.toLowerCase())),
)

/** The names of the sources of a record, in its order, as in `SpfSource`. */
export function sourceNames(record: string, domain: string): string[] {
  const policy = policyOf(record)
  const names = [...policy.directives.map(directive => nameOfSource(directive, domain)), endName(policy, domain)]
  return [...new Set(names)]
}

/** The sources of the first record of a flattening. */
export function sourcesOf(
  policy: Policy,
  { domain, steps, end }: { domain: string; steps: readonly (readonly Step[])[]; end: Program },
): SpfSource[] {
  const found = new Map<string, SpfSource>()
  const add = (name: string, these: readonly Step[], kept: readonly string[] = []) => {
    const before = found.get(name)
    const passing = these.flatMap(step => (step.kind === 'addresses' && step.passes ? [step.set] : []))
    const terms = these.flatMap(step => (step.kind === 'kept' && step.qualifier === '+' ? [step.term] : []))
    found.set(name, {
      name,
      isService: services.has(name.replace(/^(?:include:|redirect=)/, '').toLowerCase()),
      passing: union(...(before === undefined ? [] : [before.passing]), ...passing),
      kept: [...new Set([...(before?.kept ?? []), ...terms, ...kept])],
    })
  }
  for (const [at, directive] of policy.directives.entries()) add(nameOfSource(directive, domain), steps[at] ?? [])
  const { ending } = end
  const opens = ending.kind === 'all' && ending.qualifier === '+'
  add(
    endName(policy, domain),
    opens ? [...end.steps, { kind: 'addresses', passes: true, set: everyAddress }] : end.steps,
    ending.kind === 'redirect' ? [ending.movedTerm] : [],
  )
  return [...found.values()].filter(({ name }) => name !== 'all' || opens)
}

function nameOfSource(directive: Directive, domain: string): string {
  if (directive.kind === 'all') return 'all'
  if (isLiteral(directive)) return ownAddresses
  const { target } = directive
  const name = target === null ? domain : nameOfTarget(target, { d: domain })
  const printed = name === null || name === 'depends' ? target && printTarget(target, { d: domain }) : name
  const lengths = 'prefix4' in directive ? `/${directive.prefix4}//${directive.prefix6}` : ''
  return `${directive.kind}:${printed ?? domain}${lengths}`.replace('/32//128', '')
}

function endName({ directives, redirect }: Policy, domain: string): string {
  if (redirect === null || directives.some(({ kind }) => kind === 'all')) return 'all'
  const name = nameOfTarget(redirect, { d: domain })
  return `redirect=${name === null || name === 'depends' ? printTarget(redirect, { d: domain }) : name}`
}

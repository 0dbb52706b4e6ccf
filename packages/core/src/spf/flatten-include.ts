import { difference, everyAddress, isEmpty, noAddress, union } from './address-set.ts'
import type { Program, Step } from './flatten-program.ts'
import { runsOf } from './flatten-runs.ts'
import type { Qualifier } from './record.ts'

/**
 * The steps of an `include` of a program: an address that passes there matches, every other goes on to the next term
 * (RFC 7208 section 5.2). An include that the steps of one record cannot express stays as it is.
 */
export function includedSteps(program: Program, term: { qualifier: Qualifier; name: string }): readonly Step[] {
  const { qualifier, name } = term
  const steps = passingSteps(program)
  const isStatic = steps?.every(({ kind }) => kind === 'addresses') ?? false
  if (steps === null || (qualifier !== '+' && !isStatic)) return [{ kind: 'kept', qualifier, term: `include:${name}` }]
  return qualifier === '+' ? steps : steps.map(step => ({ ...step, passes: false }))
}

/**
 * What passes in a program, as steps that all pass, in the same order; null when that depends on the order of steps that
 * pass and do not pass.
 */
function passingSteps({ steps, ending }: Program): Step[] | null {
  if (ending.kind === 'redirect') return null
  const passing: Step[] = []
  let before = noAddress
  let mayBeRefused = false
  let isRefused = false
  const all: Step[] = ending.qualifier === '+' ? [{ kind: 'addresses', passes: true, set: everyAddress }] : []
  for (const step of runsOf([...steps, ...all])) {
    if (step.kind === 'kept') {
      const passes = step.qualifier === '+'
      // An address that a message lets pass here must not be one that an earlier term has refused.
      if (passes && (mayBeRefused || isRefused)) return null
      if (passes) passing.push(step)
      else mayBeRefused = true
    } else {
      const set = difference(step.passing, before)
      if (!isEmpty(set)) {
        if (mayBeRefused) return null
        passing.push({ kind: 'addresses', passes: true, set })
      }
      isRefused ||= !isEmpty(difference(difference(step.set, step.passing), before))
      before = union(before, step.set)
    }
  }
  return passing
}

import { type AddressSet, noAddress, union } from './address-set.ts'
import { firstMatch, type Match } from './first-match.ts'
import type { Step } from './flatten-program.ts'

/** Steps in a row that no message decides, as one: for each address the first that matches decides. */
export interface AddressRun extends Match {
  kind: 'addresses'
  /** All addresses of the steps that refuse, also those that pass before. */
  refused: AddressSet
}

type AddressStep = Extract<Step, { kind: 'addresses' }>
type KeptStep = Extract<Step, { kind: 'kept' }>

/**
 * The steps of a program with the address steps between kept ones joined. Sets that grow from step to step then cost as
 * much as there are kept terms, which are few, and not as much as there are addresses.
 */
export function runsOf(steps: readonly Step[]): (AddressRun | KeptStep)[] {
  const runs: (AddressRun | KeptStep)[] = []
  let row: AddressStep[] = []
  const endRow = () => {
    if (row.length > 0) runs.push(addressRun(row))
    row = []
  }
  for (const step of steps) {
    if (step.kind === 'addresses') row.push(step)
    else {
      endRow()
      runs.push(step)
    }
  }
  endRow()
  return runs
}

function addressRun(steps: readonly AddressStep[]): AddressRun {
  const matches: Match[] = []
  for (let at = 0; at < steps.length; ) {
    const passes = steps[at]?.passes === true
    let end = at + 1
    while (steps[end]?.passes === passes) end++
    const set = union(...steps.slice(at, end).map(step => step.set))
    matches.push({ set, passing: passes ? set : noAddress })
    at = end
  }
  const refused = union(...steps.filter(({ passes }) => !passes).map(({ set }) => set))
  return { kind: 'addresses', ...firstMatch(matches), refused }
}

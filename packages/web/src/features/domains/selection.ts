import type { Domain } from '../../lib/queries.ts'

/** Ids of the domains somebody has ticked. One deleted meanwhile, in another tab say, may still be among them. */
export type Selection = ReadonlySet<string>

export const nothingSelected: Selection = new Set()

/** The selected domains there still are, in the order of the list. */
export function selectedOf(domains: readonly Domain[], selection: Selection): readonly Domain[] {
  return domains.filter(domain => selection.has(domain.id))
}

export function toggled(selection: Selection, id: string, on: boolean): Selection {
  const next = new Set(selection)
  if (on) next.add(id)
  else next.delete(id)
  return next
}

/** How much of what is shown is selected: the three states of the box that selects all. */
export function shareOf(shown: readonly Domain[], selection: Selection): 'none' | 'some' | 'all' {
  const count = selectedOf(shown, selection).length
  if (count === 0) return 'none'
  return count === shown.length ? 'all' : 'some'
}

/** Selects everything that is shown, or nothing of it when all of it was selected; what is not shown stays as it is. */
export function toggledAll(shown: readonly Domain[], selection: Selection): Selection {
  const next = new Set(selection)
  const all = shareOf(shown, selection) === 'all'
  for (const { id } of shown) {
    if (all) next.delete(id)
    else next.add(id)
  }
  return next
}

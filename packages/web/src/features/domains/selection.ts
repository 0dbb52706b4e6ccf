import type { Domain } from '../../lib/queries.ts'

/** Ids of the selected domains. Some may have been deleted meanwhile, for example in another tab. */
export type Selection = ReadonlySet<string>

export const nothingSelected: Selection = new Set()

/** The selected domains that still exist, in the order of the list. */
export function selectedOf(domains: readonly Domain[], selection: Selection): readonly Domain[] {
  return domains.filter(domain => selection.has(domain.id))
}

export function toggled(selection: Selection, id: string, on: boolean): Selection {
  const next = new Set(selection)
  if (on) next.add(id)
  else next.delete(id)
  return next
}

/** How much of the displayed list is selected: the three states of the checkbox for all. */
export function shareOf(shown: readonly Domain[], selection: Selection): 'none' | 'some' | 'all' {
  const count = selectedOf(shown, selection).length
  if (count === 0) return 'none'
  return count === shown.length ? 'all' : 'some'
}

/** Selects all displayed domains, or deselects them if all were selected. Hidden ones do not change. */
export function toggledAll(shown: readonly Domain[], selection: Selection): Selection {
  const next = new Set(selection)
  const all = shareOf(shown, selection) === 'all'
  for (const { id } of shown) {
    if (all) next.delete(id)
    else next.add(id)
  }
  return next
}

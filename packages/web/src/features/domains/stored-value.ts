import { useState } from 'react'
import { useLocation } from 'react-router'
import { createDrafts } from '../../lib/drafts.ts'
import { parsed, storedText, storeText } from '../../lib/stored-value.ts'
import { chosenWorkspace } from '../../lib/workspace.ts'
import { isOrder, type Order, type Status } from './arrange.ts'
import type { TagChoice } from './tags.ts'

export type View = 'table' | 'grid'

/** A user's preferences for the list, kept until the browser tab is closed; each falls back to its default alone. */
interface ListPreferences {
  view: View
  order: Order
}

const preferencesKey = 'waxseal.domains'

function storedPreferences(): ListPreferences {
  const stored = parsed(storedText('sessionStorage', preferencesKey))
  const { view, order }: Partial<Record<keyof ListPreferences, unknown>> =
    typeof stored === 'object' && stored !== null ? stored : {}
  return { view: view === 'grid' ? 'grid' : 'table', order: isOrder(order) ? order : 'A to Z' }
}

export function usePreferences(): readonly [ListPreferences, (change: Partial<ListPreferences>) => void] {
  const [preferences, setPreferences] = useState(storedPreferences)
  function change(part: Partial<ListPreferences>): void {
    const next = { ...preferences, ...part }
    setPreferences(next)
    storeText('sessionStorage', preferencesKey, JSON.stringify(next))
  }
  return [preferences, change]
}

/** The current search and filters. */
interface ListFilter {
  search: string
  status: Status
  tag: TagChoice
}

const filters = createDrafts<ListFilter>()

export const everything: ListFilter = { search: '', status: 'All Status', tag: null }

/**
 * Stored with the history entry: going back from a report restores the list, a new visit shows all. Another workspace
 * has other tags, so a filter does not follow into it.
 */
export function useFilter(): readonly [ListFilter, (change: Partial<ListFilter>) => void] {
  const place = `${chosenWorkspace() ?? ''} ${useLocation().key}`
  const [filter, setFilter] = useState(() => filters.get(place, () => everything) ?? everything)
  function change(part: Partial<ListFilter>): void {
    const next = { ...filter, ...part }
    setFilter(next)
    filters.set(place, next)
  }
  return [filter, change]
}

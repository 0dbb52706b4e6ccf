import { useState } from 'react'
import { useLocation } from 'react-router'
import { createDrafts } from '../../lib/drafts.ts'
import { isOrder, type Order, type Status } from './arrange.ts'
import type { TagChoice } from './tags.ts'

export type View = 'table' | 'grid'

/** How somebody likes to see the list: kept until the browser's tab is closed. */
interface ListPreferences {
  view: View
  order: Order
}

const preferencesKey = 'waxseal.domains'

function storedPreferences(): ListPreferences {
  let stored: unknown = null
  try {
    stored = JSON.parse(sessionStorage.getItem(preferencesKey) ?? 'null')
  } catch {
    // No storage, or not ours: as at first.
  }
  const { view, order }: Partial<Record<keyof ListPreferences, unknown>> =
    typeof stored === 'object' && stored !== null ? stored : {}
  return { view: view === 'grid' ? 'grid' : 'table', order: isOrder(order) ? order : 'A to Z' }
}

export function usePreferences(): readonly [ListPreferences, (change: Partial<ListPreferences>) => void] {
  const [preferences, setPreferences] = useState(storedPreferences)
  function change(part: Partial<ListPreferences>): void {
    const next = { ...preferences, ...part }
    setPreferences(next)
    try {
      sessionStorage.setItem(preferencesKey, JSON.stringify(next))
    } catch {
      // Then it holds until another screen is gone to.
    }
  }
  return [preferences, change]
}

/** What somebody looks for now. */
interface ListFilter {
  search: string
  status: Status
  tag: TagChoice
}

const filters = createDrafts<ListFilter>()

export const everything: ListFilter = { search: '', status: 'All Status', tag: null }

/** Kept with the entry of the history: going back from a report finds the list as it was left, a new visit the whole. */
export function useFilter(): readonly [ListFilter, (change: Partial<ListFilter>) => void] {
  const { key } = useLocation()
  const [filter, setFilter] = useState(() => filters.get(key, () => everything) ?? everything)
  function change(part: Partial<ListFilter>): void {
    const next = { ...filter, ...part }
    setFilter(next)
    filters.set(key, next)
  }
  return [filter, change]
}

import { useState } from 'react'
import { useLocation } from 'react-router'
import { createDrafts } from '../../lib/drafts.ts'
import { isOrder, type Order, type Status } from './arrange.ts'
import type { TagChoice } from './tags.ts'

export type View = 'table' | 'grid'

/** How somebody likes to see the list: kept until the browser's tab is closed. */
interface Taste {
  view: View
  order: Order
}

const tasteKey = 'waxseal.domains'

function storedTaste(): Taste {
  let stored: unknown = null
  try {
    stored = JSON.parse(sessionStorage.getItem(tasteKey) ?? 'null')
  } catch {
    // No storage, or not ours: as at first.
  }
  const { view, order }: Partial<Record<keyof Taste, unknown>> =
    typeof stored === 'object' && stored !== null ? stored : {}
  return { view: view === 'grid' ? 'grid' : 'table', order: isOrder(order) ? order : 'A to Z' }
}

export function useTaste(): readonly [Taste, (change: Partial<Taste>) => void] {
  const [taste, setTaste] = useState(storedTaste)
  function change(part: Partial<Taste>): void {
    const next = { ...taste, ...part }
    setTaste(next)
    try {
      sessionStorage.setItem(tasteKey, JSON.stringify(next))
    } catch {
      // Then it holds until another screen is gone to.
    }
  }
  return [taste, change]
}

/** What somebody looks for now. */
interface Quest {
  search: string
  status: Status
  tag: TagChoice
}

const quests = createDrafts<Quest>()

export const everything: Quest = { search: '', status: 'All Status', tag: null }

/** Kept with the entry of the history: going back from a report finds the list as it was left, a new visit the whole. */
export function useQuest(): readonly [Quest, (change: Partial<Quest>) => void] {
  const { key } = useLocation()
  const [quest, setQuest] = useState(() => quests.get(key, () => everything) ?? everything)
  function change(part: Partial<Quest>): void {
    const next = { ...quest, ...part }
    setQuest(next)
    quests.set(key, next)
  }
  return [quest, change]
}

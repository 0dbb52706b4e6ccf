import { useCallback, useEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'
import { rememberList } from '../../lib/last-list.ts'
import type { Status } from './arrange.ts'
import { alphabetical, isSortKey, type Order } from './order.ts'
import type { TagChoice } from './tags.ts'

export type View = 'table' | 'grid'

/** What of the list is shown, and how. It is in the address, so that Back, a reload and a shared link keep it. */
export interface ListChoice {
  search: string
  status: Status
  tag: TagChoice
  order: Order
  view: View
}

export const everything = { search: '', status: 'All Status', tag: null } as const satisfies Partial<ListChoice>

const searchMax = 2_000

const filterValues: Readonly<Record<Exclude<Status, 'All Status'>, string>> = {
  Healthy: 'healthy',
  Warning: 'warning',
  Critical: 'critical',
  'Not scanned': 'not-scanned',
}

/** Reads the choice from the query of an address. What is missing or unknown is the default. */
export function choiceIn(query: string): ListChoice {
  const params = new URLSearchParams(query)
  const filter = params.get('filter')
  const statuses = Object.keys(filterValues) as Exclude<Status, 'All Status'>[]
  return {
    search: (params.get('q') ?? '').slice(0, searchMax),
    status: statuses.find(status => filterValues[status] === filter) ?? 'All Status',
    tag: params.get('tag')?.slice(0, searchMax) ?? null,
    order: orderIn(params.get('sort') ?? ''),
    view: params.get('view') === 'grid' ? 'grid' : 'table',
  }
}

function orderIn(text: string): Order {
  const reversed = text.startsWith('-')
  const by = reversed ? text.slice(1) : text
  return isSortKey(by) ? { by, reversed } : alphabetical
}

/** The query of the address of a choice, without the defaults: empty for the whole list by name. */
export function queryOf({ search, status, tag, order, view }: ListChoice): string {
  const params = new URLSearchParams()
  if (search !== '') params.set('q', search)
  if (status !== 'All Status') params.set('filter', filterValues[status])
  if (tag !== null) params.set('tag', tag)
  if (order.by !== alphabetical.by || order.reversed) params.set('sort', `${order.reversed ? '-' : ''}${order.by}`)
  if (view !== 'table') params.set('view', view)
  return params.size === 0 ? '' : `?${params}`
}

/** Browsers refuse many changes of the address at once: a typed search is written when the typing pauses. */
const pauseMs = 250

interface ListAddress {
  choice: ListChoice
  change: (part: Partial<ListChoice>) => void
  type: (search: string) => void
  /** Writes what was typed at once, before a link is followed. */
  settle: () => void
}

/** The choice of the list in the address of this history entry. */
export function useListAddress(): ListAddress {
  const { search: query } = useLocation()
  const navigationType = useNavigationType()
  const navigate = useNavigate()
  const [choice, setChoice] = useState(() => choiceIn(query))
  const [seen, setSeen] = useState(query)
  if (query !== seen) {
    setSeen(query)
    // Only this list replaces its address; every other change came with a link or from the history.
    if (navigationType !== NavigationType.Replace) setChoice(choiceIn(query))
  }
  useEffect(() => rememberList(queryOf(choiceIn(query))), [query])

  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const waiting = useRef<ListChoice | null>(null)
  useEffect(() => () => clearTimeout(timer.current), [])

  const settle = useCallback(() => {
    clearTimeout(timer.current)
    if (waiting.current === null) return
    const next = queryOf(waiting.current)
    waiting.current = null
    // The link that is followed now may leave this screen before the address arrives here.
    rememberList(next)
    void navigate({ search: next }, { replace: true, preventScrollReset: true })
  }, [navigate])

  function put(part: Partial<ListChoice>): void {
    const next = { ...choice, ...part }
    setChoice(next)
    waiting.current = next
    clearTimeout(timer.current)
  }

  return {
    choice,
    change: part => {
      put(part)
      settle()
    },
    type: search => {
      put({ search })
      timer.current = setTimeout(settle, pauseMs)
    },
    settle,
  }
}

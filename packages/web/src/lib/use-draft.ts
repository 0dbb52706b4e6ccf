import { useRef, useState } from 'react'
import type { Drafts } from './drafts.ts'

export interface Drafted<T> {
  draft: T
  /** The draft as it is at this moment: a callback that ends later does not see the one it began with. */
  now: () => T
  change: (part: Partial<T>) => void
  /** What stands there was taken: the next visit begins anew. */
  settle: () => void
  /** The draft is one that was left here before. */
  kept: boolean
  /** How often something else was put there as a whole: what was said of the form before is of another. */
  round: number
  /** Begins anew by hand: with what the form starts with, or with `part`. */
  startOver: (part?: Partial<T>) => void
  /** Null until somebody has started over. */
  begunAnew: BegunAnew | null
}

interface BegunAnew {
  /** So many times on this visit. */
  times: number
  /** What stood there before stands there again, and what took its place is kept instead. */
  undone: boolean
  /** Changes what stands there for what is kept. */
  swap: () => void
}

/** A form's draft that is kept from its first change on, until it is settled. `fresh` makes what a form starts with. */
export function useDraft<T extends object>(drafts: Drafts<T>, key: string, fresh: () => T): Drafted<T> {
  const [first] = useState(() => drafts.get(key, fresh))
  const [draft, setDraft] = useState(() => first ?? fresh())
  const [kept, setKept] = useState(first !== undefined)
  const [round, setRound] = useState(0)
  const [past, setPast] = useState<{ draft: T; times: number; undone: boolean } | null>(null)
  const live = useRef(draft)

  function show(next: T): void {
    live.current = next
    setDraft(next)
  }

  function put(next: T): void {
    drafts.set(key, next)
    show(next)
  }

  function swap({ draft, times, undone }: NonNullable<typeof past>): void {
    setPast({ draft: live.current, times, undone: !undone })
    setRound(round + 1)
    put(draft)
  }

  return {
    draft,
    now: () => live.current,
    change: part => put({ ...live.current, ...part }),
    settle: () => {
      drafts.delete(key)
      setKept(false)
      setPast(null)
    },
    kept,
    round,
    startOver: part => {
      setPast({ draft: live.current, times: (past?.times ?? 0) + 1, undone: false })
      setRound(round + 1)
      if (part !== undefined) return put({ ...live.current, ...part })
      drafts.delete(key)
      setKept(false)
      show(fresh())
    },
    begunAnew: past && { times: past.times, undone: past.undone, swap: () => swap(past) },
  }
}

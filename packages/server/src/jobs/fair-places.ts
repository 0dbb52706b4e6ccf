/** How much is done at once, and how much may wait. */
export interface FairLimits {
  places: number
  /** Those whose work began a moment ago, which need the processor; all of them by default. */
  young?: number
  youngMs?: number
  /** The most that one holder has at once. */
  eachMax: number
  waitingMax: number
}

/** Even the fair queue is full. */
export class PlacesFull extends Error {
  override readonly name = 'PlacesFull'
}

/** Places for work of many, in this process: whoever holds the fewest comes next. */
export interface FairPlaces {
  /**
   * Resolves when it is the holder's turn, with the function that gives the place back.
   *
   * @param holder for whom: a workspace, or the client address of a visitor
   * @param options.onPlace told the place in the queue, 1 for the next one, whenever that changes
   * @param options.alone work of the same name waits until this one gave its place back
   * @throws PlacesFull; the signal's reason
   */
  take(
    holder: string,
    options?: { signal?: AbortSignal; onPlace?: (place: number) => void; alone?: string },
  ): Promise<() => void>
  /** Whether one more of this holder would find no place and the queue full. @param alone as in `take` */
  isFull(holder: string, alone?: string): boolean
}

interface Waiting {
  holder: string
  alone: string | undefined
  onPlace: (place: number) => void
  resolve: (leave: () => void) => void
  reject: (cause: unknown) => void
}

/**
 * A holder has at most a quarter of the places that are left free, and always one. Who waits comes in turns: the first of
 * each holder before the second of any, and of holders alike the one who was served the longest ago. When the queue is full, the newest of the holder who has most in it gives way.
 */
export function fairPlaces({
  places,
  young: youngMax = places,
  youngMs = 0,
  eachMax,
  waitingMax,
}: FairLimits): FairPlaces {
  const held = new Map<string, number>()
  /** When each was last served, by count, of those who still have something here. */
  const served = new Map<string, number>()
  /** The names of work that is under way and alone of its name. */
  const alone = new Set<string>()
  let serving = 0
  let running = 0
  let young = 0
  /** In the order of arrival. */
  let queue: Waiting[] = []

  const shareOf = () => Math.max(1, Math.min(eachMax, Math.floor((places - running) / 4)))

  /** The queue in the order of turns. */
  function inTurns(): Waiting[] {
    const turns = new Map<string, number>()
    const ranked = queue.map(waiting => {
      const turn = (turns.get(waiting.holder) ?? held.get(waiting.holder) ?? 0) + 1
      turns.set(waiting.holder, turn)
      return { waiting, turn }
    })
    const lastOf = ({ waiting }: (typeof ranked)[number]) => served.get(waiting.holder) ?? 0
    return ranked.sort((a, b) => a.turn - b.turn || lastOf(a) - lastOf(b)).map(({ waiting }) => waiting)
  }

  function forget(holder: string): void {
    if (!held.has(holder) && waitingOf(holder) === 0) served.delete(holder)
  }

  function mayStart({ holder, alone: name }: Pick<Waiting, 'holder' | 'alone'>): boolean {
    if (running >= places || young >= youngMax || (name !== undefined && alone.has(name))) return false
    return (held.get(holder) ?? 0) < shareOf()
  }

  function startNext(): void {
    for (;;) {
      const next = inTurns().find(mayStart)
      if (next === undefined) break
      queue = queue.filter(each => each !== next)
      next.resolve(enter(next))
    }
    for (const [n, { onPlace }] of inTurns().entries()) onPlace(n + 1)
  }

  function enter({ holder, alone: name }: Waiting): () => void {
    if (name !== undefined) alone.add(name)
    held.set(holder, (held.get(holder) ?? 0) + 1)
    served.set(holder, ++serving)
    running += 1
    young += 1
    let isYoung = true
    let isIn = true
    const grow = () => {
      if (isYoung) young -= 1
      isYoung = false
    }
    const growing =
      youngMax < places
        ? setTimeout(() => {
            grow()
            startNext()
          }, youngMs).unref()
        : undefined
    return () => {
      if (!isIn) return
      isIn = false
      clearTimeout(growing)
      grow()
      running -= 1
      if (name !== undefined) alone.delete(name)
      const left = (held.get(holder) ?? 1) - 1
      if (left === 0) held.delete(holder)
      else held.set(holder, left)
      forget(holder)
      startNext()
    }
  }

  const waitingOf = (holder: string) => queue.filter(each => each.holder === holder).length

  /** Who gives way to one more of this holder: the newest of the one who has most waiting. */
  function givesWay(holder: string): Waiting | undefined {
    const most = queue.toSorted((a, b) => waitingOf(b.holder) - waitingOf(a.holder))[0]?.holder ?? holder
    return waitingOf(most) > waitingOf(holder) + 1 ? queue.findLast(each => each.holder === most) : undefined
  }

  return {
    take(holder, { signal, onPlace = () => {}, alone } = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      if (signal?.aborted) return Promise.reject(signal.reason as Error)
      const waiting: Waiting = { holder, alone, onPlace, resolve, reject }
      // Work that need not wait takes no other's place in the queue: all others in it cannot start yet.
      if (queue.length >= waitingMax && !mayStart(waiting)) {
        const last = givesWay(holder)
        if (last === undefined) return Promise.reject(new PlacesFull('too many wait'))
        queue = queue.filter(each => each !== last)
        last.reject(new PlacesFull('others wait who have less'))
      }
      queue.push(waiting)
      const leave = () => {
        queue = queue.filter(each => each !== waiting)
        forget(holder)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      startNext()
      return promise.finally(() => signal?.removeEventListener('abort', leave))
    },
    isFull: (holder, name) =>
      queue.length >= waitingMax && !mayStart({ holder, alone: name }) && givesWay(holder) === undefined,
  }
}

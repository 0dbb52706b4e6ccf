import { type Lane, openLanes, TooManyWaiting } from './lanes.ts'

/** Lets a few pieces of work go on at once; the others wait in lanes. */
export interface Turnstile {
  /** @throws TooManyWaiting when there is no place to wait; what the work throws */
  run<T>(lane: Lane, work: () => Promise<T>): Promise<T>
}

/** @param most how many go on at once */
export function openTurnstile(most: number): Turnstile {
  const lanes = openLanes<{ enter: () => void; refuse: () => void }>()
  let inside = 0

  function leave(): void {
    const next = lanes.next()
    if (next === undefined) inside--
    else next.enter()
  }

  function enter(lane: Lane): Promise<void> {
    if (inside < most) {
      inside++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const refuse = () => reject(new TooManyWaiting('too many sign-ins wait'))
      lanes.enter(lane, { enter: resolve, refuse })?.refuse()
    })
  }

  return {
    async run(lane, work) {
      await enter(lane)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

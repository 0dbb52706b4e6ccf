import { afterEach, beforeEach, vi } from 'vitest'

/** The clock of timers and of `performance.now`; sockets go on in real time. */
export interface HeldClock {
  /** Lets time go by, timers firing on their way. */
  advance: (ms: number) => void
  /** Lets time go by during which nothing fires: the loop was blocked. The next timer finds itself so much too late. */
  block: (ms: number) => void
}

/**
 * Lets the clock stand still in each test of a file until the test moves it: however slow the machine is, nothing is
 * sent again and nothing times out that the test did not mean to.
 */
export function holdTheClock(): HeldClock {
  let blocked = 0

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    blocked = 0
    const ticked = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => ticked() + blocked)
  })

  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  return {
    advance: ms => void vi.advanceTimersByTime(ms),
    block: ms => {
      blocked += ms
    },
  }
}

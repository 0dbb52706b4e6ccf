import { afterEach, beforeEach, vi } from 'vitest'

/** Controls timers and `performance.now`; sockets run in real time. */
export interface HeldClock {
  /** Advances the time and fires the timers that become due. */
  advance: (ms: number) => void
  /** Advances the time without firing timers, as a blocked event loop does. The next timer is late by that much. */
  block: (ms: number) => void
}

/**
 * Stops the clock in each test of a file until the test moves it. However slow the machine is, no resend and no timeout
 * happens that the test did not cause.
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

import { describe, expect, it } from 'vitest'
import { LARGEST_WINDOW, Window } from './window.ts'

/** Sends as many queries as the window has room for; returns their numbers. */
function fill(window: Window): number[] {
  const numbers: number[] = []
  while (window.hasRoom) numbers.push(window.begin())
  return numbers
}

/** One round trip: the window is filled, and every query is answered. */
function answerAll(window: Window): void {
  for (const number of fill(window)) {
    window.end(false)
    window.answered(number, `n${number}.example`)
  }
}

/**
 * One round trip in which the given number of queries, each about a name of its own, is refused at once, and the others
 * are answered; then those that were refused.
 */
function refuseSome(window: Window, refused: number): void {
  const numbers = fill(window)
  for (const [i, number] of numbers.entries()) {
    window.end(false)
    if (i < refused) window.refused(number, `n${number}.example`, 0)
    else window.answered(number, `n${number}.example`)
  }
  for (const number of numbers.slice(0, refused)) window.answered(number, `n${number}.example`)
}

/** A window with room for 128 queries. */
function wide(): Window {
  const window = new Window()
  answerAll(window)
  answerAll(window)
  return window
}

/** Queries one after the other, each in the same way. */
function each(window: Window, times: number, outcome: (number: number, i: number) => void): void {
  for (let i = 0; i < times; i++) {
    const number = window.begin()
    window.end(false)
    outcome(number, i)
  }
}

describe('the window of a resolver', () => {
  it('starts with 32 queries in flight', () => {
    expect(fill(new Window())).toHaveLength(32)
  })

  it('doubles with each round trip, up to 512', () => {
    const window = new Window()
    const sizes = Array.from({ length: 6 }, () => {
      answerAll(window)
      return window.size
    })
    expect(sizes).toEqual([64, 128, 256, 512, 512, 512])
    expect(LARGEST_WINDOW).toBe(512)
  })

  it('is halved by refusals, once for all queries of a round trip, and then grows by one each round trip', () => {
    const window = new Window()
    answerAll(window)
    answerAll(window)
    refuseSome(window, 50)
    expect(window.size).toBe(64)
    answerAll(window)
    expect(window.size).toBe(65)
    answerAll(window)
    expect(window.size).toBe(66)
  })

  it('never falls below 4', () => {
    const window = new Window()
    answerAll(window)
    for (let i = 0; i < 10; i++) refuseSome(window, 2)
    expect(window.size).toBe(4)
  })

  it('does not grow while few queries are sent', () => {
    const window = new Window()
    each(window, 1000, number => window.answered(number, 'a.example'))
    expect(window.size).toBe(32)
  })

  it('always leaves half of its room to queries that are not slow', () => {
    const window = new Window()
    for (let i = 0; i < 20; i++) {
      for (const _ of fill(window)) window.becameSlow()
    }
    expect(window.inFlight).toBeGreaterThan(300)
    expect(fill(window)).toHaveLength(16)
  })
})

describe('lost packets', () => {
  it('halve the window when 4 of the latest 32 outcomes are losses, down to 16', () => {
    const window = new Window()
    each(window, 64, (number, i) => (i % 8 === 0 ? window.lost(number) : window.answered(number, 'a.example')))
    expect(window.size).toBe(16)
    each(window, 100, number => window.lost(number))
    expect(window.size).toBe(16)
  })

  it('of one in a hundred change nothing', () => {
    const window = new Window()
    each(window, 10_000, (number, i) => (i % 100 === 0 ? window.lost(number) : window.answered(number, 'a.example')))
    expect(window.size).toBe(32)
  })
})

describe('failures whose reason the resolver does not state', () => {
  it('about one zone change nothing, however many they are', () => {
    const window = new Window()
    each(window, 1000, number => window.failed(number, 'broken.example'))
    expect(window.size).toBe(32)
  })

  it('about many zones halve the window, but not below 16: other people’s name servers may cause them', () => {
    const window = new Window()
    each(window, 1000, (number, i) => window.failed(number, `zone${i}.example`))
    expect(window.size).toBe(16)
  })

  it('that are few among many answers change nothing', () => {
    const window = new Window()
    each(window, 1000, (number, i) =>
      i % 5 === 0 ? window.failed(number, `zone${i}.example`) : window.answered(number, 'a.example'),
    )
    expect(window.size).toBe(32)
  })

  it('do not widen a window that refusals narrowed', () => {
    const window = new Window()
    answerAll(window)
    for (let i = 0; i < 10; i++) refuseSome(window, 2)
    each(window, 100, (number, i) => window.failed(number, `zone${i}.example`))
    expect(window.size).toBe(4)
  })
})

describe('a refusal', () => {
  it('is final when nothing was answered and no other query is in flight', () => {
    const window = new Window()
    const number = window.begin()
    window.end(false)
    expect(window.refused(number, 'a.example', 0)).toBe(false)
    expect(window.refusesAll).toBe(true)
  })

  it('is not final while the resolver may still answer others', () => {
    const window = new Window()
    window.begin()
    const number = window.begin()
    window.end(false)
    expect(window.refused(number, 'a.example', 0)).toBe(true)
  })

  it('is not final when the resolver answered before, unless it refuses everything for five seconds', () => {
    const window = new Window()
    each(window, 1, number => window.answered(number, 'a.example'))
    each(window, 1, number => expect(window.refused(number, 'a.example', 1000)).toBe(true))
    each(window, 1, number => expect(window.refused(number, 'a.example', 5999)).toBe(true))
    each(window, 1, number => expect(window.refused(number, 'a.example', 6000)).toBe(false))
    each(window, 1, number => window.answered(number, 'a.example'))
    each(window, 1, number => expect(window.refused(number, 'a.example', 7000)).toBe(true))
  })
})

describe('refusals of a policy about some names', () => {
  it('narrow the window once for all names of a zone', () => {
    const window = wide()
    each(window, 160, (number, i) => window.refused(number, `s${i}._domainkey.policy.example`, 0))
    expect(window.size).toBe(64)
  })

  it('never narrow it below 16, however many zones they are about', () => {
    const window = wide()
    each(window, 200, (number, i) => window.refused(number, `policy${i}.example${i}`, 0))
    expect(window.size).toBe(16)
  })

  it('are a verdict after a second in which others were answered; the window then grows as at the start', () => {
    const window = wide()
    each(window, 1, number => expect(window.refused(number, 'policy.example', 0)).toBe(true))
    each(window, 1, number => window.answered(number, 'a.example'))
    each(window, 4, (number, i) => expect(window.refused(number, 'policy.example', 200 * (i + 1))).toBe(true))
    expect(window.size).toBe(64)
    answerAll(window)
    expect(window.size).toBe(65)
    each(window, 1, number => expect(window.refused(number, 'policy.example', 1000)).toBe(false))
    answerAll(window)
    expect(window.size).toBe(130)
  })

  it('narrow it each time when the resolver answered a name that it had refused: then it is busy', () => {
    const window = wide()
    each(window, 1, number => window.refused(number, 'a.example', 0))
    each(window, 1, number => window.answered(number, 'a.example'))
    each(window, 10, number => window.refused(number, 'b.example', 0))
    expect(window.size).toBe(4)
  })
})

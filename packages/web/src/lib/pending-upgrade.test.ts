// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepPendingUpgrade, pendingUpgrade, takePendingUpgrade } from './pending-upgrade.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') })
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
})

it('a chosen plan is stored with its time, and honored once', () => {
  keepPendingUpgrade('pro')
  expect(JSON.parse(localStorage.getItem('waxseal.pending-upgrade') ?? '')).toEqual({
    plan: 'pro',
    timestamp: Date.now(),
  })
  expect(pendingUpgrade()).toBe('pro')
  expect(takePendingUpgrade()).toBe('pro')
  expect(takePendingUpgrade()).toBeNull()
})

it('a choice is discarded after 5 minutes', () => {
  keepPendingUpgrade('business')
  vi.advanceTimersByTime(5 * 60_000 - 1)
  expect(pendingUpgrade()).toBe('business')
  vi.advanceTimersByTime(1)
  expect(pendingUpgrade()).toBeNull()
})

it('the free plan forgets an earlier choice', () => {
  keepPendingUpgrade('business')
  keepPendingUpgrade('free')
  expect(pendingUpgrade()).toBeNull()
})

it.each(['', 'x', '[]', '{"plan":"free","timestamp":1}', '{"plan":"pro"}', '{"plan":"pro","timestamp":9e15}'])(
  'a stored text %j is no choice',
  text => {
    localStorage.setItem('waxseal.pending-upgrade', text)
    expect(pendingUpgrade()).toBeNull()
  },
)

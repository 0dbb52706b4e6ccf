// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepPendingDomain, pendingDomain, takePendingDomain } from './pending-domain.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') })
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
})

it('a checked domain is taken along once', () => {
  keepPendingDomain('example.com')
  expect(pendingDomain()).toBe('example.com')
  expect(takePendingDomain()).toBe('example.com')
  expect(takePendingDomain()).toBeNull()
})

it('a domain of another day is forgotten', () => {
  keepPendingDomain('example.com')
  vi.advanceTimersByTime(86_400_000)
  expect(pendingDomain()).toBeNull()
})

it.each(['', 'x', '[]', '{"name":1,"at":1}', '{"name":"example.com"}', '{"name":"example.com","at":9e15}'])(
  'a stored text %j is no domain',
  text => {
    localStorage.setItem('waxseal.pending-domain', text)
    expect(pendingDomain()).toBeNull()
  },
)

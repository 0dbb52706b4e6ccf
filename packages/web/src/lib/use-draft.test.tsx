import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDrafts, forgetDrafts, keepDraftsOf } from './drafts.ts'
import { useDraft } from './use-draft.ts'

const drafts = createDrafts<{ name: string; note: string }>()

beforeEach(() => {
  forgetDrafts()
  keepDraftsOf('ada')
})
afterEach(cleanup)

function visit(key = 'a', name = 'fresh') {
  return renderHook(() => useDraft(drafts, key, () => ({ name, note: '' })))
}

describe('a draft', () => {
  it('is restored for the account that typed it, and for no other', () => {
    const first = visit()
    expect(first.result.current.kept).toBe(false)
    act(() => first.result.current.change({ name: 'typed' }))
    first.unmount()
    expect(visit().result.current).toMatchObject({ draft: { name: 'typed', note: '' }, kept: true })
    expect(visit('b').result.current).toMatchObject({ draft: { name: 'fresh' }, kept: false })
  })

  it('starts over each time while it is unchanged', () => {
    visit('a', 'old').unmount()
    expect(visit('a', 'new').result.current).toMatchObject({ draft: { name: 'new' }, kept: false })
  })

  it('holds all simultaneous changes', () => {
    const { result } = visit()
    act(() => {
      result.current.change({ name: 'one' })
      result.current.change({ note: 'two' })
    })
    expect(result.current.draft).toEqual({ name: 'one', note: 'two' })
  })

  it('passes its current value to a callback', () => {
    const { result } = visit()
    const { now } = result.current
    act(() => result.current.change({ name: 'later' }))
    expect(now().name).toBe('later')
  })

  it('starts over at the next visit after it is settled, or at once on request', () => {
    const first = visit()
    act(() => first.result.current.change({ name: 'typed' }))
    act(() => first.result.current.settle())
    expect(first.result.current.draft.name).toBe('typed')
    first.unmount()
    const second = visit()
    expect(second.result.current).toMatchObject({ draft: { name: 'fresh' }, kept: false })
    act(() => second.result.current.change({ name: 'typed' }))
    act(() => second.result.current.startOver())
    expect(second.result.current.draft.name).toBe('fresh')
  })

  it('is restored when its account returns, and for no other', () => {
    const first = visit()
    act(() => first.result.current.change({ name: 'typed' }))
    first.unmount()
    keepDraftsOf('ada')
    expect(visit().result.current.draft.name).toBe('typed')
    keepDraftsOf('kim')
    expect(visit().result.current.draft.name).toBe('fresh')
    keepDraftsOf('ada')
    expect(visit().result.current.draft.name).toBe('fresh')
  })

  it('can be restored after starting over, and discarded again, whatever was typed in between', () => {
    visit().result.current.change({ name: 'typed' })
    const { result } = visit()
    expect(result.current.startedOver).toBeNull()
    act(() => result.current.startOver())
    act(() => result.current.change({ note: 'since' }))
    expect(result.current.startedOver).toMatchObject({ times: 1, undone: false })
    act(() => result.current.startedOver?.swap())
    expect(result.current).toMatchObject({
      draft: { name: 'typed', note: '' },
      startedOver: { times: 1, undone: true },
    })
    expect(visit().result.current.draft.name).toBe('typed')
    act(() => result.current.startedOver?.swap())
    expect(result.current).toMatchObject({ draft: { name: 'fresh', note: 'since' }, startedOver: { undone: false } })
  })

  it('can start over with a value other than its first', () => {
    const { result } = visit()
    act(() => result.current.change({ name: 'typed', note: 'mine' }))
    act(() => result.current.startOver({ name: 'published' }))
    expect(result.current.draft).toEqual({ name: 'published', note: 'mine' })
    expect(visit().result.current).toMatchObject({ draft: { name: 'published' }, kept: true })
    act(() => result.current.startedOver?.swap())
    expect(result.current.draft).toEqual({ name: 'typed', note: 'mine' })
  })
})

// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetDrafts } from '../../lib/drafts.ts'
import { lastList } from '../../lib/last-list.ts'
import { choiceIn, queryOf, useListAddress } from './list-address.ts'

const defaults = choiceIn('')

describe('the choice of the list in the address', () => {
  it('leaves the defaults out', () => {
    expect(queryOf(defaults)).toBe('')
    expect(defaults).toEqual({
      search: '',
      status: 'All Status',
      tag: null,
      order: { by: 'name', reversed: false },
      view: 'table',
    })
  })

  it.each([
    '?q=m%C3%BCnch+%26+co&filter=not-scanned&tag=client%3A+M%C3%BCller&sort=-scanned&view=grid',
    '?filter=healthy&sort=-name',
    '?tag=',
  ])('is read as it was written: %s', query => {
    expect(queryOf(choiceIn(query))).toBe(query)
  })

  it.each(['?filter=Everything&sort=toString&view=map', '?filter=&sort=-&view=', '?sort=--score&unknown=1'])(
    'falls back to the defaults where it is unknown: %s',
    query => {
      expect(choiceIn(query)).toEqual(defaults)
    },
  )

  it('reads no more of a search than the field takes', () => {
    expect(choiceIn(`?q=${'a'.repeat(50_000)}`).search).toHaveLength(2_000)
  })
})

const open = (at: string) =>
  renderHook(() => ({ list: useListAddress(), location: useLocation(), navigate: useNavigate() }), {
    wrapper: ({ children }: { children: ReactNode }) => createElement(MemoryRouter, { initialEntries: [at] }, children),
  }).result

describe('the list', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    forgetDrafts()
  })

  it('writes a filter at once, and a search when the typing pauses', () => {
    const screen = open('/domains')
    act(() => screen.current.list.type('k'))
    act(() => screen.current.list.type('kite'))
    expect(screen.current.list.choice.search).toBe('kite')
    expect(screen.current.location.search).toBe('')
    act(() => void vi.advanceTimersByTime(250))
    expect(screen.current.location.search).toBe('?q=kite')
    act(() => screen.current.list.change({ status: 'Critical' }))
    expect(screen.current.location.search).toBe('?q=kite&filter=critical')
  })

  it('keeps what is typed while an earlier text reaches the address', () => {
    const screen = open('/domains')
    act(() => screen.current.list.type('kit'))
    act(() => {
      screen.current.list.settle()
      screen.current.list.type('kite')
    })
    expect(screen.current.list.choice.search).toBe('kite')
  })

  it('is found again by a report as it was left', () => {
    const screen = open('/domains?filter=critical&sort=%2Dscore&view=map')
    expect(lastList().search).toBe('?filter=critical&sort=-score')
    act(() => screen.current.list.change({ status: 'All Status' }))
    expect(lastList().search).toBe('?sort=-score')
  })

  it('follows a link to the whole list', () => {
    const screen = open('/domains?q=kite&filter=critical')
    expect(screen.current.list.choice).toMatchObject({ search: 'kite', status: 'Critical' })
    act(() => void screen.current.navigate('/domains'))
    expect(screen.current.list.choice).toEqual(defaults)
  })
})

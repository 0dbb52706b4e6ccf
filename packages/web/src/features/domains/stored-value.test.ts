// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { chooseWorkspace } from '../../lib/workspace.ts'
import { everything, useFilter, usePreferences } from './stored-value.ts'

const found = (stored: string) => {
  sessionStorage.setItem('waxseal.domains', stored)
  return renderHook(() => usePreferences()).result.current[0]
}

afterEach(() => {
  chooseWorkspace(null)
  sessionStorage.clear()
})

describe('the stored preferences of the list', () => {
  it('are restored', () => {
    expect(found('{"view":"grid","order":"Health Score"}')).toEqual({ view: 'grid', order: 'Health Score' })
  })

  it.each([
    ['{"view":"map","order":"Health Score"}', { view: 'table', order: 'Health Score' }],
    ['{"view":"grid","order":"toString"}', { view: 'grid', order: 'A to Z' }],
    ['{"view":', { view: 'table', order: 'A to Z' }],
    ['[]', { view: 'table', order: 'A to Z' }],
  ])('fall back one by one if they are invalid: %s', (stored, preferences) => {
    expect(found(stored)).toEqual(preferences)
  })
})

it('the filter of a list is restored for its history entry, and only in the same workspace', () => {
  const entry = { pathname: '/domains', key: 'k1' }
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(MemoryRouter, { initialEntries: [entry] }, children)
  const open = () => renderHook(() => useFilter(), { wrapper }).result
  const first = open()
  act(() => first.current[1]({ search: 'kite' }))
  expect(open().current[0].search).toBe('kite')
  chooseWorkspace('w2')
  expect(open().current[0]).toEqual(everything)
})

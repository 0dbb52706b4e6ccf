// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { forgetDrafts } from './drafts.ts'
import { lastList, rememberList } from './last-list.ts'
import { chooseWorkspace } from './workspace.ts'

afterEach(() => {
  chooseWorkspace(null)
  forgetDrafts()
})

it('is the whole list in a tab that showed none yet', () => {
  expect(lastList()).toEqual({ pathname: '/domains', search: '' })
})

it('keeps the filters and the sort of the list', () => {
  rememberList('?q=kite&sort=-score')
  expect(lastList()).toEqual({ pathname: '/domains', search: '?q=kite&sort=-score' })
  rememberList('')
  expect(lastList()).toEqual({ pathname: '/domains', search: '' })
})

it('keeps them apart for each workspace', () => {
  rememberList('?tag=client')
  chooseWorkspace('w2')
  expect(lastList().search).toBe('')
  chooseWorkspace(null)
  expect(lastList().search).toBe('?tag=client')
})

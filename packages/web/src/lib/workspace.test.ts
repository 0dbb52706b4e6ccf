// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { chooseWorkspace, chosenWorkspace, keepWorkspaceOf, onWorkspaceChange } from './workspace.ts'

beforeEach(() => {
  keepWorkspaceOf(null)
  localStorage.clear()
  keepWorkspaceOf('ada')
})

it('is the person’s own until one is chosen, and again afterwards', () => {
  expect(chosenWorkspace()).toBeNull()
  chooseWorkspace('kite')
  expect(chosenWorkspace()).toBe('kite')
  chooseWorkspace(null)
  expect(chosenWorkspace()).toBeNull()
})

it('is chosen again for the same person after the next sign-in, and for no other', () => {
  chooseWorkspace('kite')
  keepWorkspaceOf(null)
  expect(chosenWorkspace()).toBeNull()
  keepWorkspaceOf('ben')
  expect(chosenWorkspace()).toBeNull()
  keepWorkspaceOf('ada')
  expect(chosenWorkspace()).toBe('kite')
})

it('tells every change once', () => {
  const changed = vi.fn()
  const end = onWorkspaceChange(changed)
  chooseWorkspace('kite')
  chooseWorkspace('kite')
  chooseWorkspace(null)
  end()
  chooseWorkspace('kite')
  expect(changed).toHaveBeenCalledTimes(2)
})

it.each(['{', '"kite"', '{"userId":"ada"}', '{"userId":"ada","workspaceId":7}'])(
  'is the person’s own when the browser holds %s',
  text => {
    keepWorkspaceOf(null)
    localStorage.setItem('waxseal.workspace', text)
    keepWorkspaceOf('ada')
    expect(chosenWorkspace()).toBeNull()
  },
)

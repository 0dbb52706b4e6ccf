// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseWorkspace, chosenWorkspace, keepWorkspaceOf, onWorkspaceChange } from './workspace.ts'

beforeEach(() => {
  keepWorkspaceOf(null)
  localStorage.clear()
  sessionStorage.clear()
  keepWorkspaceOf('ada')
})

it('the workspace is the person’s own until another is chosen, and after that choice is cleared', () => {
  expect(chosenWorkspace()).toBeNull()
  chooseWorkspace('kite')
  expect(chosenWorkspace()).toBe('kite')
  chooseWorkspace(null)
  expect(chosenWorkspace()).toBeNull()
})

it('the chosen workspace is restored for the same person at the next sign-in, and for no other', () => {
  chooseWorkspace('kite')
  keepWorkspaceOf(null)
  expect(chosenWorkspace()).toBeNull()
  keepWorkspaceOf('ben')
  expect(chosenWorkspace()).toBeNull()
  keepWorkspaceOf('ada')
  expect(chosenWorkspace()).toBe('kite')
})

it('each change of workspace is announced once', () => {
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
  'the workspace is the person’s own when the browser holds %s',
  text => {
    keepWorkspaceOf(null)
    sessionStorage.setItem('waxseal.workspace', text)
    localStorage.setItem('waxseal.workspace', text)
    keepWorkspaceOf('ada')
    expect(chosenWorkspace()).toBeNull()
  },
)

/** A reload of the page, in the same tab. */
function loadPage(): void {
  keepWorkspaceOf(null)
  keepWorkspaceOf('ada')
}

/** A new tab of the same browser. */
function openTab(): void {
  sessionStorage.clear()
  loadPage()
}

/** What a choice in another tab leaves behind. */
const chooseInOtherTab = (workspaceId: string | null): void =>
  localStorage.setItem('waxseal.workspace', JSON.stringify({ userId: 'ada', workspaceId }))

describe('of two tabs, in which different workspaces are chosen', () => {
  it.each(['finch', null])('a reloaded one keeps its own when the other chose %s', other => {
    chooseWorkspace('kite')
    chooseInOtherTab(other)
    loadPage()
    expect(chosenWorkspace()).toBe('kite')
  })

  it('a reloaded one keeps the person’s own workspace', () => {
    chooseWorkspace('kite')
    chooseWorkspace(null)
    chooseInOtherTab('finch')
    loadPage()
    expect(chosenWorkspace()).toBeNull()
  })

  it('a reloaded one in which none was chosen keeps the person’s own workspace', () => {
    chooseInOtherTab('finch')
    loadPage()
    expect(chosenWorkspace()).toBeNull()
  })

  it('a new one starts with the choice that was made last, and keeps it', () => {
    chooseInOtherTab('finch')
    openTab()
    expect(chosenWorkspace()).toBe('finch')
    chooseInOtherTab('kite')
    loadPage()
    expect(chosenWorkspace()).toBe('finch')
  })
})

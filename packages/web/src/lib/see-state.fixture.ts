import { screen } from '@testing-library/react'
import { toast } from 'sonner'
import { expect, vi } from 'vitest'
import { type HeldText, heldStates, type StateName } from './held-states.data.ts'
import { inCase, wordForWord } from './text-pattern.fixture.ts'

/**
 * Finds every text of a held state on the page of this test, as the browser tests find those of their scenes. A toast is
 * found where it was sent: the tests of components have no place that shows toasts.
 */
export async function seeState(name: StateName): Promise<void> {
  const { texts }: { texts: readonly HeldText[] } = heldStates[name]
  await vi.waitFor(() => expect(texts.filter(text => !isShown(text))).toEqual([]), { timeout: 20_000 })
}

function isShown({ text, as = 'text' }: HeldText): boolean {
  if (as === 'placeholder') return screen.queryAllByPlaceholderText(text, { exact: true }).length > 0
  if (as === 'toast') return sentToasts().some(title => wordForWord(text).test(title))
  if (as !== 'text') return screen.queryAllByRole(as).some(({ textContent }) => inCase(text).test(textContent))
  const pattern = wordForWord(text)
  const isIn = (element: Element): boolean => pattern.test(element.textContent)
  return [...document.body.querySelectorAll('*')].some(
    element =>
      isIn(element) &&
      ![...element.children].some(isIn) &&
      element.closest('[hidden], script, style, template') === null,
  )
}

function sentToasts(): string[] {
  return toast.getToasts().flatMap(sent => ('title' in sent && typeof sent.title === 'string' ? [sent.title] : []))
}

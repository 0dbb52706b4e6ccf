import { useEffect } from 'react'
import { keyTable } from './key-table.ts'
import { isSingleKey } from './single-keys.ts'

/** What a row of a list may do by a key. Its control has the name as `data-row-key`; `open` is what takes the focus. */
const rowActs = ['next', 'previous', 'open', 'select', 'scan'] as const
type RowAct = (typeof rowActs)[number]

/**
 * The keys of a list of rows, in the order of the document. A row is the `li` or `tr` around its control `open`; a row
 * without a control for a key ignores it.
 */
export function useRowKeys(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const act = rowActs.find(name => (keyTable[name].keys as readonly string[]).includes(event.key))
      if (act !== undefined && isSingleKey(event) && doAct(act, event.key.startsWith('Arrow'))) event.preventDefault()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}

/** Whether the key did anything. Enter does nothing here: the focused control answers it. */
function doAct(act: RowAct, isArrow: boolean): boolean {
  const { activeElement: focused } = document
  if (act === 'next' || act === 'previous') {
    // An arrow scrolls the page, and moves in a group of choices, unless the focus is on the name of a row.
    if (isArrow && !(focused instanceof HTMLElement && focused.dataset['rowKey'] === 'open')) return false
    return move(focused, act === 'next' ? 1 : -1)
  }
  if (act === 'open') return false
  const control = rowOf(focused)?.querySelector<HTMLElement>(`[data-row-key="${act}"]`)
  control?.click()
  return control !== null && control !== undefined
}

function rowOf(element: Element | null): Element | null {
  const row = element?.closest('li, tr') ?? null
  return row?.querySelector('[data-row-key="open"]') ? row : null
}

/** The first row takes the focus where none has it; past the last and the first one, it stays. */
function move(focused: Element | null, step: 1 | -1): boolean {
  const names = [...document.querySelectorAll<HTMLElement>('[data-row-key="open"]')]
  const row = rowOf(focused)
  const at = names.findIndex(name => row?.contains(name))
  const next = names[at === -1 ? 0 : at + step]
  next?.focus()
  return names.length > 0
}

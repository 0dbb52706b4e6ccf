import { type FocusEvent, useEffect, useRef, useState } from 'react'

/**
 * For `onCloseAutoFocus` of a dialog: gives the focus back to what had it when the dialog was first rendered. Where that
 * is gone (the row just deleted, the button of an empty list) the reading goes on at the beginning of the screen.
 */
export function useFocusReturn(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return event => {
    event.preventDefault()
    const there = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
    const target = there ? opener : document.getElementById('main')
    target?.focus({ preventScroll: true })
  }
}

/**
 * For a list whose rows may go while the focus is in one of them, as when another tab deletes it: the reading goes on at
 * the beginning of the screen. Comes back with the `onFocus` of what holds the rows.
 */
export function useFocusRescue(rows: readonly unknown[]): (event: FocusEvent) => void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    if (last.current === null || last.current.isConnected) return
    last.current = null
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  }, [rows])
  return event => {
    last.current = event.target
  }
}

import { useLayoutEffect, useRef, useState } from 'react'

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
 * For what renders a list whose rows may go while the focus is in one of them, as when another tab deletes it: the reading
 * goes on at the beginning of the screen.
 */
export function useFocusRescue(): void {
  const last = useRef<EventTarget | null>(null)
  useLayoutEffect(() => {
    const note = ({ target }: FocusEvent): void => void (last.current = target)
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useLayoutEffect(() => {
    const isGone = last.current instanceof Node && !last.current.isConnected
    if (isGone && document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true })
    }
  })
}

import { useLayoutEffect, useRef, useState } from 'react'

/**
 * For `onCloseAutoFocus` of a dialog: returns the focus to the element that had it when the dialog was first rendered.
 * If that is gone (the deleted row, the button of an empty list), the focus moves to the beginning of the screen.
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
 * For a list whose rows may disappear while focused, for example because another tab deleted one: the focus moves to
 * the beginning of the screen.
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

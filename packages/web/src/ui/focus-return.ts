import { useState } from 'react'

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

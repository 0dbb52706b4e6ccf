/** Files of component tests share one jsdom and the modules: each file starts on an empty page. */
import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, vi } from 'vitest'
import { forgetDrafts } from './drafts.ts'
import { upgrade } from './upgrade.ts'

/**
 * jsdom runs its frames by an interval that it starts when it needs one. One that starts while a test has fake timers would
 * never run again, and no later file would get a frame. So a frame is always awaited, by the real interval.
 */
const kept = Symbol.for('waxseal.frames')
if (!Reflect.has(window, kept)) {
  Reflect.set(window, kept, true)
  const frame = window.requestAnimationFrame.bind(window)
  const next = (): void => void frame(next)
  next()
}

/** How long a test waits for what a user would wait for. By default a second, which a busy machine outlasts. */
configure({ asyncUtilTimeout: 20_000 })

afterAll(() => {
  cleanup()
  toast.dismiss()
  upgrade.close()
  forgetDrafts()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const root of [document.documentElement, document.body]) {
    for (const name of root.getAttributeNames()) root.removeAttribute(name)
  }
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

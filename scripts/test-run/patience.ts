/**
 * A set-up file of vitest: how long a test waits for what a person would wait for. By default it is a second, which a busy
 * machine outlasts. Only a test that hangs reaches this limit.
 */
import { vi } from 'vitest'

const waitMs = 30_000

/** Files of a worker share `vi`, and each runs this. */
const done = Symbol.for('waxseal.patience')

if (!Reflect.has(vi, done)) {
  Reflect.set(vi, done, true)
  const { waitFor, waitUntil } = vi
  vi.waitFor = (callback, options) => waitFor(callback, patient(options))
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))
}

function patient(options: number | { timeout?: number; interval?: number } = {}) {
  return typeof options === 'number' ? options : { timeout: waitMs, ...options }
}

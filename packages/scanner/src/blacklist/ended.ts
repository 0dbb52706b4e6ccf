import type { Signal } from '@waxseal/core/dns'

/** Waits for shared work; returns `instead` when the scan ends first. The shared work continues. */
export function unlessEnded<T>(signal: Signal | undefined, shared: Promise<T>, instead: T): Promise<T> {
  if (signal === undefined) return shared
  const { promise, resolve } = Promise.withResolvers<T>()
  const end = (): void => resolve(instead)
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  return Promise.race([shared, promise]).finally(() => signal.removeEventListener('abort', end))
}

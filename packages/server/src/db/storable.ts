/** A text as PostgreSQL can store it: NUL and lone surrogates, which it refuses, become U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** A JSON value of the same shape whose texts PostgreSQL can store, each after `change`. */
export function storableJson<T>(value: T, change: (text: string) => string = storable): T {
  // The shape stays the same: only texts change.
  return changed(value, change) as T
}

function changed(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map(each => changed(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [storable(key), changed(each, change)]))
}

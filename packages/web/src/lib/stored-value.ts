/** What the browser stores for this product: texts that may be missing, from another version, or changed by anyone. */
type Place = 'localStorage' | 'sessionStorage'

/** The stored text; null where there is none, or the browser has no storage. */
export function storedText(place: Place, key: string): string | null {
  try {
    return window[place].getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or removes it. In a browser without storage nothing outlives the page. */
export function storeText(place: Place, key: string, text: string | null): void {
  try {
    if (text === null) window[place].removeItem(key)
    else window[place].setItem(key, text)
  } catch {
    // No storage, or no room in it.
  }
}

/** The data of a stored text, unchecked: a schema decides what of it is used. Null: it is no JSON. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list of texts, none of them longer than `lengthMax` characters, at most `countMax` of them. */
export function isTexts(value: unknown, countMax: number, lengthMax: number): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length <= countMax &&
    value.every(text => typeof text === 'string' && text.length <= lengthMax)
  )
}

/** Whether the value is one of these. */
export function isOneOf<T extends string>(value: unknown, these: readonly T[]): value is T {
  return these.some(one => one === value)
}

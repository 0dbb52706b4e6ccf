/** Validators of plain data from outside the page, which may contain anything. */

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

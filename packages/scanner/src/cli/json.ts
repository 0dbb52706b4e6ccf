/**
 * JSON that is safe to look at: the control characters JSON itself would leave as they are (DEL and C1, which some
 * terminals obey) and the line separators are escaped too.
 */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007F-\u009F\u2028\u2029]/g,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

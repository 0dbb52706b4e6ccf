/**
 * JSON that is safe to print: also escapes the line separators and the control characters that JSON leaves unescaped
 * (DEL and C1, which some terminals obey).
 */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007F-\u009F\u2028\u2029]/g,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

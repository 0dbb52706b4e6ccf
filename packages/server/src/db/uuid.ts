/** PostgreSQL refuses a malformed uuid with an error; here it is an unknown id. */
export function isUuid(id: string): boolean {
  return /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(id)
}

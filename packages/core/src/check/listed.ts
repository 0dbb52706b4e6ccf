/** "a, b" and, of more than `most`, "a, b and 3 more". */
export function listed(items: readonly string[], most: number): string {
  const more = items.length - most
  return items.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

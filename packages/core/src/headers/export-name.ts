const subjectCharacters = 30

/**
 * The file name of an exported analysis (specification 2, section 5): the first 30 characters of the subject, each that is
 * no ASCII letter or digit as `_`, or `header_analysis` where nothing is left of it.
 *
 * @param subject decoded; null: the message has none
 * @returns with the extension `.pdf`
 */
export function exportName(subject: string | null): string {
  // A character has at most two code units: the rest of a long subject is not read.
  const start = Array.from((subject ?? '').slice(0, 2 * subjectCharacters)).slice(0, subjectCharacters)
  const name = start.map(character => (/^[a-z0-9]$/i.test(character) ? character : '_')).join('')
  return `${/[^_]/.test(name) ? name : 'header_analysis'}.pdf`
}

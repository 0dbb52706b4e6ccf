/**
 * What a finding is about where its id does not say it: a host, an address, a list, a tag. Several parts stand in the
 * order the finding's row gives, one blank between them; a blank inside a part is written `\032`, as DNS writes it. No
 * part is a sentence, so a subject stays what it is when words change.
 */
export function subjectOf(...parts: readonly string[]): string {
  return parts.map(part => part.replaceAll(' ', String.raw`\032`)).join(' ')
}

/** UTF-16 code units of a subject, at most three octets each in UTF-8: an index entry of PostgreSQL holds 2,704 octets. */
const subjectMax = 800

/** A subject as text that PostgreSQL can store and index, whatever a zone says: well-formed, without NUL, bounded. */
export function storableSubject(subject: string): string {
  return subject.replaceAll('\0', String.raw`\000`).slice(0, subjectMax).toWellFormed()
}

/** The parts of a subject again. */
export function partsOf(subject: string): readonly string[] {
  return subject.split(' ').map(part => part.replaceAll(String.raw`\032`, ' '))
}

/** What names a finding through all scans of a domain: its id, and its subject where the id can occur more than once. */
export interface Identity {
  id: string
  subject: string | null
}

/** An identity as one key, for maps. */
export function identityKey({ id, subject }: Identity): string {
  return subject === null ? id : `${id} ${subject}`
}

/** One field of a message's header, as plain text (RFC 5322 section 2.2). */
export interface HeaderField {
  /** In lower case. */
  name: string
  /** As written: `Received`. */
  label: string
  /** Unfolded and trimmed. Encoded words are decoded only in results whose whole value is encoded. */
  value: string
  /** The line of the pasted text on which the field begins, from 1. */
  line: number
}

/** The header of a message, newest field first, as pasted. */
export interface MessageHeader {
  fields: readonly HeaderField[]
  /** The fields that people read, with encoded words decoded (RFC 2047). null: the header has no such field. */
  shown: Readonly<Record<ShownField, string | null>>
  /**
   * The values of the fields that people read and that are there more than once, decoded, by their line. Absent: nothing
   * is to decode.
   */
  decoded?: ReadonlyMap<number, string>
  /** What of the text was not a plain header. Absent: nothing is known about that. */
  reading?: HeaderReading
  /** Lines that are no part of a field. They are ignored. */
  strayLines: number
  /** The first of them. */
  firstStray: HeaderLine | null
  /** A body follows the header. */
  hasBody: boolean
}

/** How a header was found in a pasted text, each with the line that shows it; null: the text has no such thing. */
export interface HeaderReading {
  /** Text above the header was skipped: its first line. */
  above: HeaderLine | null
  /** Empty lines in the header were skipped: the first line behind one. */
  crossed: HeaderLine | null
  /** What follows the header looks like fields, and was not read: its first line. */
  below: HeaderLine | null
}

export const shownFields = ['from', 'to', 'subject', 'reply-to', 'sender'] as const

export type ShownField = (typeof shownFields)[number]

/** The place of a field in the pasted text: what a finding about a header rests on. */
export interface HeaderLine {
  label: string
  line: number
  /** The beginning of the field's value. */
  text: string
}

/** Each field is cut here where it is shown, in characters. */
const shownCharacters = 1_000

/** A field as evidence. */
export function lineOf({ label, line, value }: HeaderField): HeaderLine {
  return { label, line, text: value.length > shownCharacters ? `${value.slice(0, shownCharacters)}…` : value }
}

/** All fields with this name (in lower case), from the top. */
export function fieldsNamed({ fields }: Pick<MessageHeader, 'fields'>, name: string): readonly HeaderField[] {
  return fields.filter(field => field.name === name)
}

/** The topmost field with this name (in lower case). */
export function fieldNamed({ fields }: Pick<MessageHeader, 'fields'>, name: string): HeaderField | undefined {
  return fields.find(field => field.name === name)
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const length = 6

/** Six random lower-case letters and digits: what makes the name of a hosted record unique. */
export function randomEnding(): string {
  let ending = ''
  while (ending.length < length) {
    // The byte values beyond the last whole round would make some letters likelier.
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
      if (byte < letters.length * 7 && ending.length < length) ending += letters[byte % letters.length]
    }
  }
  return ending
}

/** The term of a record that decides for all other senders, as `~all`; null: none. */
export function allTerm(record: string): string | null {
  return record.split(/\s+/).find(term => /^[-+~?]?all$/i.test(term)) ?? null
}

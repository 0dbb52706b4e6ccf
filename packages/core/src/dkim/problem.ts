/** A parse problem, with a stable code for programs and a sentence for people. */
export interface DkimProblem {
  code: string
  message: string
  /** What the sentence names: a tag, a value, a number. */
  detail?: string
}

/** A parse problem as data; its words are `dkimProblemWords`. */
export interface DkimFault {
  code: string
  detail: string
}

/** The words of each problem that makes a record unusable. They continue "receivers cannot use the key:". */
const words: Readonly<Record<string, (detail: string) => string>> = {
  // The form of the record.
  'too-long': most => `the record is longer than ${most} characters`,
  version: value => `v=${value} is not v=DKIM1, written exactly so`,
  'v-not-first': () => 'v=DKIM1 is not the first tag',
  'duplicate-tag': tag => `${tag} is given more than once, which makes the whole record void`,
  'p-missing': () => 'the tag p, which holds the key, is missing',
  'key-type': value => `k=${value} is no key type that receivers know, so they ignore the record`,
  hash: () => 'h allows no hash algorithm that receivers accept: they accept only sha256 (RFC 8301)',
  service: value => `s=${value} says that the key is not for mail`,

  // What pasting did to it.
  quotes: () => 'quotes are part of the record; they belong only in zone files',
  backslash: () => 'backslashes are part of the record; they belong only in zone files',
  'line-breaks': () => 'line breaks were pasted as the characters \\n or \\r',
  characters: () => 'the record contains characters that no key record can have, such as invisible ones',
  pem: () => 'the BEGIN and END lines of the key file are part of the record',
  'semicolon-missing': tag => `a semicolon is missing before ${tag}=`,
  'tag-case': tags => `tag names are written in small letters, so receivers do not know ${tags}`,
  'p-twice': () => 'p= is written twice',
  'pasted-twice': () => 'the record was pasted twice',
  'two-records': () => 'two records with different keys are joined in one text',
  'split-records': () => 'the key is split over two TXT records',

  // The key.
  'key-base64': () => 'the key is not base64',
  'key-cut': detail => `the key is cut off: ${ofCharacters(detail)}`,
  'key-cut-255': detail => `the record is cut off after 255 characters: ${ofCharacters(detail)}`,
  'key-piece-missing': detail => `a piece of the key is missing: ${ofCharacters(detail)}`,
  'key-head-missing': () => 'the beginning of the key is missing',
  'private-key': () => 'it publishes a private key',
  'key-der': kind => derWords[kind] ?? 'the key is not an RSA public key: it was altered or is incomplete',
  'key-type-mismatch': type => mismatchWords[type] ?? 'the key is of another kind than RSA',
  'key-length': octets => `an Ed25519 key has 32 octets, this one has ${octets}`,
  'key-exponent': () => 'the exponent of the key is unusable',
  'key-padding': kind =>
    kind === 'extra'
      ? 'there is more padding (=) at the end of the key than belongs there, which most receivers accept'
      : 'the padding (=) at the end of the key is missing, which most receivers accept',
  'key-trailing': () => 'something follows the key',
}

const derWords: Readonly<Record<string, string>> = {
  wrapped: 'an Ed25519 key is published as its 32 octets alone, without a header (RFC 8463)',
  number: 'a number in the key is negative or empty',
  modulus: 'the modulus of the key is not a product of two primes',
}

const mismatchWords: Readonly<Record<string, string>> = {
  rsa: 'the key is RSA, but the record says k=ed25519',
  ed25519: 'the key is Ed25519, but k=ed25519 is missing',
}

/** @param detail `253/392`: the published and the necessary number of characters */
function ofCharacters(detail: string): string {
  const [have = '?', need = '?'] = detail.split('/')
  return `${have} of ${need} characters are published`
}

/** The sentence of a problem. Codes of other versions have none of their own. */
export function dkimProblemWords({ code, detail }: DkimFault): string {
  return Object.hasOwn(words, code) ? (words[code]?.(detail) ?? '') : 'it cannot be parsed'
}

export function dkimProblem(code: string, detail = ''): DkimProblem {
  const message = dkimProblemWords({ code, detail })
  return detail === '' ? { code, message } : { code, message, detail }
}

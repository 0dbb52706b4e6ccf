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
  version: value => `v=${value} is not exactly v=DKIM1`,
  'v-not-first': () => 'v=DKIM1 is not the first tag',
  'duplicate-tag': tag => `${tag} is given more than once, so the record is invalid`,
  'p-missing': () => 'the tag p, which holds the key, is missing',
  'key-type': value => `receivers do not know the key type k=${value}, so they ignore the record`,
  hash: () => 'h does not allow sha256, the only hash that receivers accept',
  service: value => `s=${value} says that the key is not for mail`,

  // What pasting did to it.
  quotes: () => 'quotation marks are part of the record',
  backslash: () => 'backslashes are part of the record',
  'line-breaks': () => 'line breaks were pasted as the characters \\n or \\r',
  invisible: character => `the record contains an invisible character (${character})`,
  characters: () => 'the record contains characters that a key record cannot have',
  pem: () => 'the record contains the BEGIN and END lines of the key file',
  'semicolon-missing': tag => `a semicolon is missing before ${tag}=`,
  'tag-case': tags => `tag names must be lowercase, so receivers do not know ${tags}`,
  'p-twice': () => 'p= is written twice',
  'pasted-twice': () => 'the record was pasted twice',
  'two-records': () => 'two records with different keys are joined in one text',
  'split-records': () => 'the key is split over two TXT records',

  // The key.
  'key-base64': () => 'the key is not base64',
  'key-cut': detail => `the key is cut off (${ofCharacters(detail)})`,
  'key-cut-255': detail => `the record is cut off after 255 characters (${ofCharacters(detail)})`,
  'key-piece-missing': detail => `a piece of the key is missing (${ofCharacters(detail)})`,
  'key-head-missing': () => 'the beginning of the key is missing',
  'private-key': () => 'it publishes a private key',
  'key-der': kind => derWords[kind] ?? 'the key is not a complete RSA public key',
  'key-type-mismatch': type => mismatchWords[type] ?? 'the key is not an RSA key',
  'key-length': bytes => `an Ed25519 key has 32 bytes, but this one has ${bytes}`,
  'key-exponent': () => 'the exponent of the key is unusable',
  'key-padding': kind =>
    kind === 'extra'
      ? 'the key has extra padding (=), which most receivers accept'
      : 'the key lacks padding (=), which most receivers accept',
  'key-trailing': () => 'other text follows the key',
}

const derWords: Readonly<Record<string, string>> = {
  wrapped: 'an Ed25519 key must be its 32 bytes alone, without a header',
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
  return `${have} of ${need} characters of the key`
}

/** The sentence of a problem. Codes of other versions have none of their own. */
export function dkimProblemWords({ code, detail }: DkimFault): string {
  return Object.hasOwn(words, code) ? (words[code]?.(detail) ?? '') : 'it cannot be parsed'
}

export function dkimProblem(code: string, detail = ''): DkimProblem {
  const message = dkimProblemWords({ code, detail })
  return detail === '' ? { code, message } : { code, message, detail }
}

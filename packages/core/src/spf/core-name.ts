import { normalName } from '../dns/index.ts'

const plain = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/

/** `normalName`, with a short way for what nearly every name looks like: so short a name has no label that is too long. */
export function coreName(text: string): string | null {
  return text.length <= 63 && plain.test(text) ? text : normalName(text)
}

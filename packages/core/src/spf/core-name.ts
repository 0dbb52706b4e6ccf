import { normalName } from '../dns/index.ts'

const plain = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/

/** `normalName`, with a fast path for most names: those are so short that no label can be too long. */
export function coreName(text: string): string | null {
  return text.length <= 63 && plain.test(text) ? text : normalName(text)
}

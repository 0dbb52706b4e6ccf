import { type HeaderField, lineOf } from './field.ts'
import type { SignatureField } from './result.ts'
import { tagsOf } from './tags.ts'

/** Reads a `DKIM-Signature` field (RFC 6376 section 3.5). Nothing is verified. */
export function parseSignature(field: HeaderField): SignatureField {
  const tags = tagsOf(field.value)
  const expires = tags.get('x') ?? ''
  return {
    domain: tags.get('d')?.toLowerCase() || null,
    selector: tags.get('s')?.toLowerCase() || null,
    algorithm: tags.get('a')?.toLowerCase() || null,
    signed: (tags.get('h') ?? '')
      .toLowerCase()
      .split(':')
      .filter(name => name !== '')
      .slice(0, 200),
    hasLength: tags.has('l'),
    expiresAt: /^\d{1,12}$/.test(expires) ? Number(expires) * 1000 : null,
    at: lineOf(field),
  }
}

import { expect, it } from 'vitest'
import { dnssecErrorWords } from './dnssec-error.ts'

it('prefers the exact cause to the general one, in any order', () => {
  const expired = { code: 7, text: '' }
  const bogus = { code: 6, text: 'validation failure <example.com. A IN>' }
  expect(dnssecErrorWords([bogus, expired])).toBe('a signature has expired')
  expect(dnssecErrorWords([{ code: 9, text: '' }])).toBe('the DS record matches no zone key')
  expect(dnssecErrorWords([bogus])).toBe('the signatures do not match')
})

it('falls back to the resolver’s own text, made safe, and to a plain one', () => {
  expect(dnssecErrorWords([{ code: 49152, text: 'odd\u001b[2J' }])).not.toContain('\u001b')
  expect(dnssecErrorWords([{ code: 49152, text: 'odd' }])).toBe('odd')
  expect(dnssecErrorWords([])).toBe('validation fails')
})

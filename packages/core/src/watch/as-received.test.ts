import { describe, expect, it } from 'vitest'
import { rsaKeys } from '../dkim/keys.fixture.ts'
import { octetsOfText } from '../dns/index.ts'
import { canonicalValues } from './canonical.ts'
import { readSnapshot } from './read-snapshot.ts'
import type { PartKind } from './snapshot.ts'
import { wordsOf } from './words.ts'

const key = rsaKeys[2048]
const valuesOf = (kind: PartKind, text: string) =>
  canonicalValues(kind, [{ type: 'TXT', name: 'x.example', ttl: 300, strings: [octetsOfText(text)] }])
const words = (kind: PartKind, before: string, after: string) =>
  wordsOf({ key: kind, kind, name: 'x.example' }, valuesOf(kind, before), valuesOf(kind, after))

const spf = 'v=spf1 ip4:192.0.2.1 -all'
const dkim = `v=DKIM1; k=rsa; p=${key}`
const dmarc = 'v=DMARC1; p=reject; sp=reject; rua=mailto:d@x.example'

describe('a change that makes a record unusable by a character is judged by what receivers parse', () => {
  it.each([
    ['a name in its own letters (RFC 8616 section 4)', 'v=spf1 include:münchen.example ip4:192.0.2.1 -all', 'letters'],
    ['in capitals', 'v=spf1 a:MÜNCHEN.example ip4:192.0.2.1 -all', 'letters'],
    ['in another script', 'v=spf1 a:例え.テスト ip4:192.0.2.1 -all', 'letters'],
    ['a zero-width space at the end of a name', 'v=spf1 a:y.example\u200b ip4:192.0.2.1 -all', 'U+200B'],
    ['a soft hyphen inside a name', 'v=spf1 a:y\u00ad.example ip4:192.0.2.1 -all', 'U+00AD'],
  ])('SPF with %s ends in permerror (RFC 7208 section 4.6)', (_, after, named) => {
    const { effect, description } = words('spf', spf, after)
    expect(effect).toBe('broken')
    expect(description).toMatch(/^SPF record is now invalid: /)
    expect(description).toContain(named)
  })

  it.each([
    ['a byte order mark before the version', `\ufeff${dkim}`],
    ['a zero-width space in the notes', `v=DKIM1; k=rsa; n=a\u200b; p=${key}`],
    ['a no-break space in the notes', `v=DKIM1; k=rsa; n=a\u00a0b; p=${key}`],
    ['a zero-width space in the flags', `v=DKIM1; k=rsa; t=s\u200b; p=${key}`],
    ['a word joiner behind the key', `${dkim}; \u2060`],
    ['a mark of direction behind the key', `${dkim}\u200e`],
  ])('a DKIM key with %s is a PERMFAIL (RFC 6376 sections 3.2 and 6.1.2)', (_, after) => {
    expect(words('dkim', dkim, after)).toMatchObject({
      effect: 'risk',
      description: expect.stringMatching(/^DKIM record is now invalid/),
    })
  })

  it.each([
    ['a zero-width space', dmarc.replace('sp=', 'sp=\u200b')],
    ['another letter', dmarc.replace('sp=reject', 'sp=réject')],
  ])('DMARC whose sp has %s is one of p=none (RFC 9989 section 4.10.1)', (_, after) => {
    expect(words('dmarc', dmarc, after)).toMatchObject({
      effect: 'broken',
      description: expect.stringMatching(/^DMARC policy weakened from reject to none/),
    })
  })

  it('while letters in the notes of a key change nothing', () => {
    expect(words('dkim', dkim, `v=DKIM1; k=rsa; n=Schlüssel; p=${key}`).effect).toBe('neutral')
  })
})

it('keeps the letters of an SPF record, whose octets have no case', () => {
  expect(valuesOf('spf', 'v=spf1 Include:MÜNCHEN.example -all')).toEqual(['v=spf1 include:mÜnchen.example -all'])
})

it('reads a value from a file as the characters that are in it', () => {
  const values = ['v=DKIM1; n=Schlüssel a\u00a0b; p=']
  const part = { key: 'dkim s', kind: 'dkim', name: 's._domainkey.x.example', state: 'known', values, confirmed: true }
  const read = readSnapshot({ version: 1, domain: 'x.example', takenAt: '2026-11-20T10:00:00Z', parts: [part] })
  expect(read?.parts[0]?.values).toEqual(values)
})

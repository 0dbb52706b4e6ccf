import { describe, expect, it } from 'vitest'
import { octetsOfText } from '../dns/index.ts'
import { rsaKeys } from './keys.fixture.ts'
import { dkimKind, parseDkim, readRecord } from './record.ts'

const key = rsaKeys[2048]
const right = `v=DKIM1; k=rsa; p=${key}`

/** Outside the grammar of RFC 6376 section 3.2: the key is a PERMFAIL by section 6.1.2. */
describe('a character in a key record that no one sees', () => {
  it.each([
    ['a byte order mark before v=', `\ufeff${right}`, 'U+FEFF', 'rspamd/rspamd#4149, getmail6/getmail6#273'],
    ['a no-break space before p=', `v=DKIM1; k=rsa;\u00a0p=${key}`, 'U+00A0', 'suitenumerique/messages#778'],
    ['a no-break space in the place of a blank', `v=DKIM1;\u00a0k=rsa; p=${key}`, 'U+00A0', 'RFC 6376 section 2.8'],
    ['a no-break space at the end', `${right}\u00a0`, 'U+00A0', 'RFC 6376 section 2.8'],
    [
      'a zero-width space in the key',
      `v=DKIM1; k=rsa; p=${key.slice(0, 60)}\u200b${key.slice(60)}`,
      'U+200B',
      'RFC 6376 section 2.10',
    ],
    [
      'a soft hyphen in the key',
      `v=DKIM1; k=rsa; p=${key.slice(0, 60)}\u00ad${key.slice(60)}`,
      'U+00AD',
      'RFC 6376 section 2.10',
    ],
    [
      'a narrow no-break space in the key',
      `v=DKIM1; p=${key.slice(0, 60)}\u202f${key.slice(60)}`,
      'U+202F',
      'RFC 6376 section 2.10',
    ],
    ['a word joiner before a tag', `v=DKIM1; \u2060k=rsa; p=${key}`, 'U+2060', 'RFC 6376 section 3.2'],
    ['a zero-width space in the version', `v=\u200bDKIM1; k=rsa; p=${key}`, 'U+200B', 'RFC 6376 section 3.6.1'],
    ['a mark of direction at the end', `${right}\u200e`, 'U+200E', 'RFC 6376 section 2.10'],
    ['a line separator', `v=DKIM1;\u2028k=rsa; p=${key}`, 'U+2028', 'RFC 6376 section 2.8'],
    ['a NUL at the end', `${right}\0`, 'U+0000', 'RFC 6376 section 3.2'],
  ])('%s makes the key unusable, and is named', (_, text, name) => {
    const repaired = text.includes('k=rsa') ? right : `v=DKIM1; p=${key}`
    // As characters of pasted text, and as the bytes of DNS.
    for (const given of [text, octetsOfText(text)]) {
      const record = parseDkim(given)
      expect(record.errors).toEqual([
        { code: 'invisible', message: `the record contains an invisible character (${name})`, detail: name },
      ])
      expect(record.repaired).toBe(repaired)
      expect(dkimKind(given)).toBe('record')
      expect(readRecord(given).errors.map(({ code }) => code)).toContain('invisible')
      expect(JSON.stringify([record.errors, record.warnings])).not.toMatch(/[\u00a0\u00ad\u200b\u2060\ufeff]/)
    }
  })

  it('in another encoding is named too', () => {
    expect(parseDkim(`v=DKIM1;\xa0k=rsa; p=${key}`).errors).toMatchObject([{ code: 'invisible', detail: 'U+00A0' }])
  })

  it('is no blank, tab or line end of a folded record', () => {
    expect(parseDkim(`v=DKIM1;\r\n\tk=rsa; p=${key.replace(/.{60}/g, '$& ')}`).errors).toEqual([])
  })
})

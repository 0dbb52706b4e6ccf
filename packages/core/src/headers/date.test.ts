import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDate } from './date.ts'

const iso = (text: string): string | null => {
  const time = parseDate(text)
  return time === null ? null : new Date(time).toISOString()
}

const two = (n: number) => String(n).padStart(2, '0')

describe('the date of a field', () => {
  it.each([
    ['Thu, 22 Aug 2002 12:36:16 +0100', '2002-08-22T11:36:16.000Z'],
    ['22 Aug 2002 12:36:16 -0000', '2002-08-22T12:36:16.000Z'],
    // RFC 5322 section 4.3: two and three digits, zones as names.
    ['Thu, 22 Aug 02 12:36 EDT', '2002-08-22T16:36:00.000Z'],
    ['22 Aug 99 12:36:16 GMT', '1999-08-22T12:36:16.000Z'],
    ['22 Aug 102 12:36:16 GMT', '2002-08-22T12:36:16.000Z'],
    ['Thu, 22 Aug 2002 12:36:16 CEST', '2002-08-22T10:36:16.000Z'],
    ['Thu, 22 Aug 2002 12:36:16 +02:00', '2002-08-22T10:36:16.000Z'],
    ['Thu, 22 Aug 2002 12:36:16 GMT+1', '2002-08-22T11:36:16.000Z'],
    ['Thu, 22 Aug 2002 12:36:16 GMT +0100', '2002-08-22T11:36:16.000Z'],
    ['Thu, 22 Aug 2002 12:36:16+0200', '2002-08-22T10:36:16.000Z'],
    ['Thu Aug 22 12:36:16 2002', '2002-08-22T12:36:16.000Z'],
    ['Thu Aug 22 12:36:16 PDT 2002', '2002-08-22T19:36:16.000Z'],
    ['Thursday, 22-Aug-2002 12:36:16 GMT', '2002-08-22T12:36:16.000Z'],
    ['2002-08-22T12:36:16Z', '2002-08-22T12:36:16.000Z'],
    ['2002-08-22 12:36:16.123456789 +0100', '2002-08-22T11:36:16.000Z'],
    ['Thu, 22 Aug 2002 12:36:16 PM +0000', '2002-08-22T12:36:16.000Z'],
    ['Thu, 22 Aug 2002 00:36:16 AM -0500', '2002-08-22T05:36:16.000Z'],
    ['mar., 24 nov. 2026 12:15:48 +0100', '2026-11-24T11:15:48.000Z'],
    ['Tue, 24 Nov 2026 12:15:48 a.m. +0000', '2026-11-24T00:15:48.000Z'],
    // An unknown zone is UTC, as the RFC asks.
    ['Thu, 22 Aug 2002 12:36:16 XYZ', '2002-08-22T12:36:16.000Z'],
    ['29 Feb 2000 00:00:60 +0000', '2000-02-29T00:01:00.000Z'],
  ])('%s', (text, expected) => {
    expect(iso(text)).toBe(expected)
  })

  it.each([
    '',
    'yesterday',
    '22 Aug 2002',
    '12:36:16 +0100',
    '30 Feb 2002 12:00:00 +0000',
    '29 Feb 1900 12:00:00 +0000',
    '0 Aug 2002 12:00:00 +0000',
    '22 Aug 2002 24:00:00 +0000',
    '22 Aug 2002 12:60:00 +0000',
    '22 Aug 2002 12:00:00 +9900',
    '22 Foo 2002 12:00:00 +0000',
    '22 Aug 99999 12:00:00 +0000',
    `22 Aug 2002 12:00:00 +0000${' '.repeat(300)}`,
  ])('is none: %s', text => {
    expect(parseDate(text)).toBe(null)
  })

  it('is read back from every form of RFC 5322', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_102_444_800 }),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        (seconds, east) => {
          const local = new Date((seconds + east * 60) * 1000).toUTCString().replace(' GMT', '')
          const zone = `${east < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(east) / 60))}${two(Math.abs(east) % 60)}`
          expect(parseDate(`${local} ${zone}`)).toBe(seconds * 1000)
        },
      ),
    )
  })

  it('never throws', () => {
    const words = fc.constantFrom(
      'aug',
      'thu,',
      '22',
      '2002',
      '12:00',
      '24:61:99',
      '+0100',
      'gmt',
      'constructor',
      '__proto__',
      '-',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words, { maxLength: 12 }).map(some => some.join(' ')),
        ),
        text => {
          const time = parseDate(text)
          expect(time === null || Number.isInteger(time)).toBe(true)
        },
      ),
    )
  })
})

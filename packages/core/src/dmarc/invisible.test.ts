import { describe, expect, it } from 'vitest'
import { octetsOfText } from '../dns/index.ts'
import { parseDmarc, policyOf } from './record.ts'

/** As characters of pasted text, and as the bytes of DNS. */
const bothWays = (text: string) => [text, octetsOfText(text)].map(parseDmarc)
const rua = 'rua=mailto:a@example.com'

/** Outside the grammar of RFC 9989 section 4.8, and not to be seen: the record looks right. */
describe('a character in a DMARC record that no one sees is named', () => {
  it.each([
    ['a no-break space before p', `v=DMARC1;\u00a0p=reject; ${rua}`, 'U+00A0'],
    ['a zero-width space in p', `v=DMARC1; p\u200b=reject; ${rua}`, 'U+200B'],
    ['a zero-width space in its value', `v=DMARC1; p=rej\u200bect; ${rua}`, 'U+200B'],
    ['a no-break space before its value', `v=DMARC1; p=\u00a0reject; ${rua}`, 'U+00A0'],
    ['a byte order mark before p', `v=DMARC1; \ufeffp=reject; ${rua}`, 'U+FEFF'],
  ])('%s', (_, text, name) => {
    for (const { p, errors, warnings } of bothWays(text)) {
      expect([p, errors]).toEqual([null, []])
      expect(warnings).toEqual([
        { code: 'tag-syntax', message: `the tag p contains an invisible character (${name}), so receivers ignore it` },
        {
          code: 'p-missing',
          message: `the policy tag p contains an invisible character (${name}), but rua is set, so receivers apply p=none`,
        },
      ])
    }
  })

  it('also as the reason why receivers ignore the record', () => {
    for (const { errors } of bothWays('v=DMARC1;\u00a0p=reject'))
      expect(errors).toEqual([
        {
          code: 'p-missing',
          message:
            'the policy tag p contains an invisible character (U+00A0) and rua is not set, so receivers ignore the record',
        },
      ])
  })

  it.each([
    ['another tag', `v=DMARC1; p=reject; \u00a0sp=none; ${rua}`, 'the tag sp contains', 'U+00A0'],
    ['no tag', `v=DMARC1; p=reject; ${rua};\u00a0`, 'a tag contains', 'U+00A0'],
    ['an address', 'v=DMARC1; p=reject; rua=mailto:a\u00ad@example.com', 'the tag rua contains', 'U+00AD'],
  ])('in %s', (_, text, start, name) => {
    for (const { p, warnings } of bothWays(text)) {
      expect(p).toBe('reject')
      expect(warnings[0]?.message).toBe(`${start} an invisible character (${name}), so receivers ignore it`)
    }
  })

  // RFC 9989 section 4.10.1: with an sp or np that is not valid, receivers act as if the record said p=none.
  it.each([
    ['a zero-width space before the value of sp', `v=DMARC1; p=reject; sp=\u200breject; ${rua}`, 'sp=\\u{200b}reject'],
    ['a no-break space behind it', `v=DMARC1; p=reject; sp=reject\u00a0; ${rua}`, 'sp=reject[U+00A0]'],
    ['a soft hyphen in np', `v=DMARC1; p=reject; np=re\u00adject; ${rua}`, 'np=re\\u{ad}ject'],
    ['another letter', `v=DMARC1; p=reject; sp=r\u00e9ject; ${rua}`, 'sp=r\u00e9ject'],
    ['a letter that looks the same', `v=DMARC1; p=reject; np=r\u0435ject; ${rua}`, 'np=r\u0435ject'],
    ['quotation marks', `v=DMARC1; p=reject; sp=\u201creject\u201d; ${rua}`, 'sp=\u201creject\u201d'],
  ])('in the policy of subdomains it makes the record one of p=none: %s', (_, text, written) => {
    for (const record of bothWays(text)) {
      expect(policyOf(record, 'domain')).toBe('none')
      expect(record.warnings.map(({ message }) => message)).toEqual([
        `${written} is not valid (use none, quarantine, reject), but rua is set, so receivers apply p=none`,
      ])
    }
    for (const { errors } of bothWays(text.replace(`; ${rua}`, '')))
      expect(errors).toMatchObject([{ code: written.startsWith('sp') ? 'sp-invalid' : 'np-invalid' }])
  })

  it('while letters outside ASCII stay what they are', () => {
    const [record] = bothWays('v=DMARC1; p=reject; rua=mailto:a@b\u00fccher.example')
    expect(record?.warnings[0]?.message).toMatch(/^rua has letters outside ASCII/)
  })
})

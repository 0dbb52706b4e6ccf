import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { octetsOfText } from '../dns/index.ts'
import { dmarcFaultText } from './faults.ts'
import { parseDmarc } from './record.ts'
import { repairDmarc } from './repair.ts'
import { readReportUri } from './report-uri.ts'

const recordWith = (rua: string) => `v=DMARC1; p=reject; rua=${rua}`
const repairOf = (rua: string) => {
  const { causes, record, tags } = repairDmarc(octetsOfText(recordWith(rua)))
  return { causes: causes.map(dmarcFaultText), record, rua: tags?.rua ?? null }
}

describe('a report address in its own letters (RFC 8616)', () => {
  it.each([
    // Mnexa-AI/e2a#931, Mailu/Mailu#3743; the names of RFC 5891 and of the root zone.
    ['mailto:dmarc@münchen.example', 'mailto:dmarc@xn--mnchen-3ya.example'],
    ['mailto:dmarc@MÜNCHEN.example', 'mailto:dmarc@xn--mnchen-3ya.example'],
    ['dmarc@bücher.example', 'mailto:dmarc@xn--bcher-kva.example'],
    ['mailto:d@пример.испытание', 'mailto:d@xn--e1afmkfd.xn--80akhbyknj4f'],
    ['mailto:d@例え.テスト', 'mailto:d@xn--r8jz45g.xn--zckzah'],
    ['mailto:a@x.example,mailto:d@straße.example', 'mailto:a@x.example,mailto:d@xn--strae-oqa.example'],
  ])('%s is kept as %s', (written, meant) => {
    const { record, causes } = repairOf(written)
    expect(record).toBe(recordWith(meant))
    expect(causes.some(cause => cause.includes('has letters outside ASCII and must be written'))).toBe(true)
  })

  it('is the cause that is named', () => {
    const { warnings } = parseDmarc(octetsOfText(recordWith('mailto:dmarc@münchen.example')))
    expect(warnings.map(({ code, message }) => [code, message])).toContainEqual([
      'letters',
      'rua has letters outside ASCII, so receivers ignore it (write mailto:dmarc@xn--mnchen-3ya.example)',
    ])
  })

  it('is asked for consent at its A-labels where it is percent-encoded (RFC 6068 section 2)', () => {
    expect(readReportUri('mailto:d@m%C3%BCnchen.example')).toMatchObject({
      address: 'd@xn--mnchen-3ya.example',
      domain: 'xn--mnchen-3ya.example',
    })
    expect(readReportUri('mailto:d%C3%A4@m%C3%BCnchen.example')).toBeNull()
  })

  it.each(['mailto:dmärc@x.example', 'mailto:d@💩.example', 'mailto:d@ｅxample.com'])(
    '%s is no name or mailbox that a record can hold, and is left out',
    written => {
      expect(repairOf(written).rua).toEqual([])
    },
  )
})

describe('a repair never leads reports to another mailbox', () => {
  it.each([
    ['mailto:a b@x.example', []],
    ['a b@x.example', []],
    ['mailto:first last@x.example', []],
    ['mailto:a@x.co m', []],
    ['mailto:a@x.example .com', []],
    ['mailto:a@y.co mpany.example', []],
    ['mailto:a@y.com pany.example', []],
    ['mailto:reports@mail.exa mple.com', []],
    ['mailto:reports@mail.exa mple', []],
    ['mailto:dmarc@agency.io n.example,mailto:c@x.example', ['mailto:c@x.example']],
    ['mailto:a;b@y.example', []],
    ['mailto:a,b@y.example', []],
    ['a, b@y.example', []],
    ['mailto:first.last;b@y.example', []],
    ['a@mail.example,com', []],
    ['mailto:a\\b@y.example', []],
    ['mailto:a\\098@y.example', []],
    ['mailto:a@y.ex\\ample', []],
    ['mailto:c@x.example de.f g@x.example', []],
    ['mailto:a b@x.example,mailto:c@x.example', ['mailto:c@x.example']],
    ['mailto:c@x.example, d e@x.example', ['mailto:c@x.example']],
    // These are certain.
    ['mailto:a,mailto:b@y.example', ['mailto:b@y.example']],
    ['https://x.example/r, b@y.example', ['https://x.example/r', 'mailto:b@y.example']],
    ['mailto:a\\@y.example', ['mailto:a@y.example']],
    ['mailto:a@x.example,y.example', ['mailto:a@x.example']],
    ['mailto:a@x.example mailto:b@x.example', ['mailto:a@x.example', 'mailto:b@x.example']],
    ['a@x.example; b@x.example', ['mailto:a@x.example', 'mailto:b@x.example']],
    ['mailto: a@x.example', ['mailto:a@x.example']],
    ['a@x.example and b@x.example', ['mailto:a@x.example', 'mailto:b@x.example']],
  ])('%s', (written, rua) => {
    expect(repairOf(written).rua).toEqual(rua)
  })

  it('says which one is unclear', () => {
    expect(repairOf('mailto:a@y.co mpany.example').causes).toEqual([
      'mailto:a@y.co mpany.example in rua is not a report address, and which mailbox it means is unclear',
    ])
  })

  it.each([
    'mailto:a@192.0.2.1',
    'mailto:a@x.192',
    'mailto:a.@x.example',
    'mailto:.a@x.example',
    'mailto:a..b@x.example',
    'mailto:a@[192.0.2.1]',
    'mailto:a@localhost',
    `mailto:${'a'.repeat(65)}@x.example`,
    'mailto:a(b)@x.example',
    'mailto:a:b@x.example',
    'mailto:a@-x.example',
    'mailto:a@x-.example',
    'mailto:a@my_host.example',
    'mailto:%22a@x.example',
  ])('%s is no report address', uri => {
    expect(readReportUri(uri)).toBeNull()
    expect(repairOf(uri).rua).toEqual([])
  })

  it('a domain that ends in a dot is repaired (RFC 5321 section 4.1.2)', () => {
    expect(readReportUri('mailto:a@x.example.')).toBeNull()
    expect(repairOf('mailto:a@x.example.').rua).toEqual(['mailto:a@x.example'])
  })

  it.each([
    `mailto:${'a'.repeat(64)}@x.example`,
    'mailto:a.b@x.example',
    'mailto:%22a.%22@x.example',
    'mailto:a@192.example',
  ])('%s is one', uri => {
    expect(readReportUri(uri)?.domain).toMatch(/example$/)
  })
})

const letters = fc.constantFrom(
  'a',
  'b',

  '.',
  '@',
  ' ',
  ',',
  ';',
  ':',
  '!',
  '<',
  '>',
  '"',
  '%',
  '=',
  'mailto:',
  '\u00a0',
)
const words = fc.constantFrom(
  'a@x.example',
  'd@münchen.example',
  'mailto:',
  'https://x.example/r',
  'rua=',
  'b',
  'and',
  '192.0.2.1',
  'p=none',
)

it('of any text a repair is none or another text, and its addresses are some of those in the text', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(letters, words), { maxLength: 16 }), pieces => {
      const text = recordWith(pieces.join(''))
      const { causes, record, tags } = repairDmarc(octetsOfText(text))
      if (causes.length > 0) expect(record).not.toBe(text)
      const written = text.replaceAll('münchen', 'xn--mnchen-3ya').replaceAll(/["<>]/g, ' ')
      for (const uri of tags?.rua ?? []) {
        const { address = null } = readReportUri(uri) ?? {}
        if (address === null) continue
        // The whole mailbox, and not a part of one that a blank divides.
        const at = [...written.matchAll(new RegExp(address.replace(/\W/g, String.raw`\$&`), 'gi'))]
        const isWhole = at.some(
          ({ index }) => !/[a-z0-9._%+-]$/i.test(written.slice(0, index).replace(/(?:mailto:|=)$/i, ' ')),
        )
        expect([address, at.length > 0 || uri.includes('%'), isWhole || uri.includes('%')]).toEqual([
          address,
          true,
          true,
        ])
      }
    }),
    { numRuns: 500 },
  )
})

it('of a mailbox with one character too many inside, the repair has that mailbox or none', () => {
  const atom = fc.stringMatching(/^[a-z]{1,6}$/)
  const mailbox = fc
    .tuple(fc.array(atom, { minLength: 1, maxLength: 2 }), fc.array(atom, { minLength: 2, maxLength: 4 }))
    .map(([local, name]) => `${local.join('.')}@${name.join('.')}`)
  const mark = fc.constantFrom(' ', '  ', '\u00a0', ', ', ',', ';', '; ', '\\', '"', '<', '>')
  fc.assert(
    fc.property(mailbox, mark, fc.boolean(), fc.boolean(), fc.nat(), (whole, inside, hasScheme, isFirst, seed) => {
      const at = 1 + (seed % (whole.length - 1))
      // One label behind a comma is a word of its own, and not the end of a name.
      fc.pre(!/[,;]/.test(inside) || at < whole.indexOf('@') + 1 || /\.[^.]+$/.test(whole.slice(at)))
      const torn = `${hasScheme ? 'mailto:' : ''}${whole.slice(0, at)}${inside}${whole.slice(at)}`
      const other = 'mailto:zzzzzzz@other.example'
      const { rua } = repairOf(isFirst ? `${other},${torn}` : `${torn},${other}`)
      const published = parseDmarc(octetsOfText(recordWith(torn))).rua
      const allowed = [other, `mailto:${whole}`, ...published]
      expect((rua ?? []).filter(uri => !allowed.includes(uri))).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aLabelsOf } from './a-labels.ts'

it.each([
  // RFC 8616 and RFC 5891; the first is the example of a public report (Mnexa-AI/e2a#931).
  ['münchen.example', 'xn--mnchen-3ya.example'],
  ['MÜNCHEN.Example', 'xn--mnchen-3ya.example'],
  ['mu\u0308nchen.example', 'xn--mnchen-3ya.example'],
  ['straße.example', 'xn--strae-oqa.example'],
  ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  ['пример.испытание', 'xn--e1afmkfd.xn--80akhbyknj4f'],
  ['παράδειγμα.δοκιμή', 'xn--hxajbheg2az3al.xn--jxalpdlp'],
  ['דוגמה.טעסט', 'xn--6dbbec0c.xn--deba0ad'],
  ['_dmarc.bücher.example', '_dmarc.xn--bcher-kva.example'],
  ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
])('%s is %s in A-labels', (name, expected) => {
  expect(aLabelsOf(name)).toBe(expected)
})

it.each([
  'example.com',
  'xn--mnchen-3ya.example',
  'ｅxample.com',
  '💩.example',
  'a..ü',
  'ü-.example',
  'a\u05d0b.example',
  '',
])('%s is no name in its own letters', name => {
  expect(aLabelsOf(name)).toBeNull()
})

it('is what the host parser of Node.js makes of the same name, or nothing', () => {
  const letters = fc.constantFrom(...Array.from('abz019-äöüßéñçøåłğğабвяαβγω中文例え한국אבגابج'))
  fc.assert(
    fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 70 }), label => {
      const encoded = aLabelsOf(`${label}.example`)
      if (encoded !== null) expect(encoded).toBe(domainToASCII(`${label}.example`))
    }),
  )
})

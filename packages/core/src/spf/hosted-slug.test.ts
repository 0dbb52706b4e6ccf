import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostedLabel, slugOf } from './hosted-slug.ts'

describe('the slug of a domain', () => {
  it.each([
    ['Example.com', 'example-com'],
    ['a.b.com', 'a-b-com'],
    ['a-b.com', 'a-b-com'],
    ['_spf.example.com', 'spf-example-com'],
    ['xn--mnchen-3ya.de', 'xn--mnchen-3ya-de'],
  ])('of %s is %s', (domain, slug) => expect(slugOf(domain)).toBe(slug))
})

describe('the label of a hosted record', () => {
  it('is the slug with an ending', () => expect(hostedLabel('example.com', 'k3f9zq')).toBe('example-com-k3f9zq'))

  it('is the ending alone when nothing of the name is left', () => expect(hostedLabel('_._', 'k3f9zq')).toBe('k3f9zq'))

  it('is a label of DNS for every name, and ends with its ending', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 253 }), name => {
        const label = hostedLabel(name, 'k3f9zq')
        expect(label).toMatch(/^(?!-)[a-z0-9-]{1,63}(?<!-)$/)
        expect(label.endsWith('k3f9zq')).toBe(true)
      }),
    )
  })
})

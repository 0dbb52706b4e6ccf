import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDomain } from './domain.fixture.ts'
import { adding, hasTag, removing, tagProblem, tagsAfter, tagsOf, unchanged, withTag } from './tags.ts'

const a = aDomain('a.example', { tags: ['EU', 'client 10'] })
const b = aDomain('b.example', { tags: ['eu', 'client 2'] })
const c = aDomain('c.example')
const domains = [a, b, c]
const ten = aDomain('ten.example', { tags: Array.from({ length: 10 }, (_, n) => `t${n}`) })

describe('the tags in use', () => {
  it('are counted in any letter case, and listed in alphabetical order', () => {
    expect(tagsOf(domains)).toEqual([
      { tag: 'client 2', count: 1 },
      { tag: 'client 10', count: 1 },
      { tag: 'EU', count: 2 },
    ])
  })

  it('narrow the list to domains with one tag, or without any', () => {
    expect(withTag(domains, 'Eu')).toEqual([a, b])
    expect(withTag(domains, '')).toEqual([c])
    expect(withTag(domains, 'gone')).toEqual([])
    expect(withTag(domains, null)).toBe(domains)
    expect(hasTag(c, 'EU')).toBe(false)
  })
})

describe('a change of tags', () => {
  it('adds to all and removes from all, and the later change wins', () => {
    const change = removing(adding(adding(unchanged, '  new   tag '), 'EU'), 'client 2')
    expect(change).toEqual({ add: ['new tag', 'EU'], remove: ['client 2'] })
    expect(tagsAfter(domains, change)).toEqual([
      { tag: 'client 10', count: 1 },
      { tag: 'new tag', count: 3 },
      { tag: 'EU', count: 3 },
    ])
    expect(removing(change, 'NEW TAG')).toEqual({ add: ['EU'], remove: ['client 2', 'NEW TAG'] })
    expect(adding(change, 'Client 2')).toEqual({ add: ['new tag', 'EU', 'Client 2'], remove: [] })
  })

  it('is refused at the field when a tag is too long or a domain would have too many', () => {
    expect(tagProblem([a], unchanged, 'x'.repeat(33))).toBe('A tag can have at most 32 characters')
    expect(tagProblem([a], unchanged, `  ${'💌'.repeat(32)} `)).toBeNull()
    for (const unseen of ['two\u200bwords', '\u202eevil', '\u00ad', 'a\nb', '\ud83d']) {
      expect(tagProblem([a], unchanged, unseen)).toBe('A tag can only have visible characters')
    }
    expect(tagProblem([a], unchanged, '\u{1f469}\u200d\u{1f4bb} क\u094d\u200dष')).toBeNull()
    expect(tagProblem([ten], unchanged, 'more')).toBe('A domain can have at most 10 tags')
    expect(tagProblem([ten], unchanged, 'T3')).toBeNull()
    expect(tagProblem([ten], removing(unchanged, 't0'), 'more')).toBeNull()
    expect(tagProblem([ten, c], unchanged, 'more')).toBeNull()
  })

  it('accepts any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const { add } = adding(adding(unchanged, text), text)
        expect(add).toHaveLength(1)
      }),
      { numRuns: 50 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDomainName, isSubdomain, labelOf, labels, normalName, octetsOf, parentOf, sameName } from './name.ts'

describe('normalName', () => {
  it('writes names in lower case without the final dot', () => {
    expect(normalName('Example.COM.')).toBe('example.com')
    expect(normalName('.')).toBe('.')
    expect(normalName('_dmarc.Example.com')).toBe('_dmarc.example.com')
    expect(normalName('*._domainkey.example.com')).toBe('*._domainkey.example.com')
  })

  it('parses escapes and writes them in one form', () => {
    expect(normalName('a\\.b.example.com')).toBe('a\\046b.example.com')
    expect(normalName('a\\046b.example.com')).toBe('a\\046b.example.com')
    expect(normalName('with\\032blank.example.com')).toBe('with\\032blank.example.com')
    expect(normalName('with blank.example.com')).toBe('with\\032blank.example.com')
    expect(normalName('\\065bc.example.com')).toBe('abc.example.com')
    expect(normalName('back\\\\slash.example')).toBe('back\\092slash.example')
  })

  it('refuses an invalid domain name', () => {
    for (const text of ['', '..', '.example.com', 'a..b', 'example.com..', 'münchen.de', 'a\\', 'a\\25', 'a\\256.b']) {
      expect(normalName(text), text).toBeNull()
      expect(isDomainName(text), text).toBe(false)
    }
  })

  it('allows labels of 63 bytes and names of 253, and nothing longer', () => {
    const label = 'a'.repeat(63)
    expect(isDomainName(`${label}.example`)).toBe(true)
    expect(isDomainName(`${label}a.example`)).toBe(false)
    const longest = [label, label, label, 'a'.repeat(61)].join('.')
    expect(longest).toHaveLength(253)
    expect(normalName(longest)).toBe(longest)
    expect(normalName(`${longest}.`)).toBe(longest)
    expect(normalName(`a${longest}`)).toBeNull()
    // An escape is one byte, not four.
    expect(isDomainName(`${'\\007'.repeat(63)}.example`)).toBe(true)
    expect(isDomainName(`${'\\007'.repeat(64)}.example`)).toBe(false)
  })

  it('parses its own output back, for any bytes in any labels', () => {
    const label = fc.uint8Array({ minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 8 }), parts => {
        const name = parts.map(labelOf).join('.')
        expect(normalName(name)).toBe(name)
        expect(labels(name)).toHaveLength(parts.length)
        expect(labels(name).map(octetsOf)).toEqual(
          parts.map(part => [...part].map(octet => (octet >= 0x41 && octet <= 0x5a ? octet + 0x20 : octet))),
        )
      }),
    )
  })

  it('never throws and is fast on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), text => {
        const name = normalName(text)
        if (name !== null) expect(normalName(name)).toBe(name)
      }),
    )
    expect(normalName('a.'.repeat(1_000_000))).toBeNull()
  })
})

describe('the tree of names', () => {
  it('has the root above every top-level name, and nothing above the root', () => {
    expect(parentOf('www.example.com')).toBe('example.com')
    expect(parentOf('com')).toBe('.')
    expect(parentOf('.')).toBeNull()
    expect(labels('www.example.com')).toEqual(['www', 'example', 'com'])
    expect(labels('.')).toEqual([])
  })

  it('counts a name as its own subdomain, and never a name that only has the same suffix', () => {
    expect(isSubdomain('example.com', 'example.com')).toBe(true)
    expect(isSubdomain('a.b.example.com', 'example.com')).toBe(true)
    expect(isSubdomain('badexample.com', 'example.com')).toBe(false)
    expect(isSubdomain('example.com', 'www.example.com')).toBe(false)
    expect(isSubdomain('com', '.')).toBe(true)
  })

  it('compares names without regard to case and final dot', () => {
    expect(sameName('Example.com.', 'example.COM')).toBe(true)
    expect(sameName('example.com', 'example.org')).toBe(false)
    expect(sameName('', '')).toBe(false)
  })
})

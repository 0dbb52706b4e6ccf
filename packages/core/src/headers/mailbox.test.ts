import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectLinearCost } from '../testing/linear-cost.ts'
import { domainOf, domainsOfAddressesIn, mailboxesOf } from './mailbox.ts'

const addresses = (value: string) => mailboxesOf(value).map(({ address }) => address)

describe('the addresses of a field', () => {
  it('are bare, in angle brackets, or in a group', () => {
    expect(mailboxesOf('Ann Lee <ann@Sender.Example.>')).toEqual([
      { name: 'Ann Lee', address: 'ann@Sender.Example.', domain: 'sender.example' },
    ])
    expect(addresses('ann@a.example, <bob@b.example>; Friends: carl@c.example, d@d.example;')).toEqual([
      'ann@a.example',
      'bob@b.example',
      'carl@c.example',
      'd@d.example',
    ])
  })

  it('are not split at commas in quotes and comments', () => {
    expect(mailboxesOf('"Lee, \\"Ann\\" <x@other.example>" <ann@a.example>')).toEqual([
      { name: 'Lee, "Ann" <x@other.example>', address: 'ann@a.example', domain: 'a.example' },
    ])
    expect(addresses('ann@a.example (Ann (at, home) \\) <b@b.example>)')).toEqual(['ann@a.example'])
    expect(mailboxesOf('"a@b"@c.example')[0]?.domain).toBe('c.example')
  })

  it('are not found in quotes, which hold a name', () => {
    expect(addresses('"help@bank.example", <ann@a.example>')).toEqual(['ann@a.example'])
    expect(addresses('"help@bank.example": ann@a.example')).toEqual(['ann@a.example'])
    expect(addresses('"help@bank.example"')).toEqual([])
    expect(addresses('"x@y" ann@a.example')).toEqual(['x@y ann@a.example'])
  })

  it('are none in a text without one', () => {
    for (const text of ['', 'Ann', '<>', ';;,', 'undisclosed-recipients:;']) expect(addresses(text)).toEqual([])
  })
})

describe('a domain', () => {
  it('is lower case, of two labels or more', () => {
    expect(domainOf('Ann@MAIL.Example.com')).toBe('mail.example.com')
    expect(domainOf('@example.com')).toBe('example.com')
    expect(domainOf('example.com', true)).toBeNull()
    for (const text of ['localhost', 'a@[192.0.2.1]', 'a@b..example', 'a@b c.example', ''])
      expect(domainOf(text)).toBeNull()
    expect(domainOf('ann@bücher.example')).toBe('bücher.example')
  })

  it('is found in a display name, with a full-width @ too', () => {
    expect(domainsOfAddressesIn('Support (help@bank.example) via a＠b.example <x@y.example>')).toEqual([
      'bank.example',
      'b.example',
      'y.example',
    ])
    expect(domainsOfAddressesIn('Ann @ Work, @ann')).toEqual([])
  })
})

it('reads any text, in time in proportion to its length', async () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), text => Array.isArray(mailboxesOf(text))))
  await expectLinearCost(text => [mailboxesOf(text), domainsOfAddressesIn(text), domainOf(text)], {
    max: 16_384,
    tokens: ['<a@', 'a@b.c', ' \\"', '(a'],
    heads: ['', '<', '"', '(', 'a@'],
  })
}, 60_000)

import { defaultSpfSettings, spfRecordOf } from '@waxseal/core/spf'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nothingTyped, withEntries, withoutEntry, withTyped } from './entries.ts'

describe('an entry', () => {
  it('is trimmed, and ignored if it is empty or a duplicate', () => {
    const one = withEntries(defaultSpfSettings, 'ip4_addresses', '  192.0.2.0/24  ').settings
    expect(one.ip4_addresses).toEqual(['192.0.2.0/24'])
    expect(withEntries(one, 'ip4_addresses', '   ')).toEqual({ settings: one, rest: '', error: null })
    expect(withEntries(one, 'ip4_addresses', 'ip4:192.0.2.0/24')).toEqual({ settings: one, rest: '', error: null })
  })

  it('that is invalid stays in the field, with its error', () => {
    expect(withEntries(defaultSpfSettings, 'ip4_addresses', '192.0.2.1/24')).toEqual({
      settings: defaultSpfSettings,
      rest: '192.0.2.1/24',
      error: '"192.0.2.1/24" has bits set after /24. Enter 192.0.2.0/24 for the range, or 192.0.2.1 for one address.',
    })
  })

  it('may be one of several pasted ones', () => {
    const { settings, rest, error } = withEntries(defaultSpfSettings, 'ip4_addresses', '192.0.2.1, nine 192.0.2.2;\n')
    expect(settings.ip4_addresses).toEqual(['192.0.2.1', '192.0.2.2'])
    expect(rest).toBe('nine')
    expect(error).toBe('"nine" is not an IPv4 address or range')
  })

  it('may be a name in any script, or hold a macro with a comma in it', () => {
    const { settings } = withEntries(defaultSpfSettings, 'include_domains', 'Bücher.example')
    expect(settings.include_domains).toEqual(['xn--bcher-kva.example'])
    expect(withEntries(settings, 'include_domains', '%{d2r,}.spf.example').settings.include_domains).toHaveLength(2)
  })

  it('can be removed', () => {
    const { settings } = withEntries(defaultSpfSettings, 'include_domains', 'a.example b.example')
    expect(withoutEntry(settings, 'include_domains', 'a.example').include_domains).toEqual(['b.example'])
  })

  it('goes into the record unchanged, for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), text => {
        const { settings } = withEntries(defaultSpfSettings, 'include_domains', text)
        for (const name of settings.include_domains) expect(spfRecordOf(settings)).toContain(` include:${name} `)
      }),
      { numRuns: 50 },
    )
  })
})

it('an unsubmitted entry goes into the record, or blocks it if it is invalid', () => {
  const { settings, rest, errors } = withTyped(defaultSpfSettings, {
    ...nothingTyped,
    include_domains: 'mail.example',
    ip6_addresses: '192.0.2.1',
  })
  expect(settings.include_domains).toEqual(['mail.example'])
  expect(rest).toEqual({ ...nothingTyped, ip6_addresses: '192.0.2.1' })
  expect(errors).toEqual({
    ip6_addresses: '"192.0.2.1" is an IPv4 address. Add it to the IPv4 addresses.',
  })
})

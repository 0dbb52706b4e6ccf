import { describe, expect, it } from 'vitest'
import { domain, partOf, toldOf, valueOf } from './healthy.fixture.ts'
import type { DnssecFacts } from './value.ts'

const dnssec = (changes: Partial<DnssecFacts>) =>
  toldOf(partOf('dnssec', { dnssec: { ...valueOf().dnssec, ...changes } })).map(text => text.replace(/:.*/, ''))

const bimi = (texts: string[] | null, dmarcEnforced: boolean | null, nonMail: boolean | null = false) =>
  toldOf(partOf('bimi', { bimi: { name: 'default._bimi.example.com', texts } }, { dmarcEnforced, nonMail })).map(text =>
    text.replace(/:.*/, ''),
  )

describe('DNSSEC', () => {
  it.each([
    [{ authentic: 'yes' }, ['ok']],
    [{ authentic: 'no', ds: 0, keys: 0 }, ['recommendation', 'dnssec_unsigned']],
    [{ authentic: 'no', ds: 0, keys: 2 }, ['recommendation', 'dnssec_ds_missing']],
    [{ authentic: 'no', ds: 1, keys: 2, validating: true }, ['recommendation', 'dnssec_unvalidated']],
    [{ authentic: 'no', ds: 1, keys: 2, validating: false }, ['unchecked']],
    [{ authentic: 'no', ds: 1, keys: 2, validating: null }, ['unchecked']],
    [{ authentic: 'no', ds: 1, keys: 0, validating: false }, ['recommendation', 'dnssec_unvalidated']],
    [{ authentic: 'no', ds: null, keys: 2 }, ['unchecked']],
    // That it is broken costs points in the DNS check, once.
    [{ authentic: 'bogus' }, ['recommendation']],
  ] as const)('%j', (changes, told) => {
    expect(dnssec(changes)).toEqual(told)
  })
})

describe('BIMI', () => {
  const logo = 'v=BIMI1; l=https://example.com/logo.svg'

  it('is recommended only where DMARC is enforced', () => {
    expect(bimi([], true)).toEqual(['recommendation', 'bimi_missing'])
    expect(bimi([], false)).toEqual(['not-applicable'])
    expect(bimi([], null)).toEqual(['unchecked'])
    expect(bimi([], true, true)).toEqual(['not-applicable'])
  })

  it('that is published needs DMARC to be enforced', () => {
    expect([bimi([logo], true), bimi([logo], false), bimi([logo], null)]).toEqual([
      ['ok'],
      ['recommendation'],
      ['unchecked'],
    ])
    expect(bimi(['v=BIMI1; l='], false)).toEqual(['ok'])
    expect(bimi(['v=BIMI1'], false)).toEqual(['recommendation', 'bimi_invalid'])
  })
})

describe('CAA', () => {
  it('that is broken is told with what is wrong', () => {
    const caa = [{ name: domain, records: [{ flags: 128, tag: 'tbs', value: 'x' }] }]
    expect(toldOf(partOf('caa', { caa }))).toEqual([
      'recommendation',
      'caa_invalid: A CAA record is broken: tbs is marked critical, and authorities do not know it',
    ])
  })

  it('says who may issue', () => {
    expect(partOf('caa').details).toEqual([
      'example.com: letsencrypt.org may issue for hosts',
      'example.com: every authority may issue for mail addresses',
    ])
  })
})

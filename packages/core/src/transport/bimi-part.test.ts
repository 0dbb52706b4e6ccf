import { describe, expect, it } from 'vitest'
import { partOf, toldOf } from './healthy.fixture.ts'

const bimi = (texts: string[] | null, dmarcEnforced: boolean | null, nonMail: boolean | null = false) =>
  toldOf(partOf('bimi', { bimi: { name: 'default._bimi.example.com', texts } }, { dmarcEnforced, nonMail })).map(text =>
    text.replace(/:.*/, ''),
  )

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

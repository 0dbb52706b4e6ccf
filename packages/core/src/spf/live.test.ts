import { describe, expect, it } from 'vitest'
import { liveState } from '../dns/index.ts'
import { spfKind } from './live.ts'

const wanted = 'v=spf1 include:_spf.example.com ~all'

describe('an SPF record', () => {
  it.each([
    ['live', ['verification=1', wanted]],
    ['live', ['V=SPF1  include:_SPF.example.com   ~all ']],
    ['different', ['v=spf1 include:_spf.example.com -all']],
    ['different', ['"v=spf1 include:_spf.example.com ~all"']],
    ['several', [wanted, 'v=spf1 -all']],
    ['missing', ['verification=1']],
  ] as const)('is %s beside %j', (state, texts) => {
    expect(liveState(texts, wanted, spfKind).state).toBe(state)
  })

  it('differs by the case of a macro letter, which has a meaning', () => {
    expect(
      liveState(['v=spf1 include:%{I}.example.com -all'], 'v=spf1 include:%{i}.example.com -all', spfKind),
    ).toEqual({
      state: 'different',
      found: ['v=spf1 include:%{I}.example.com -all'],
    })
  })
})

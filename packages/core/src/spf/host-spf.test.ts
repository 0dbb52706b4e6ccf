import { describe, expect, it } from 'vitest'
import { zoneResolver } from '../dns/index.ts'
import { toCidrs } from './address-set.ts'
import { flattenProblemText } from './flatten-problem.ts'
import { at, check, domain, hosted, hostedName, record, served, small, start, waiting, zone } from './growth.fixture.ts'
import { waitingOf } from './growth.ts'
import { hostSpf } from './host-spf.ts'

describe('a record that its owner gives', () => {
  it.each([
    ['v=spf1 ip4:192.0.2.1 +all', '+all lets every server in the world send as this domain (+all).'],
    [
      'v=spf1 include:crm.example -all',
      'include:crm.example lets every server in the world send as this domain (+all).',
    ],
    [
      'v=spf1 ip4:10.0.0.0/7 -all',
      'ip4:10.0.0.0/7 lets the range 10.0.0.0/7 pass. No range wider than /8, or /16 for IPv6, is hosted.',
    ],
    [
      'v=spf1 ip6:2000::/3 -all',
      'ip6:2000::/3 lets the range 2000::/3 pass. No range wider than /8, or /16 for IPv6, is hosted.',
    ],
  ])('is refused with the reason: %s', async (text, problem) => {
    const result = await hostSpf(zoneResolver(zone('+all')), { domain, record: text, hostedName }, null, start)
    expect(result.kind === 'failed' && result.problems.map(flattenProblemText)).toEqual([problem])
  })

  it('may have exists, ptr and macros, and ranges of /8 and /16', async () => {
    const text = 'v=spf1 exists:%{i}.a.example ptr a:%{l}.b.example ip4:10.0.0.0/8 ip6:2001::/16 -all'
    const { memory } = await hosted(zone(small), text)
    const kept = memory.sources.flatMap(source => source.kept)
    expect(kept).toEqual(['exists:%{i}.a.example', 'ptr:kite.example', 'a:%{l}.b.example'])
  })

  it('accepts only what the owner added: growth that waits goes on waiting', async () => {
    const now = { ...zone(`${small} ip4:10.0.0.0/16`), 'new.example': { TXT: ['v=spf1 ip4:172.16.0.0/12 -all'] } }
    const { spf } = await check(await hosted(), now, 1)
    const more = record.replace(' -all', ' include:new.example -all')
    const edited = await check({ ...spf, record: more, before: record }, now, 1)
    expect(served(edited.spf)).toContain('172.16.0.0/12')
    expect(waiting(edited.spf)).toEqual(['10.0.0.0/16'])
    const again = await hostSpf(zoneResolver(now), { domain, record: more, hostedName }, edited.spf, at(1))
    expect(again.kind === 'hosted' && toCidrs(waitingOf(again.memory).addresses)).toEqual(['10.0.0.0/16'])
  })
})

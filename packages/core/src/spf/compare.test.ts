import { describe, expect, it } from 'vitest'
import { type Zone, zoneResolver } from '../dns/index.ts'
import { toCidrs } from './address-set.ts'
import { checkHost } from './check-host.ts'
import { compareSpf } from './compare.ts'

const zone: Zone = {
  'mail.example': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] },
  'list.example': { TXT: ['v=spf1 ip4:198.51.100.0/24 -ip4:203.0.113.0/24 ~all'] },
  'broken.example': { fail: 'servfail' },
}

async function compared(recordA: string, recordB: string) {
  const { equivalent, differences } = await compareSpf(zoneResolver(zone), 'sender.example', recordA, recordB)
  const told = differences.map(({ set, a, b }) => `${toCidrs(set).slice(0, 3).join(' ')}: ${a.rule} | ${b.rule}`)
  return { equivalent, differences: told.sort() }
}

const same = { equivalent: true, differences: [] }

describe('comparing two records', () => {
  it('proves that a flattened record is equivalent', async () => {
    expect(
      await compared(
        'v=spf1 a:mail.example include:list.example ~all',
        'v=spf1 ip4:192.0.2.1 ip6:2001:db8::1 ip4:198.51.100.0/25 ip4:198.51.100.128/25 ~all',
      ),
    ).toEqual(same)
  })

  it('names the addresses that differ, with both results', async () => {
    expect(await compared('v=spf1 ip4:192.0.2.0/30 -all', 'v=spf1 ip4:192.0.2.0/31 ?ip4:192.0.2.3 -all')).toEqual({
      equivalent: false,
      differences: ['192.0.2.2: pass | fail', '192.0.2.3: pass | neutral'],
    })
    expect(await compared('v=spf1 ip6:2001:db8::/32 ~all', 'v=spf1 ip6:2001:db8::/33 ~all')).toEqual({
      equivalent: false,
      differences: ['2001:db8:8000::/33: pass | softfail'],
    })
  })

  it('ignores order, doubled terms and terms that are never reached', async () => {
    expect(
      await compared('v=spf1 ip4:192.0.2.1 ip4:192.0.2.0/24 -all', 'v=spf1 ip4:192.0.2.0/24 -all ip4:1.2.3.4'),
    ).toEqual(same)
    expect((await compared('v=spf1 -ip4:192.0.2.1 ip4:192.0.2.0/24', 'v=spf1 ip4:192.0.2.0/24')).equivalent).toBe(false)
  })

  it('compares conditions on the message by the deciding terms', async () => {
    expect(
      await compared(
        'v=spf1 a:mail.example exists:%{i}.list.example -all',
        'v=spf1 ip6:2001:db8::1 ip4:192.0.2.1 exists:%{i}.list.example -all',
      ),
    ).toEqual(same)
    expect(
      (await compared('v=spf1 exists:%{i}.list.example -all', 'v=spf1 exists:%{i}.other.example -all')).equivalent,
    ).toBe(false)
    expect((await compared('v=spf1 ptr -all', 'v=spf1 ptr ~all')).equivalent).toBe(false)
  })

  it('detects that terms that depend on the message may be void lookups, too many for one of the records', async () => {
    const listed = 'v=spf1 exists:%{i}.list.example -all'
    const behindTwo = 'v=spf1 a:gone.example a:gone2.example exists:%{i}.list.example -all'
    expect((await compared(listed, behindTwo)).equivalent).toBe(false)
    expect(await compared(behindTwo, `${behindTwo} ip4:1.2.3.4`)).toEqual(same)
    expect((await compared('v=spf1 ptr ~all', 'v=spf1 ptr ptr ptr ~all')).equivalent).toBe(false)
    // One more is within the limit.
    expect(await compared(listed, 'v=spf1 a:gone.example exists:%{i}.list.example -all')).toEqual(same)
    // Receivers give the same results.
    const results = [listed, behindTwo].map(async text => {
      const message = { ip: '192.0.2.9', sender: 'a@sender.example', helo: '' }
      return (await checkHost(zoneResolver({ 'sender.example': { TXT: [text] } }), message)).result
    })
    expect(await Promise.all(results)).toEqual(['fail', 'permerror'])
  })

  it('detects that an include that depends on the message may have no record, which ends the check', async () => {
    expect((await compared('v=spf1 include:%{i}.example +all', 'v=spf1 +all')).equivalent).toBe(false)
    const record = 'v=spf1 include:%{i}.example ip4:192.0.2.1 ~all'
    expect(await compared(record, 'v=spf1 include:%{i}.example a:mail.example -ip6:2001:db8::1 ~all')).toMatchObject({
      equivalent: false,
    })
    expect(await compared(record, 'v=spf1 include:%{i}.example ip4:192.0.2.1/32 ~all ip4:192.0.2.2')).toEqual(same)
  })

  it('never makes claims after a failed lookup', async () => {
    const record = 'v=spf1 ip4:192.0.2.1 include:broken.example -all'
    expect(await compared(record, 'v=spf1 ip4:192.0.2.1 -all')).toEqual({ equivalent: null, differences: [] })
    expect(await compared(record, record)).toEqual({ equivalent: null, differences: [] })
    expect(await compared(record, 'v=spf1 -ip4:192.0.2.1 include:broken.example -all')).toEqual({
      equivalent: false,
      differences: ['192.0.2.1: pass | fail'],
    })
  })

  it('treats an invalid record as a permerror everywhere', async () => {
    const { equivalent, problems } = await compareSpf(
      zoneResolver(zone),
      'sender.example',
      'v=spf1 all',
      'v=spf1 moo all',
    )
    expect({ equivalent, problems }).toEqual({
      equivalent: false,
      problems: { a: [], b: ['sender.example: unknown mechanism moo'] },
    })
  })

  it('treats each record as the published one: one that includes its own domain is a loop', async () => {
    const own = await compared('v=spf1 include:sender.example -all', 'v=spf1 -all')
    expect(own).toMatchObject({ equivalent: false })
    expect(own.differences).toEqual([expect.stringContaining('permerror | fail')])
  })

  it('sends each query once for both', async () => {
    const resolver = zoneResolver(zone)
    await compareSpf(resolver, 'sender.example', 'v=spf1 a:mail.example -all', 'v=spf1 a:mail.example ~all')
    expect(resolver.calls).toEqual([
      { name: 'mail.example', type: 'A' },
      { name: 'mail.example', type: 'AAAA' },
    ])
  })
})

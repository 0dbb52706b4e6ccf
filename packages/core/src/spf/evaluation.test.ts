import { describe, expect, it } from 'vitest'
import { type FailureReason, type Zone, zoneResolver } from '../dns/index.ts'
import { checkHost } from './check-host.ts'
import { checkMessage, senderRecord } from './testing/check-message.ts'

describe('the queries of check_host', () => {
  const hosts: Zone = {
    'a.example': { A: ['192.0.2.3'], AAAA: ['2001:db8::3'] },
    'b.example': {
      MX: [
        [10, 'a.example'],
        [20, 'b.example'],
      ],
      A: ['198.51.100.1'],
    },
  }

  it('include none that an earlier term made unnecessary', async () => {
    const { result, asked } = await checkMessage(
      senderRecord('v=spf1 a:a.example mx:b.example include:c.example -all', hosts),
    )
    expect({ result, asked }).toEqual({ result: 'pass', asked: ['TXT email.example.com', 'A a.example'] })
  })

  it('do not include the mail exchangers after the one that matches', async () => {
    const { result, asked } = await checkMessage(senderRecord('v=spf1 mx:b.example -all', hosts))
    expect({ result, asked }).toEqual({
      result: 'pass',
      asked: ['TXT email.example.com', 'MX b.example', 'A a.example'],
    })
  })

  it('are about addresses of the client’s family only', async () => {
    const { result, asked } = await checkMessage(senderRecord('v=spf1 ip4:192.0.2.3 a:a.example', hosts), {
      ip: '2001:db8::3',
    })
    expect({ result, asked }).toEqual({ result: 'pass', asked: ['TXT email.example.com', 'AAAA a.example'] })
  })

  it('are never repeated', async () => {
    const { result, lookups, asked } = await checkMessage(
      senderRecord('v=spf1 a:b.example ?mx:b.example a:b.example/32 ~all', hosts),
      { ip: '8.8.8.8' },
    )
    expect({ result, lookups, asked }).toEqual({
      result: 'softfail',
      lookups: 3,
      asked: ['TXT email.example.com', 'A b.example', 'MX b.example', 'A a.example'],
    })
  })

  it('are none for a sender without a possible record', async () => {
    for (const sender of [
      'a@localhost',
      'a@[192.0.2.3]',
      'a@192.0.2.3',
      'a@b..example',
      'a@',
      `a@${'b'.repeat(64)}.example`,
      `${'a'.repeat(2000)}@b.example`,
    ]) {
      const { result, asked } = await checkMessage({}, { sender })
      expect({ result, asked }, sender).toEqual({ result: 'none', asked: [] })
    }
  })

  it('include the explanation only for a fail', async () => {
    const zone = senderRecord('v=spf1 ip4:192.0.2.3 -all exp=why.example', { 'why.example': { TXT: ['No.'] } })
    expect((await checkMessage(zone)).asked).toEqual(['TXT email.example.com'])
    expect(await checkMessage(zone, { ip: '8.8.8.8' })).toMatchObject({ result: 'fail', explanation: 'No.' })
  })
})

describe('a failed lookup', () => {
  const reasons = [
    'timeout',
    'servfail',
    'refused',
    'malformed',
    'unreachable',
    'lame',
    'cancelled',
    'over-budget',
  ] as const
  it.each(reasons)(
    'is a temperror when it is the record, a host or an included record: %s',
    async (fail: FailureReason) => {
      const broken: Zone = { 'broken.example': { fail } }
      expect(await checkMessage({ 'email.example.com': { fail } })).toMatchObject({
        result: 'temperror',
        problem: `the TXT lookup of email.example.com failed (${fail})`,
      })
      for (const term of [
        'a:broken.example',
        'mx:broken.example',
        'exists:broken.example',
        'include:broken.example',
        'redirect=broken.example',
      ]) {
        expect(await checkMessage(senderRecord(`v=spf1 ${term}`, broken)), term).toMatchObject({
          result: 'temperror',
          explanation: null,
        })
      }
    },
  )

  it('does not change an earlier decision', async () => {
    expect(
      await checkMessage(
        senderRecord('v=spf1 ip4:192.0.2.0/24 a:broken.example', { 'broken.example': { fail: 'timeout' } }),
      ),
    ).toMatchObject({ result: 'pass' })
  })

  it('is a temperror when the caller gives up', async () => {
    const signal = { aborted: true, addEventListener: () => {}, removeEventListener: () => {} }
    const query = { ip: '192.0.2.3', sender: 'a@b.example', helo: '' }
    expect(await checkHost(zoneResolver({}), query, signal)).toMatchObject({ result: 'temperror' })
  })
})

describe('limits', () => {
  it('of void lookups count once per term, for the client’s family only', async () => {
    const mx: Zone = {
      'm.example': {
        MX: [
          [1, 'x.example'],
          [2, 'y.example'],
          [3, 'z.example'],
        ],
      },
    }
    expect(await checkMessage(senderRecord('v=spf1 mx:m.example ?all', mx))).toMatchObject({
      result: 'neutral',
      voidLookups: 1,
    })
    const four: Zone = { 'four.example': { A: ['198.51.100.1'] } }
    const terms = 'v=spf1 a:four.example a:four.example//64 a:four.example/31 ~all'
    expect(await checkMessage(senderRecord(terms, four))).toMatchObject({ result: 'softfail', voidLookups: 0 })
    expect(await checkMessage(senderRecord(terms, four), { ip: '2001:db8::1' })).toMatchObject({
      result: 'permerror',
      voidLookups: 3,
      problem: 'more than 2 void lookups',
    })
  })

  it('end with the eleventh lookup, which is not sent', async () => {
    const include = { TXT: ['v=spf1 include:1.%{d}'] }
    const { result, lookups, asked } = await checkMessage({
      'email.example.com': include,
      '*.email.example.com': include,
    })
    expect({ result, lookups, asked: asked.length }).toEqual({ result: 'permerror', lookups: 11, asked: 11 })
  })

  it('may be configured', async () => {
    const zone = senderRecord('v=spf1 a:a.example ~all', { 'a.example': { A: ['198.51.100.1'] } })
    expect(await checkMessage(zone, { maxLookups: 0 })).toMatchObject({
      result: 'permerror',
      problem: 'more than 0 DNS lookups',
    })
    expect(await checkMessage(zone, { maxLookups: 1 })).toMatchObject({ result: 'softfail' })
  })

  it('allow ten mail exchangers, the null MX and any number of addresses', async () => {
    const MX = Array.from({ length: 11 }, (_, at) => [at, 'a.example'] as const)
    expect(
      await checkMessage(senderRecord('v=spf1 mx', { 'email.example.com': { TXT: ['v=spf1 mx'], MX } })),
    ).toMatchObject({
      result: 'permerror',
      problem: '11 mail exchangers of email.example.com, but only 10 are allowed',
      asked: ['TXT email.example.com', 'MX email.example.com'],
    })
    const crowd = { 'a.example': { A: Array.from({ length: 4000 }, (_, at) => `10.0.${at >> 8}.${at & 255}`) } }
    expect(await checkMessage(senderRecord('v=spf1 a:a.example', crowd), { ip: '10.0.15.159' })).toMatchObject({
      result: 'pass',
    })
  })
})

it('an invalid address is the caller’s mistake', async () => {
  for (const ip of ['', '192.0.2', '192.0.2.3/32', 'fe80::1%eth0', '[::1]', 'x'.repeat(100)]) {
    await expect(checkMessage({}, { ip }), ip).rejects.toThrow(RangeError)
  }
})

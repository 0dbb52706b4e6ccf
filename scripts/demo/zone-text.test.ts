import { type Zone, zoneResolver } from '@waxseal/core/dns'
import { demoWorld } from '@waxseal/core/fixtures'
import { describe, expect, it } from 'vitest'
import { printZones, readZones } from './zone-text.ts'

const names = ['ours.example', 'deep.ours.example']

function textOf(length: number): string {
  return `ours.example 60 TXT "${'x'.repeat(length)}"`
}

describe('the zones as a text', () => {
  it('hold every record of the world', async () => {
    const read = readZones(
      await printZones(demoWorld.domains),
      demoWorld.domains.map(({ name }) => name),
    )
    for (const { name, records, servers } of demoWorld.domains.filter(domain => domain.servers === undefined)) {
      const [from, to] = [zoneResolver(records), zoneResolver(read.get(name) ?? {})]
      for (const at of Object.keys(records)) {
        for (const type of ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'CAA', 'TLSA'] as const) {
          const [expected, found] = [await from.query(at, type), await to.query(at, type)]
          if (expected.kind === 'records')
            expect(found, `${type} ${at} ${servers}`).toMatchObject({ records: expected.records })
          else expect(found.kind).not.toBe('records')
        }
      }
    }
  })

  it('put each record into its zone', () => {
    const read = readZones(
      'ours.example 60 MX 10 mx.ours.example.\n\n  ; a word\nA.deep.ours.example 60 IN a 192.0.2.1\nours.example 60 TXT "a;b" "\\"\\255é"\n',
      names,
    )
    expect(read.get('ours.example')).toEqual({
      'ours.example': { ttl: 60, MX: [[10, 'mx.ours.example']], TXT: [['a;b', '"\u00ff\u00c3\u00a9']] },
    } satisfies Zone)
    expect(read.get('deep.ours.example')).toEqual({ 'a.deep.ours.example': { ttl: 60, A: ['192.0.2.1'] } })
  })

  it('hold at most as much text as a record can', () => {
    expect(readZones(textOf(65_279), names).get('ours.example')?.['ours.example']?.TXT?.[0]?.[0]).toHaveLength(65_279)
    expect(() => readZones(textOf(65_280), names)).toThrow(`line 1: "${'x'.repeat(59)}… is no data of TXT`)
  })

  it.each([
    ['ours.example TXT "no time"', 'line 1: is not: name seconds TYPE data'],
    ['\nours..example 60 A 192.0.2.1', 'line 2: ours..example is no domain name'],
    ['theirs.example 60 A 192.0.2.1', "line 1: theirs.example lies in none of the demo's zones"],
    ['ours.example 60 SRV 0 0 0 x', 'line 1: SRV is none of A, AAAA, CNAME, MX, TXT, CAA, TLSA, NS, PTR'],
    ['ours.example 60 A ::1', 'line 1: ::1 is no data of A'],
    ['ours.example 60 MX mx.ours.example', 'line 1: mx.ours.example is no data of MX'],
    ['ours.example 60 MX 70000 mx.ours.example', 'line 1: 70000 mx.ours.example is no data of MX'],
    ['ours.example 60 TXT v=spf1 -all', 'line 1: v=spf1 -all is no data of TXT'],
    ['ours.example 60 TXT "\\256"', 'line 1: "\\256" is no data of TXT'],
    ['ours.example 60 CNAME a..b', 'line 1: a..b is no data of CNAME'],
    ['ours.example 60 CAA 0 issue ca.example', 'line 1: 0 issue ca.example is no data of CAA'],
    ['ours.example 60 TLSA 3 1 1 abc', 'line 1: 3 1 1 abc is no data of TLSA'],
  ])('refuse %j, and name the line', (text, complaint) => {
    expect(() => readZones(text, names)).toThrow(complaint)
  })
})

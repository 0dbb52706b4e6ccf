import { type Zone, zonesOf } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { scanInRounds } from './testing/rounds.ts'
import { perfect } from './testing/zones.ts'

/** With every record that is queried about a mail host in it. */
const zone = zonesOf(perfect, {
  'ns1.perfect.example': { A: ['8.26.56.53'] },
  '10.56.26.8.in-addr.arpa': { PTR: ['mx1.perfect.example'] },
  '11.56.26.8.in-addr.arpa': { PTR: ['mx2.perfect.example'] },
  [`0.1${'.0'.repeat(26)}.0.0.6.2.ip6.arpa`]: { PTR: ['mx1.perfect.example'] },
})

const without = (part: string): Zone =>
  Object.fromEntries(Object.entries(zone).filter(([name]) => !name.includes(part)))

/** The round of each query, from 1. */
async function roundsOf(of: Zone, direct = false) {
  const { asked, result } = await scanInRounds('perfect.example', of, { direct })
  const roundOf = (question: string): number => asked.findIndex(round => round.includes(question)) + 1
  return { rounds: asked.length, roundOf, asked, result }
}

describe('the longest chain of dependent queries', () => {
  it('has three steps: the records, their addresses and includes, and the queries about those', async () => {
    const { rounds, roundOf, asked, result } = await roundsOf(zone)
    expect(rounds).toBe(3)
    expect(result).toMatchObject({ score: 100, coverage: 1 })
    const names = ['MX perfect.example', 'TXT _dmarc.perfect.example', 'A perfect.example.dbl.spamhaus.org']
    expect(names.map(roundOf)).toEqual([1, 1, 1])
    expect(['A mx1.perfect.example', 'TXT _spf.perfect.example', 'DS perfect.example'].map(roundOf)).toEqual([2, 2, 2])
    const about = ['A 10.56.26.8.zen.spamhaus.org', 'PTR 10.56.26.8.in-addr.arpa', 'TLSA _25._tcp.mx1.perfect.example']
    expect(about.map(roundOf)).toEqual([3, 3, 3])
    // All selectors of the catalogue, and the random one, at once.
    const selectors = asked.map(round => round.filter(question => question.includes('._domainkey.')).length)
    expect(selectors.slice(1)).toEqual([0, 0])
    expect(selectors[0]).toBeGreaterThan(150)
  })

  it('is no longer when a record is missing', async () => {
    for (const part of ['_domainkey', '_dmarc', '_spf', 'arpa', 'ns1']) {
      expect((await roundsOf(without(part))).rounds, part).toBe(3)
    }
  })

  it('grows with the includes of SPF alone', async () => {
    const nested: Zone = {
      ...zone,
      '_spf.perfect.example': { TXT: ['v=spf1 include:a.perfect.example -all'] },
      'a.perfect.example': { TXT: ['v=spf1 include:b.perfect.example -all'] },
      'b.perfect.example': { TXT: ['v=spf1 a:out.perfect.example -all'] },
      'out.perfect.example': { A: ['8.26.56.40'] },
    }
    const { rounds, roundOf } = await roundsOf(nested)
    expect([roundOf('TXT b.perfect.example'), roundOf('A out.perfect.example'), rounds]).toEqual([4, 5, 5])
  })

  it('has one more step when addresses are checked as threats, which needs their owner', async () => {
    const { rounds, roundOf } = await roundsOf(zone, true)
    expect(rounds).toBe(4)
    expect(['ask perfect.example', 'ask mx1.perfect.example', 'ask 8.26.56.10'].map(roundOf)).toEqual([1, 3, 4])
    expect(['SMTP mx1.perfect.example', 'SMTP mx2.perfect.example'].map(roundOf)).toEqual([3, 3])
  })

  it('is no longer when the zone’s own servers confirm a missing record', async () => {
    for (const part of ['_domainkey', '_dmarc', '_spf']) {
      const { rounds, roundOf } = await roundsOf(without(part), true)
      expect(rounds, part).toBe(4)
      expect(roundOf('TXT _mta-sts.perfect.example @own'), part).toBe(3)
    }
  })
})

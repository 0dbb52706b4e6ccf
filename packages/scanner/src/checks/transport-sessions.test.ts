import type { Zone } from '@waxseal/core/dns'
import { type RelayProbe, type RelayTarget, untouched } from '@waxseal/core/relay'
import { describe, expect, it } from 'vitest'
import { mailZone, transport } from './transport.fixture.ts'

const now = new Date('2026-11-20T10:00:00Z')
const earlier = new Date('2026-11-20T07:00:00Z')

/** A probe that notes whom it tests for relaying, and whom it only asks what they offer. */
function probe({ testedAt = now, offers = true }: { testedAt?: Date; offers?: boolean } = {}) {
  const [tested, asked]: [string[], string[]] = [[], []]
  const report = (target: RelayTarget, at: Date) => ({
    ...untouched(target, at, { reason: 'It refused to relay.' }),
    contacted: true,
    starttls: offers ? ('offered' as const) : ('not-offered' as const),
    ehlo: ['SIZE 1000'],
  })
  const relay: RelayProbe = {
    probe: async target => {
      tested.push(target.address)
      return report(target, testedAt)
    },
    offers: {
      probe: async target => {
        asked.push(target.address)
        return report(target, now)
      },
    },
    passesOffers: async ({ host }) => host === 'mx.example.com',
  }
  return { relay, tested, asked }
}

const twoHosts: Zone = mailZone({
  'example.com': {
    MX: [
      [10, 'mx.example.com'],
      [20, 'mx2.example.net'],
    ],
  },
  'mx2.example.net': { A: ['8.26.57.10', '8.26.57.11'] },
})

async function ids(testedAt: Date): Promise<readonly string[]> {
  const { evidence } = await transport(mailZone(), { relay: probe({ testedAt }).relay })
  return evidence.flatMap(({ kind, id }) => (kind === 'smtp' ? [id] : []))
}

describe('what the mail servers offer', () => {
  it('is asked of all addresses, the first of each host first; the relay test stays at one of each', async () => {
    const { relay, tested, asked } = probe()
    const { value } = await transport(twoHosts, { relay })
    expect(tested).toEqual(['8.26.56.10', '8.26.57.10'])
    expect(value.sessions.map(({ host, address }) => `${host} ${address}`)).toEqual([
      'mx.example.com 8.26.56.10',
      'mx2.example.net 8.26.57.10',
      'mx.example.com 2600::10',
      'mx2.example.net 8.26.57.11',
    ])
    expect(asked.toSorted()).toEqual(value.sessions.map(({ address }) => address).toSorted())
    expect(value.path?.hosts.map(({ host, addresses }) => [host, ...addresses])).toEqual([
      ['mx.example.com', '8.26.56.10', '2600::10'],
      ['mx2.example.net', '8.26.57.10', '8.26.57.11'],
    ])
  })

  it('is asked of eight addresses at most, and the others are counted', async () => {
    const { relay, asked } = probe()
    const zone = mailZone({ 'mx.example.com': { A: Array.from({ length: 40 }, (_, at) => `8.26.56.${at + 1}`) } })
    const { value } = await transport(zone, { relay })
    expect(asked).toHaveLength(8)
    expect(value.path?.hosts).toMatchObject([{ more: 24 }])
  })

  it('is evidence of its own beside an older relay test of the same address', async () => {
    expect(await ids(now)).toContain('SMTP mx.example.com [8.26.56.10]:25')
    expect(await ids(earlier)).not.toContain('SMTP mx.example.com [8.26.56.10]:25')
    expect(await ids(earlier)).toContain('SMTP mx.example.com [8.26.56.10]:25 at 2026-11-20T10:00:00.000Z')
  })

  it('without STARTTLS is a fact of each host by itself, with the lines of EHLO', async () => {
    const { value } = await transport(twoHosts, { relay: probe({ offers: false }).relay })
    expect(value.sessions.map(({ host, offersPass, ehlo }) => [host, offersPass, ehlo])).toEqual([
      ['mx.example.com', true, ['SIZE 1000']],
      ['mx2.example.net', false, ['SIZE 1000']],
      ['mx.example.com', true, ['SIZE 1000']],
      ['mx2.example.net', false, ['SIZE 1000']],
    ])
  })
})

describe('how senders get to the hosts', () => {
  it.each([['yes'], ['bogus'], ['no']] as const)('by MX records that DNSSEC calls %s', async authentic => {
    const { value } = await transport(mailZone({}, authentic === 'no' ? undefined : authentic))
    expect(value.path?.nextHop).toEqual({ by: 'mx', authentic, alias: null })
  })

  it('without MX records, and by an alias', async () => {
    const implicit = await transport({ 'example.com': { A: ['8.26.56.9'], authentic: 'yes' } })
    expect(implicit.value.path?.nextHop).toEqual({ by: 'address', authentic: 'yes', alias: null })
    const zone: Zone = {
      'example.com': { CNAME: ['real.example.net'] },
      'real.example.net': { MX: [[10, 'mx.example.net']] },
      'mx.example.net': { A: ['8.26.56.9'] },
    }
    expect((await transport(zone)).value.path?.nextHop.alias).toBe('real.example.net')
  })

  it('a host that is an alias has a signature of its own', async () => {
    const zone = mailZone({
      'mx.example.com': { CNAME: ['host.example.net'], authentic: 'yes' },
      'host.example.net': { A: ['8.26.56.9'] },
    })
    const { value } = await transport(zone)
    expect(value.dane).toMatchObject([
      { record: '_25._tcp.mx.example.com', hostAuthentic: 'no', aliasAuthentic: 'yes' },
    ])
  })
})

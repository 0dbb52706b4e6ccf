import { networkInterfaces } from 'node:os'
import { zoneResolver } from '@waxseal/core/dns'
import { inMemoryRelayMemory, type MailHostReport, smtpQuestion } from '@waxseal/core/relay'
import { describe, expect, it } from 'vitest'
import type { MailHostTest, TestedMailHost } from './mail-host-test.ts'
import { openRelayProbe, type RelayProbeOptions } from './relay-probe.ts'

/** A probe that counts connections instead of opening them. `reach` gives the result of each. */
function counted(
  options: RelayProbeOptions = {},
  reach: (address: string) => TestedMailHost['reach'] = () => 'reached',
) {
  const tests: MailHostTest[] = []
  let time = Date.UTC(2026, 10, 20)
  const probe = openRelayProbe({
    ...options,
    now: () => new Date(time),
    test: test => {
      tests.push(test)
      return Promise.resolve({
        report: reportOf(test, new Date(time), reach(test.address)),
        reach: reach(test.address),
      })
    },
  })
  return { probe, tests, later: (ms: number) => (time += ms) }
}

function reportOf({ host, address, unasked }: MailHostTest, at: Date, reach: TestedMailHost['reach']): MailHostReport {
  const question = smtpQuestion(host, address)
  const failure = reach === 'reached' ? null : 'timeout'
  return {
    host,
    address,
    testedAt: at.toISOString(),
    contacted: reach !== 'no-route',
    failure,
    greeting: host,
    starttls: 'not-offered',
    tls: null,
    relay: failure === null && unasked === undefined ? 'closed' : 'unknown',
    undecided: failure,
    reason: unasked ?? 'It refused to relay.',
    transcript: { id: '', kind: 'smtp', question, outcome: 'session', lines: [], ms: 1, askedAt: at.getTime() },
  }
}

const target = (address: string, ...others: string[]) => ({
  host: 'mx1.example.com',
  address,
  addresses: [address, ...others],
})

/** A host in a network of its own. */
const silent = (network: number) => target(`8.26.${network}.25`)

describe('only public addresses of other machines are connected to', () => {
  it.each([
    ['10.0.0.1', 'Not tested: 10.0.0.1 is not public (private, RFC 1918).'],
    ['127.0.0.1', 'Not tested: 127.0.0.1 is not public (loopback, RFC 1122).'],
    ['169.254.169.254', 'Not tested: 169.254.169.254 is not public (link-local, RFC 3927).'],
    ['100.64.0.1', 'Not tested: 100.64.0.1 is not public (carrier-grade NAT, RFC 6598).'],
    ['::1', 'Not tested: ::1 is not public (loopback, RFC 4291).'],
    ['fd00::1', 'Not tested: fd00::1 is not public (unique local, RFC 4193).'],
    ['::ffff:127.0.0.1', 'Not tested: ::ffff:127.0.0.1 is an IPv6 address that embeds an IPv4 address.'],
    ['::ffff:8.26.56.25', 'Not tested: ::ffff:8.26.56.25 is an IPv6 address that embeds an IPv4 address.'],
    ['64:ff9b::a00:1', 'Not tested: 64:ff9b::a00:1 is an IPv6 address that embeds an IPv4 address.'],
    ['2002:a00:1::1', 'Not tested: 2002:a00:1::1 is an IPv6 address that embeds an IPv4 address.'],
    ['2001:0:1::1', 'Not tested: 2001:0:1::1 is not public (Teredo, RFC 4380).'],
    ['mx1.example.com', 'Not tested: mx1.example.com is not an IP address.'],
    ['127.1', 'Not tested: 127.1 is not an IP address.'],
    ['8.26.56.25:587', 'Not tested: 8.26.56.25:587 is not an IP address.'],
  ])('%s', async (address, reason) => {
    const { probe, tests } = counted()
    expect(await probe.probe(target(address))).toMatchObject({
      relay: 'unknown',
      contacted: false,
      failure: null,
      undecided: null,
      reason,
    })
    expect(tests).toEqual([])
  })

  it('addresses of this machine are refused, public or not', async () => {
    const { probe, tests } = counted({ ownAddresses: ['8.26.56.25', '2a00:1450::25'] })
    for (const address of ['8.26.56.25', '2a00:1450:0::25'])
      expect((await probe.probe(target(address))).reason).toBe(`Not tested: ${address} belongs to this machine.`)
    for (const { address } of Object.values(networkInterfaces()).flatMap(list => list ?? []))
      expect((await probe.probe(target(address))).relay).toBe('unknown')
    expect(tests).toEqual([])
  })

  it('a name with a public and a non-public address is refused', async () => {
    const { probe, tests } = counted()
    expect((await probe.probe(target('8.26.56.25', '8.26.56.26', '192.168.0.1'))).reason).toBe(
      'Not tested: the host name also has the address 192.168.0.1, which is not public (private, RFC 1918).',
    )
    expect(tests).toEqual([])
  })

  it('the checked address is the one connected to, at port 25, without a second lookup', async () => {
    const { probe, tests } = counted()
    await probe.probe(target('8.26.56.25', '8.26.56.26'))
    expect(tests).toMatchObject([{ host: 'mx1.example.com', address: '8.26.56.25' }])
    expect(tests[0]).not.toHaveProperty('port')
  })

  it('ranges that the operator allows are tested', async () => {
    const { probe, tests } = counted({ allowPrivate: ['10.1.0.0/16', 'fd00::/8'], ownAddresses: ['10.1.2.3'] })
    for (const address of ['10.1.2.3', 'fd00::1', '10.2.0.1']) await probe.probe(target(address))
    expect(tests.map(({ address }) => address)).toEqual(['10.1.2.3', 'fd00::1'])
    expect(() => openRelayProbe({ allowPrivate: ['10.1.0.0/33'] })).toThrow('"10.1.0.0/33" is not an address range')
  })
})

it('probes use the given source address of the target’s address family', async () => {
  const { probe, tests } = counted({ sourceAddresses: ['192.0.2.9', '2001:db8::9'] })
  for (const address of ['8.26.56.25', '2a00:1450::25']) await probe.probe(target(address))
  expect(tests.map(({ sourceAddress }) => sourceAddress)).toEqual(['192.0.2.9', '2001:db8::9'])
})

it('large providers are asked for their extensions, and not tested', async () => {
  const { probe, tests } = counted()
  const google = { host: 'aspmx.l.google.com', address: '142.250.27.26', addresses: ['142.250.27.26'] }
  expect(await probe.probe(google)).toMatchObject({ relay: 'unknown', undecided: null, starttls: 'not-offered' })
  expect(tests[0]?.unasked).toMatch(/^Not tested for relaying, because it belongs to a large provider \(Google.*\)\.$/)
})

describe('a port 25 that is blocked from here', () => {
  it('delays only the first scans: after three silent networks no test runs for ten minutes', async () => {
    const { probe, tests, later } = counted({}, () => 'silent')
    for (const network of [1, 2, 3, 4, 5]) await probe.probe(silent(network))
    expect(tests).toHaveLength(3)
    expect(await probe.probe(silent(6))).toMatchObject({ failure: 'unreachable', contacted: false })
    expect((await probe.probe(silent(6))).reason).toMatch(/^Port 25 seems to be blocked from here/)
    later(10 * 60_000)
    await probe.probe(silent(6))
    await probe.probe(silent(7))
    expect(tests).toHaveLength(4)
  })

  it('is not assumed from silent hosts of one network, or when one host answers in between', async () => {
    const { probe, tests } = counted({}, address => (address.startsWith('8.26.9.') ? 'reached' : 'silent'))
    for (const host of [1, 2, 3, 4]) await probe.probe(target(`8.26.1.${host}`))
    await probe.probe(silent(2))
    await probe.probe(silent(9))
    await probe.probe(silent(3))
    await probe.probe(silent(4))
    expect(tests).toHaveLength(8)
  })

  it('is not assumed within ten minutes of a reached host, even if many are silent', async () => {
    const { probe, tests, later } = counted({}, address => (address.startsWith('8.26.9.') ? 'reached' : 'silent'))
    await probe.probe(silent(9))
    for (const network of [1, 2, 3, 4, 5]) await probe.probe(silent(network))
    expect(tests).toHaveLength(6)
    later(10 * 60_000)
    for (const network of [10, 11, 12, 13, 14]) await probe.probe(silent(network))
    expect(tests).toHaveLength(9)
  })

  it('is assumed despite a refused connection: our own network may have refused it', async () => {
    const { probe, tests } = counted({}, address => (address.startsWith('8.26.9.') ? 'denied' : 'silent'))
    for (const network of [9, 1, 9, 2, 3, 4]) await probe.probe(silent(network))
    expect(tests.map(({ address }) => address)).toEqual(['8.26.9.25', '8.26.1.25', '8.26.2.25', '8.26.3.25'])
  })

  it('is not counted as a host’s test of the last six hours', async () => {
    const memory = inMemoryRelayMemory()
    const { probe } = counted({ memory }, () => 'silent')
    for (const network of [1, 2, 3]) await probe.probe(silent(network))
    expect([await memory.get('8.26.1.25'), await memory.get('8.26.3.25')]).toMatchObject([
      { report: { undecided: 'timeout' } },
      null,
    ])
  })

  it('is not assumed without a route, such as on a machine without IPv6', async () => {
    const { probe, tests } = counted({}, () => 'no-route')
    for (const network of [1, 2, 3, 4, 5]) await probe.probe(silent(network))
    expect(tests).toHaveLength(5)
  })
})

/** Every server offers STARTTLS. */
const offering: NonNullable<RelayProbeOptions['test']> = async test => {
  const report = { ...reportOf(test, new Date(0), 'reached'), starttls: 'offered' as const }
  return { report, reach: 'reached' }
}

describe('that no offer of STARTTLS reaches us', () => {
  it('is said once, and not where a server of another operator offered it', async () => {
    let said = 0
    const { probe } = counted({ control: false, onNoOffers: () => said++ })
    const resolver = zoneResolver({})
    const host = { host: 'mx1.example.com', address: '8.26.56.25' }
    expect([await probe.passesOffers(host, resolver), await probe.passesOffers(host, resolver), said]).toEqual([
      false,
      false,
      1,
    ])
    const open = openRelayProbe({ control: false, now: () => new Date(0), test: offering })
    await open.offers.probe({ host: 'mx.other.example', address: '8.27.0.1', addresses: ['8.27.0.1'] })
    expect(await open.passesOffers(host, resolver)).toBe(true)
  })
})

describe('what an address offers', () => {
  it('is asked at most once in ten minutes, and not where the relay test has just shown it', async () => {
    const { probe, tests, later } = counted()
    const asked = target('8.26.56.25')
    await probe.probe(asked)
    await probe.offers.probe(asked)
    expect(tests).toHaveLength(1)
    later(10 * 60_000)
    await probe.offers.probe(asked)
    await probe.offers.probe(asked)
    expect(tests.map(({ unasked }) => unasked)).toEqual([undefined, 'Contacted for what it offers only.'])
  })

  it('is asked of each address of a /64', async () => {
    const { probe, tests } = counted()
    for (const address of ['2a00:1450:4001:1::25', '2a00:1450:4001:1::26']) await probe.offers.probe(target(address))
    expect(tests).toHaveLength(2)
  })
})

import { describe, expect, it } from 'vitest'
import type { CertificateFacts } from './certificate.ts'
import type { MailHostReport, RelayProbe, RelayTarget } from './probe.ts'
import { inMemoryRelayMemory, type RelayMemory, relayKey, rememberingProbe } from './remembering-probe.ts'
import { aReport } from './report.fixture.ts'

const target = (address: string, host = 'mx1.example.com'): RelayTarget => ({ host, address, addresses: [address] })

function world(memory: RelayMemory = inMemoryRelayMemory(), more: Partial<MailHostReport> = {}) {
  let time = Date.UTC(2026, 10, 20)
  const tested: string[] = []
  const direct: RelayProbe = {
    probe: ({ host, address }) => {
      tested.push(address)
      return Promise.resolve(aReport({ host, address, testedAt: new Date(time).toISOString(), ...more }))
    },
  }
  return {
    tested,
    probe: rememberingProbe(direct, memory, () => new Date(time)),
    later: (hours: number) => (time += hours * 3_600_000),
  }
}

describe('a host is tested once in six hours', () => {
  it('and the report is returned with its time until then', async () => {
    const { probe, tested, later } = world()
    const first = await probe.probe(target('8.26.56.25'))
    later(5)
    expect(await probe.probe(target('8.26.56.25'))).toEqual(first)
    later(1)
    expect((await probe.probe(target('8.26.56.25'))).testedAt).toBe('2026-11-20T06:00:00.000Z')
    expect(tested).toHaveLength(2)
  })

  it('by its address, whatever its name; a /64 of IPv6 is one host, and so is an embedded IPv4 address', async () => {
    const { probe, tested } = world()
    for (const host of ['a.example', 'b.example']) {
      await probe.probe(target('8.26.56.25', host))
      await probe.probe(target('::ffff:8.26.56.25', host))
      await probe.probe(target('2a00:1450:4001:1::25', host))
      await probe.probe(target('2a00:1450:4001:1:ffff::26', host))
    }
    expect(tested).toEqual(['8.26.56.25', '2a00:1450:4001:1::25'])
    expect([relayKey('2a00:1450:4001:1:ffff::26'), relayKey('2002:81a:3819::1'), relayKey('mx')]).toEqual([
      '2a00:1450:4001:1::/64',
      '8.26.56.25',
      null,
    ])
  })

  it('and the result of a neighbor in the /64 is not applied to it', async () => {
    const { probe, tested } = world(inMemoryRelayMemory(), { relay: 'suspected' })
    expect((await probe.probe(target('2a00:1450:4001:1::25'))).relay).toBe('suspected')
    expect(await probe.probe(target('2a00:1450:4001:1::26', 'mx.other.example'))).toMatchObject({
      host: 'mx.other.example',
      address: '2a00:1450:4001:1::26',
      relay: 'unknown',
      contacted: false,
      undecided: 'rate-limited',
      reason:
        'Not tested. Within six hours we test only one address of a /64 network, and that was 2a00:1450:4001:1::25.',
    })
    expect((await probe.probe(target('2a00:1450:4001:1:0::25', 'mx.other.example'))).relay).toBe('suspected')
    expect((await probe.probe(target('::ffff:8.26.56.25'))).relay).toBe('suspected')
    expect((await probe.probe(target('8.26.56.25'))).relay).toBe('suspected')
    expect(tested).toHaveLength(2)
  })

  it('nor does it confirm a suspicion about the neighbor', async () => {
    const { probe, later } = world(inMemoryRelayMemory(), { relay: 'suspected' })
    const asked = async (address: string) => (await probe.probe(target(address))).relay
    expect(await asked('2a00:1450:4001:1::25')).toBe('suspected')
    later(6)
    expect(await asked('2a00:1450:4001:1::26')).toBe('suspected')
    later(6)
    expect(await asked('2a00:1450:4001:1::26')).toBe('open')
  })

  it('also with concurrent callers', async () => {
    const { probe, tested } = world()
    await Promise.all(Array.from({ length: 20 }, (_, at) => probe.probe(target('8.26.56.25', `mx${at}.example`))))
    expect(tested).toHaveLength(1)
  })

  it('also when another process has just started or finished a test', async () => {
    const memory = inMemoryRelayMemory()
    const now = new Date(Date.UTC(2026, 10, 20))
    await memory.claim('8.26.56.25', now, new Date(now.getTime() + 60_000))
    const { probe, tested, later } = world(memory)
    expect(await probe.probe(target('8.26.56.25'))).toMatchObject({
      relay: 'unknown',
      contacted: false,
      undecided: 'cancelled',
      reason: 'Another test of this server is still running.',
    })
    await memory.put('8.26.56.25', { report: aReport({ testedAt: now.toISOString() }), acceptedAt: null })
    await memory.release('8.26.56.25')
    expect((await probe.probe(target('8.26.56.25'))).relay).toBe('closed')
    expect(tested).toEqual([])
    later(6)
    await probe.probe(target('8.26.56.25'))
    expect(tested).toHaveLength(1)
  })

  it('but a test that never left this machine does not count', async () => {
    const { probe, tested } = world(inMemoryRelayMemory(), { contacted: false, relay: 'unknown' })
    await probe.probe(target('8.26.56.25'))
    await probe.probe(target('8.26.56.25'))
    expect(tested).toHaveLength(2)
  })

  it('nor does one that was interrupted by the end of the program', async () => {
    const { probe, tested } = world(inMemoryRelayMemory(), { relay: 'unknown', undecided: 'cancelled' })
    await probe.probe(target('8.26.56.25'))
    await probe.probe(target('8.26.56.25'))
    expect(tested).toHaveLength(2)
  })

  it('and never while the memory cannot be read', async () => {
    const broken: RelayMemory = { ...inMemoryRelayMemory(), get: () => Promise.reject(new Error('away')) }
    const { probe, tested } = world(broken)
    expect(await probe.probe(target('8.26.56.25'))).toMatchObject({
      relay: 'unknown',
      reason: 'An internal error stopped the test.',
    })
    expect(tested).toEqual([])
  })

  it('and the operator gets the error', async () => {
    const away = new Error('away')
    const broken: RelayMemory = { ...inMemoryRelayMemory(), claim: () => Promise.reject(away) }
    const direct: RelayProbe = { probe: () => Promise.reject(new Error('never asked')) }
    const told: unknown[] = []
    const probe = rememberingProbe(
      direct,
      broken,
      () => new Date(0),
      error => told.push(error),
    )
    expect(await probe.probe(target('8.26.56.25'))).toMatchObject({ relay: 'unknown', undecided: 'internal' })
    expect(told).toEqual([away])
  })
})

it('a caller that gives up gets a report at once, and the test continues for the others', async () => {
  const test = Promise.withResolvers<MailHostReport>()
  const direct: RelayProbe = { probe: () => test.promise }
  const probe = rememberingProbe(direct, inMemoryRelayMemory(), () => new Date())
  const giving = new AbortController()
  const given = probe.probe(target('8.26.56.25'), giving.signal)
  const other = probe.probe(target('8.26.56.25'))
  giving.abort()
  expect(await given).toMatchObject({ relay: 'unknown', undecided: 'cancelled', contacted: false })
  test.resolve(aReport())
  expect(await other).toMatchObject({ relay: 'closed' })
})

it('an open relay shows both tests under every name of the same address', async () => {
  const { probe, later } = world(inMemoryRelayMemory(), { relay: 'suspected' })
  await probe.probe(target('8.26.56.25', 'old.example.com'))
  later(6)
  const ids = async (host: string) => {
    const { relay, transcript, earlier } = await probe.probe(target('8.26.56.25', host))
    return [relay, earlier?.id, earlier?.question.name, transcript.id]
  }
  for (const host of ['mx1.example.com', 'mx.other.example']) {
    expect(await ids(host)).toEqual([
      'open',
      `SMTP ${host} [8.26.56.25]:25 of 2026-11-20T00:00:00.000Z`,
      `${host} [8.26.56.25]:25`,
      `SMTP ${host} [8.26.56.25]:25`,
    ])
  }
})

describe('a test applied to another name at the same address', () => {
  const certificate: CertificateFacts = {
    names: ['*.example.com'],
    issuer: 'Example CA',
    notBefore: '2026-01-01T00:00:00.000Z',
    notAfter: '2027-01-01T00:00:00.000Z',
    selfSigned: false,
    trusted: true,
    chainProblem: null,
    problem: null,
    sha256: '',
    spkiSha256: '',
    chain: [],
  }

  it('keeps everything but a certificate for other names: the server may show another one to this name', async () => {
    const { probe } = world(inMemoryRelayMemory(), {
      starttls: 'offered',
      tls: { protocol: 'TLSv1.3', certificate: { ...certificate, problem: 'it does not name mx1.example.net' } },
    })
    await probe.probe(target('8.26.56.25', 'mx1.example.net'))
    expect(await probe.probe(target('8.26.56.25', 'mx.other.example'))).toMatchObject({
      host: 'mx.other.example',
      starttls: 'offered',
      tls: null,
      transcript: { question: { name: 'mx.other.example [8.26.56.25]:25' } },
    })
    const covered = await probe.probe(target('8.26.56.25', 'mx2.example.com'))
    expect(covered.tls?.certificate.problem).toBeNull()
  })
})

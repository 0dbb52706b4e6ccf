import { type FilteringResolver, filteringResolvers, type ThreatOpinion } from '@waxseal/core/threat'
import { RECURSION_AVAILABLE } from 'dns-packet'
import { afterEach, describe, expect, it } from 'vitest'
import { createDnsClient, type DnsClient } from '../dns/index.ts'
import { type Arrived, type LoopbackServer, loopbackServer, response, soa } from '../dns/testing/loopback-server.ts'
import { filterSource } from './filter-source.ts'

const open: (DnsClient | LoopbackServer)[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

type Reaction = (question: Arrived) => void

const resolves: Reaction = question => {
  const data = question.type === 'A' ? '8.26.56.1' : '2600::1'
  const type = question.type === 'A' ? 'A' : 'AAAA'
  question.send(response(question, { answers: [{ type, name: question.name, ttl: 60, data }] }))
}
const zeroes: Reaction = question =>
  question.send(response(question, { answers: [{ type: 'A', name: question.name, ttl: 60, data: '0.0.0.0' }] }))
const missing: Reaction = question => question.send(response(question, { rcode: 3, authorities: [soa('example')] }))
/** Quad9's answer for a blocked name: NXDOMAIN, the RA flag 0, an empty authority section. */
const missingWithoutRa: Reaction = question =>
  question.send(
    response(question, {
      rcode: 3,
      change: packet => ({ ...packet, flags: (packet.flags ?? 0) & ~RECURSION_AVAILABLE }),
    }),
  )
const empty: Reaction = question => question.send(response(question, { authorities: [soa('mail-only.example')] }))
const silent: Reaction = () => {}
const fails: Reaction = question => question.send(response(question, { rcode: 2 }))

/** A resolver that resolves all names except special ones. */
async function service(special: Readonly<Record<string, Reaction>> = {}): Promise<LoopbackServer> {
  const server = await loopbackServer(question => (special[question.name.toLowerCase()] ?? resolves)(question))
  open.push(server)
  return server
}

function rowOf(id: string): FilteringResolver {
  const row: FilteringResolver | undefined = filteringResolvers.find(each => each.id === id)
  if (row === undefined) throw new Error(`no resolver ${id}`)
  return row
}

/** A source of the table with its two services on this machine. */
function sourceOf(id: string, filtered: LoopbackServer, unfiltered: LoopbackServer, clock = { now: Date.now() }) {
  const client = createDnsClient({ servers: [], timeoutMs: 1000 })
  open.push(client)
  const row = { ...rowOf(id), filtered: [filtered.name], unfiltered: [unfiltered.name] }
  return filterSource(row, { client, now: () => new Date(clock.now) })
}

async function asked(source: ReturnType<typeof filterSource>, name = 'shop.example') {
  const { opinions, evidence } = await source.ask({ kind: 'domain', name })
  const [opinion] = opinions
  if (opinion === undefined) throw new Error('no opinion')
  return { opinion, evidence }
}

const quad9Test = { 'isitblocked.org': missingWithoutRa }
const said = ({ says, reason, failure }: ThreatOpinion) => ({ says, reason, failure })

describe('Quad9', () => {
  it('does not block what both its services resolve', async () => {
    const { opinion, evidence } = await asked(sourceOf('quad9', await service(quad9Test), await service()))
    expect(said(opinion)).toEqual({ says: 'clean', reason: 'does not block shop.example', failure: null })
    expect(evidence.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['A shop.example @quad9', 'records'],
      ['A shop.example @quad9 unfiltered', 'records'],
      ['AAAA shop.example @quad9', 'records'],
      ['AAAA shop.example @quad9 unfiltered', 'records'],
    ])
  })

  it('blocks what its filtering service denies and the other resolves; the evidence names both servers', async () => {
    const [filtered, unfiltered] = [await service({ ...quad9Test, 'shop.example': missingWithoutRa }), await service()]
    const { opinion, evidence } = await asked(sourceOf('quad9', filtered, unfiltered))
    expect(opinion).toMatchObject({ says: 'hit', reason: 'blocks shop.example', weight: 'high', basis: 'resolver' })
    expect(opinion.evidence).toEqual(evidence.map(({ id }) => id))
    expect(evidence.map(piece => piece.kind === 'dns' && piece.via.server)).toEqual([
      filtered.name,
      unfiltered.name,
      filtered.name,
      unfiltered.name,
    ])
  })

  it('blocks a name without addresses too: the RA flag tells its NXDOMAIN from a true one', async () => {
    const filtered = await service({ ...quad9Test, 'mail-only.example': missingWithoutRa })
    const { opinion } = await asked(
      sourceOf('quad9', filtered, await service({ 'mail-only.example': empty })),
      'mail-only.example',
    )
    expect(opinion.says).toBe('hit')
  })

  it('has no opinion on a nonexistent name', async () => {
    const [filtered, unfiltered] = [
      await service({ ...quad9Test, 'gone.example': missing }),
      await service({ 'gone.example': missing }),
    ]
    const { opinion } = await asked(sourceOf('quad9', filtered, unfiltered), 'gone.example')
    expect(said(opinion)).toEqual({
      says: 'unknown',
      reason: 'has no verdict, because gone.example does not exist',
      failure: null,
    })
  })

  it.each([
    ['silence', silent, 'timeout'],
    ['SERVFAIL, as of broken DNSSEC,', fails, 'servfail'],
  ] as const)('%s of either service is unknown, never clean', async (_, reaction, failure) => {
    const broken = { 'shop.example': reaction }
    for (const [filtered, unfiltered] of [
      [await service({ ...quad9Test, ...broken }), await service()],
      [await service(quad9Test), await service(broken)],
    ] as const) {
      const { opinion } = await asked(sourceOf('quad9', filtered, unfiltered))
      expect(said(opinion)).toEqual({ says: 'unknown', reason: 'could not check shop.example', failure })
    }
  })

  it('is not asked about addresses', async () => {
    const filtered = await service(quad9Test)
    const source = sourceOf('quad9', filtered, await service())
    expect(await source.ask({ kind: 'address', address: '8.26.56.1', sharedBy: null })).toEqual({
      opinions: [],
      evidence: [],
    })
    expect(filtered.arrived).toEqual([])
  })
})

describe('Cloudflare', () => {
  const test = { 'malware.testcategory.com': zeroes }
  it('blocks what its filtering service answers with 0.0.0.0 and the other with an address', async () => {
    const { opinion } = await asked(
      sourceOf('cloudflare-security', await service({ ...test, 'shop.example': zeroes }), await service()),
    )
    expect(opinion).toMatchObject({ says: 'hit', reason: 'blocks shop.example', weight: 'medium' })
  })
  it('does not block a name whose zone says 0.0.0.0 itself', async () => {
    const parked = { 'shop.example': zeroes }
    const { opinion } = await asked(
      sourceOf('cloudflare-security', await service({ ...test, ...parked }), await service(parked)),
    )
    expect(opinion.says).toBe('clean')
  })
})

describe('the test name that a resolver documents as blocked', () => {
  it('reveals that another server answers in its place, whose answers are then ignored', async () => {
    const { opinion, evidence } = await asked(sourceOf('quad9', await service(), await service()))
    expect(said(opinion)).toEqual({
      says: 'unknown',
      reason:
        'was ignored, because it does not block its own test name isitblocked.org (another server may answer in its place)',
      failure: 'lame',
    })
    expect(evidence.map(({ id }) => id)).toEqual(['A isitblocked.org @quad9'])
  })

  it('is looked up once for many scans, and again after an hour', async () => {
    const filtered = await service(quad9Test)
    const clock = { now: Date.UTC(2026, 10, 20) }
    const source = sourceOf('quad9', filtered, await service(), clock)
    const tests = () => filtered.arrived.filter(({ name }) => name.toLowerCase() === 'isitblocked.org').length
    await Promise.all([asked(source), asked(source, 'other.example')])
    expect(tests()).toBe(1)
    clock.now += 3_599_000
    await asked(source)
    expect(tests()).toBe(1)
    clock.now += 1000
    await asked(source)
    expect(tests()).toBe(2)
  })

  it('stops other queries for five minutes while it fails', async () => {
    const filtered = await service({ 'isitblocked.org': silent })
    const clock = { now: Date.UTC(2026, 10, 20) }
    const source = sourceOf('quad9', filtered, await service(), clock)
    expect(said((await asked(source)).opinion)).toEqual({
      says: 'unknown',
      reason: 'could not be verified, because its test name got no answer',
      failure: 'timeout',
    })
    const before = filtered.arrived.length
    clock.now += 299_000
    expect((await asked(source)).opinion.failure).toBe('timeout')
    expect(filtered.arrived).toHaveLength(before)
    clock.now += 1000
    await asked(source)
    expect(filtered.arrived.length).toBeGreaterThan(before)
  })
})

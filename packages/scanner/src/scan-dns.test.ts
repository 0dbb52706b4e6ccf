import type { Zone } from '@waxseal/core/dns'
import { defaultSpfSettings, previewSpf } from '@waxseal/core/spf'
import type { Answer } from 'dns-packet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdTheClock } from './dns/testing/held-clock.ts'
import { type LoopbackServer, loopbackServer, response } from './dns/testing/loopback-server.ts'
import { openDns, type WarmableDns } from './scan-dns.ts'
import { zoneServer } from './testing/zone-server.ts'

const zone: Zone = { 'example.com': { A: ['8.26.56.1'] }, '*.example.com': { A: ['8.26.56.2'] } }

holdTheClock()
let server: LoopbackServer
let dns: WarmableDns
beforeAll(async () => {
  server = await zoneServer(zone)
  dns = openDns({ servers: [server.name], direct: false })
})
afterAll(async () => {
  await dns.close()
  await server.close()
})

describe('a session', () => {
  it('sends concurrent equal queries once, and counts them once', async () => {
    let asked = 0
    const { resolver, confirming } = dns.session(undefined, () => asked++)
    const before = server.arrived.length
    await Promise.all([resolver.query('example.com', 'A'), confirming.query('example.com', 'A')])
    await resolver.query('example.com', 'A')
    expect(server.arrived.length - before).toBe(1)
    expect(asked).toBe(1)
  })

  it('sends at most 300 queries about one zone, and continues with the others', async () => {
    const { resolver } = dns.session()
    const before = server.arrived.length
    const answers = await Promise.all(
      Array.from({ length: 350 }, (_, index) => resolver.query(`h${index}.example.com`, 'A')),
    )
    const refused = answers.filter(answer => answer.kind === 'failed' && answer.reason === 'over-budget')
    expect(refused).toHaveLength(50)
    expect(server.arrived.length - before).toBe(300)
    expect((await resolver.query('example.org', 'A')).kind).toBe('no-such-name')
  })

  it('keeps at most 8 MB of answers, and reads no more after that', async () => {
    const strings = Array.from({ length: 240 }, () => 'x'.repeat(255))
    const talkative = await loopbackServer(question => {
      const answers: Answer[] = [{ type: 'TXT', name: question.name, ttl: 60, data: strings }]
      question.send(response(question, question.transport === 'udp' ? { tc: true } : { answers }))
    })
    const told = openDns({ servers: [talkative.name], direct: false })
    const { resolver } = told.session()
    const answers = await Promise.all(
      Array.from({ length: 250 }, (_, index) => resolver.query(`h${index}.example.com`, 'TXT')),
    )
    const had = answers.filter(({ kind }) => kind === 'records').length
    expect(had).toBe(Math.floor((8 * 2 ** 20) / (240 * 255 + 300)))
    for (const answer of answers) if (answer.kind === 'failed') expect(answer.reason).toBe('over-budget')
    expect(told.stats.inFlight).toBe(0)
    expect((await told.session().resolver.query('h0.example.com', 'TXT')).kind).toBe('records')
    await told.close()
    await talkative.close()
  })

  it('starts with a full budget each time', async () => {
    expect((await dns.session().resolver.query('h349.example.com', 'A')).kind).toBe('records')
  })

  it('answers "cancelled" after its signal aborted', async () => {
    const { resolver } = dns.session(AbortSignal.abort())
    expect(await resolver.query('example.com', 'A')).toMatchObject({ kind: 'failed', reason: 'cancelled' })
  })
})

describe('warm look-ups', () => {
  it('ask what the meter of their workspace allows, beyond what the cache answers', async () => {
    const { signal } = new AbortController()
    let left = 3
    const meter = { take: () => left > 0 && left-- > 0, giveBack: () => void left++ }
    const names = ['m1', 'm1', 'm2', 'm3', 'm4'].map(label => `${label}.example.com`)
    const kinds: string[] = []
    // Each is a preview of its own.
    for (const name of names) {
      const answer = await dns.warm(signal, meter).resolver.query(name, 'A')
      kinds.push(answer.kind === 'failed' ? answer.reason : answer.kind)
    }
    expect(kinds).toEqual(['records', 'records', 'records', 'records', 'over-budget'])
    // What is cached is answered all the same, and another workspace has its own.
    expect((await dns.warm(signal).resolver.query('m4.example.com', 'A')).kind).toBe('records')
  })

  it('share answers, so each query is sent once', async () => {
    const { signal } = new AbortController()
    const before = server.arrived.length
    const first = await dns.warm(signal).resolver.query('w.example.com', 'A')
    const second = await dns.warm(signal).resolver.query('w.example.com', 'A')
    const confirmed = await dns.warm(signal).confirming.query('w.example.com', 'A')
    expect(server.arrived.length - before).toBe(1)
    expect([first, second, confirmed].map(({ kind, via }) => [kind, via.cached])).toEqual([
      ['records', false],
      ['records', true],
      ['records', true],
    ])
  })

  it('send at most 300 queries about one zone, not counting cached answers', async () => {
    const { signal } = new AbortController()
    const ask = async (from: number) => {
      const { resolver } = dns.warm(signal)
      const names = Array.from({ length: 310 }, (_, at) => `w${from + at}.example.com`)
      const answers = await Promise.all(names.map(name => resolver.query(name, 'A')))
      return answers.filter(({ kind }) => kind === 'failed').length
    }
    expect([await ask(0), await ask(300)]).toEqual([10, 10])
  })

  it('send nothing for a preview after a keystroke that changes no name', async () => {
    const ofSender = await zoneServer({
      'sender.example': { TXT: ['v=spf1 include:one.example ~all'], A: ['8.26.56.1'], MX: [[10, 'mx.sender.example']] },
      'mx.sender.example': { A: ['8.26.56.2'] },
      'one.example': { TXT: ['v=spf1 include:two.example ip4:8.26.57.0/24 ~all'] },
      'two.example': { TXT: ['v=spf1 a:gone.example ip4:8.26.58.0/24 ~all'] },
    })
    const told = openDns({ servers: [ofSender.name], direct: false })
    const preview = async (changed: object) => {
      const { resolver, current } = told.warm(new AbortController().signal)
      const settings = {
        ...defaultSpfSettings,
        include_domains: ['one.example'],
        use_mx: true,
        use_a: true,
        ...changed,
      }
      const published = await current.query('sender.example', 'TXT')
      const before = ofSender.arrived.length
      const { lookups, difference } = await previewSpf(resolver, 'sender.example', settings, published)
      return { asked: ofSender.arrived.length - before, lookups: lookups.count, equivalent: difference?.equivalent }
    }
    expect(await preview({})).toEqual({ asked: 9, lookups: 5, equivalent: false })
    const questions = ofSender.arrived.length
    expect(await preview({ ip4_addresses: ['8.26.59.0/24'] })).toEqual({ asked: 0, lookups: 5, equivalent: false })
    expect(await preview({ use_a: false, use_mx: false })).toEqual({ asked: 0, lookups: 3, equivalent: true })
    expect(ofSender.arrived.length).toBe(questions)
    await told.close()
    await ofSender.close()
  })

  it('never cache a failure, and end with their signal', async () => {
    let up = false
    const shaky = await loopbackServer(question => {
      const answers: Answer[] = [{ type: 'A', name: question.name, ttl: 60, data: '8.26.56.1' }]
      question.send(response(question, up ? { answers } : { rcode: 5 }))
    })
    const told = openDns({ servers: [shaky.name], direct: false })
    const { signal } = new AbortController()
    expect((await told.warm(signal).confirming.query('example.com', 'A')).kind).toBe('failed')
    up = true
    expect((await told.warm(signal).confirming.query('example.com', 'A')).kind).toBe('records')
    const ended = await told.warm(AbortSignal.abort()).resolver.query('other.example', 'A')
    expect(ended).toMatchObject({ kind: 'failed', reason: 'cancelled' })
    await told.close()
    await shaky.close()
  })
})

describe('without direct questions', () => {
  it('only the given resolver is asked, and its negative answer is used', async () => {
    const { confirming, authoritative, inTurn } = dns.session()
    expect([authoritative, inTurn]).toEqual([null, undefined])
    const answer = await confirming.query('gone.example.net', 'MX')
    expect(answer.kind).toBe('no-such-name')
    expect(answer.via).toMatchObject({ server: server.name, authoritative: false })
    expect(answer.via.unconfirmed).toBeUndefined()
  })
})

describe('with direct questions', () => {
  it('a zone with unreachable servers leaves the negative answer marked', async () => {
    const lonely = await zoneServer({
      'example.com': { NS: ['ns.example.com'] },
      'ns.example.com': { A: ['127.0.0.1'] },
    })
    const direct = openDns({ servers: [lonely.name], direct: true })
    const answer = await direct.session().confirming.query('gone.example.com', 'MX')
    // The zone names a server on the loopback. That is no public address, so the server is not asked.
    expect(answer).toMatchObject({ kind: 'no-such-name', via: { unconfirmed: 'unreachable', authoritative: false } })
    await direct.close()
    await lonely.close()
  })

  it('three resolvers in turn ask all three servers of a zone', async () => {
    const addresses = ['8.26.57.1', '8.26.57.2', '8.26.57.3']
    const names = addresses.map((_, at) => `ns${at}.example.com`)
    const finder = await zoneServer({
      'example.com': { NS: names },
      ...Object.fromEntries(names.map((name, at) => [name, { A: [addresses[at] ?? ''] }])),
    })
    const own = await loopbackServer(question => question.send(response(question, { aa: true })))
    const dialled: string[] = []
    const dial = (address: string) => {
      dialled.push(address)
      return { address: '127.0.0.1', port: Number(own.name.split(':')[1]) }
    }
    const direct = openDns({ servers: [finder.name], direct: true, dial })
    const { inTurn = [] } = direct.session()
    const answers = await Promise.all(inTurn.map(asker => asker.query('example.com', 'MX')))
    expect(answers.map(({ kind }) => kind)).toEqual(['no-data', 'no-data', 'no-data'])
    expect(new Set(dialled)).toEqual(new Set(addresses))
    await direct.close()
    await finder.close()
    await own.close()
  })
})

it('a server that is not an address is the caller’s error', () => {
  expect(() => openDns({ servers: ['dns.example'], direct: false })).toThrow(TypeError)
})

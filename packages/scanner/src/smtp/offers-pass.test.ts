import { type Zone, zoneResolver } from '@waxseal/core/dns'
import { inMemoryRelayMemory, type MailHostReport, untouched } from '@waxseal/core/relay'
import { describe, expect, it } from 'vitest'
import { controlServers } from './control-servers.data.ts'
import { type OffersPassOptions, offersPass } from './offers-pass.ts'

const day = 86_400_000
const host = { host: 'mx.example.com', address: '192.0.2.25' }
const zone: Zone = Object.fromEntries(controlServers.map((name, at) => [name, { A: [`198.51.100.${at + 1}`] }]))

/** What an installation knows, and the control servers that it asked. */
function installation(changes: Partial<OffersPassOptions> & { offers?: boolean } = {}) {
  let time = Date.UTC(2026, 10, 20)
  const asked: string[] = []
  const now = () => new Date(time)
  const report = (server: { host: string; address: string }, starttls: MailHostReport['starttls']): MailHostReport => {
    return { ...untouched(server, now(), { reason: '' }), contacted: true, starttls }
  }
  const memory = inMemoryRelayMemory()
  const known = offersPass({
    memory,
    now,
    ask: async server => {
      asked.push(server.host)
      return report(server, changes.offers === false ? 'not-offered' : 'offered')
    },
    ...changes,
  })
  return {
    asked,
    later: (ms: number) => (time += ms),
    note: (name: string, address: string) => known.note(report({ host: name, address }, 'offered')),
    passes: (of = host) => known.passes(of, zoneResolver(zone)),
  }
}

describe('an offer of STARTTLS reaches us', () => {
  it('where a server of another operator offered it within the week, and no control server is asked', async () => {
    const { note, passes, later, asked } = installation({ ask: null })
    await note('mx.other.example', '198.51.100.25')
    expect(await passes()).toBe(true)
    later(6.9 * day)
    expect(await passes()).toBe(true)
    later(0.2 * day)
    expect(await passes()).toBe(false)
    expect(asked).toEqual([])
  })

  it.each([
    ['of its own domain', 'mx2.example.com', '198.51.100.25'],
    ['in its own network', 'mx.other.example', '192.0.2.77'],
  ])('and a server %s proves nothing of it', async (_, name, address) => {
    const { note, passes } = installation({ ask: null })
    await note(name, address)
    expect(await passes()).toBe(false)
  })

  it('as two operators show, whichever of them the host belongs to', async () => {
    const { note, passes } = installation({ ask: null })
    await note('mx.one.example', '198.51.100.1')
    await note('mx2.one.example', '198.51.100.2')
    await note('mx.two.example', '203.0.113.1')
    await note('mx.three.example', '203.0.114.1')
    expect(await passes({ host: 'mx9.one.example', address: '198.51.100.9' })).toBe(true)
    expect(await passes({ host: 'mx9.two.example', address: '203.0.113.9' })).toBe(true)
  })
})

describe('where nothing is known of the week', () => {
  it('one large provider is asked, at most once a day', async () => {
    const { passes, asked, later } = installation()
    expect([await passes(), await passes()]).toEqual([true, true])
    expect(asked).toEqual([controlServers[0]])
    later(8 * day)
    await passes()
    expect(asked).toHaveLength(2)
  })

  it('and one without an offer either proves nothing, for a day', async () => {
    const { passes, asked, later } = installation({ offers: false })
    expect([await passes(), await passes()]).toEqual([false, false])
    later(0.9 * day)
    expect(await passes()).toBe(false)
    expect(asked).toHaveLength(1)
    later(0.2 * day)
    await passes()
    expect(asked).toHaveLength(2)
  })

  it('another provider is asked about a host of the first one', async () => {
    const { passes, asked } = installation()
    expect(await passes({ host: 'alt1.l.google.com', address: '192.0.2.1' })).toBe(true)
    expect(asked).toEqual([controlServers[1]])
  })

  it('and one that cannot be looked up is not asked', async () => {
    const asked: string[] = []
    const known = offersPass({
      memory: inMemoryRelayMemory(),
      now: () => new Date(0),
      ask: async server => {
        asked.push(server.host)
        return untouched(server, new Date(0), { reason: '' })
      },
    })
    expect(await known.passes(host, zoneResolver({}))).toBe(false)
    expect(asked).toEqual([])
  })

  it('two processes ask it once', async () => {
    const memory = inMemoryRelayMemory()
    const [one, other] = [installation({ memory }), installation({ memory })]
    await Promise.all([one.passes(), other.passes()])
    expect([...one.asked, ...other.asked]).toHaveLength(1)
  })
})

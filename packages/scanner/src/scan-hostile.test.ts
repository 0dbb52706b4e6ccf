import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { scanSectionCharacters } from '@waxseal/core/caps'
import type { CheckId } from '@waxseal/core/check'
import type { RelayTarget } from '@waxseal/core/relay'
import type { ThreatTarget } from '@waxseal/core/threat'
import type { Answer } from 'dns-packet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Arrived, type LoopbackServer, loopbackServer, response } from './dns/testing/loopback-server.ts'
import { type ScanOptions, scan } from './scan.ts'
import { openDns } from './scan-dns.ts'
import { unreachableReport } from './testing/rounds.ts'

/*
 * A domain that makes a scan send, keep and wait for as much as possible: every name exists and has records of every
 * type, each TXT fills a message of 64 KB and can be read as any expected record, SPF has 300 terms that each lead to
 * the same again, there are twenty mail exchangers with eight addresses each, and addresses have fifty names.
 */

const name = 'hostile.example'
const fill = (start: string, text: string): Buffer[] => {
  const whole = Buffer.from(start.padEnd(58_000, text), 'latin1')
  return Array.from({ length: Math.ceil(whole.length / 255) }, (_, at) => whole.subarray(at * 255, at * 255 + 255))
}
const terms = Array.from({ length: 300 }, (_, at) => `${['include', 'a', 'mx', 'exists'][at % 4]}:s${at}.${name}`)
const spf = fill(`v=spf1 ${terms.join(' ')} ptr `, `include:more.${name} `)
const dmarc = fill('v=DMARC1; p=none; rua=', `mailto:a@r.example,mailto:b@${'x'.repeat(60)}.example,`)
const dkim = fill('v=DKIM1; k=rsa; n=', 'a fine key; ')
const many = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at))

/** 0 to 250, different for each of a few names. */
function numberOf(asked: string): number {
  return Buffer.from(asked).reduce((sum, letter, at) => (sum * 31 + letter * (at + 1)) % 251, 0)
}

function recordsFor(asked: string, type: string): Answer[] {
  const owner = { name: asked, ttl: 60 }
  switch (type) {
    case 'TXT':
      if (asked.includes('_domainkey')) return [{ ...owner, type, data: dkim }]
      return [{ ...owner, type, data: asked.startsWith('_dmarc') ? dmarc : spf }]
    case 'MX':
      return many(20, at => ({ ...owner, type, data: { preference: at, exchange: `mx${at}.${name}` } }))
    case 'A':
      return many(4, at => ({ ...owner, type, data: `8.26.${numberOf(asked)}.${at + 1}` }))
    case 'AAAA':
      return many(4, at => ({ ...owner, type, data: `2600::${numberOf(asked)}:${at + 1}` }))
    case 'NS':
      return many(13, at => ({ ...owner, type, data: `ns${at}.${asked}` }))
    case 'PTR':
      return many(50, at => ({ ...owner, type, data: `p${at}.${name}` }))
    case 'CAA':
      return many(200, at => ({ ...owner, type, data: { flags: 0, tag: 'issue', value: `ca${at}.example` } }))
    default:
      return []
  }
}

function answer(question: Arrived): void {
  const answers = recordsFor(question.name.toLowerCase(), question.type)
  const bytes = response(question, { answers })
  question.send(question.transport === 'udp' && bytes.length > 1200 ? response(question, { tc: true }) : bytes)
}

let server: LoopbackServer
beforeAll(async () => {
  server = await loopbackServer(answer)
})
afterAll(() => server.close())

async function hostileScan(options: Partial<ScanOptions> = {}) {
  const dns = openDns({ servers: [server.name], direct: false, blocklists: { rates: 'unlimited' } })
  const probed: RelayTarget[] = []
  const told: ThreatTarget[] = []
  const broken: CheckId[] = []
  const before = server.arrived.length
  const result = await scan({
    name,
    tier: 'business',
    dns,
    now: () => new Date(),
    relay: {
      probe: target => {
        probed.push(target)
        return Promise.resolve(unreachableReport(target))
      },
    },
    threat: () => [
      {
        id: 'somebody',
        name: 'Somebody',
        targets: ['domain', 'host', 'address'],
        ask: target => {
          told.push(target)
          return Promise.resolve({ opinions: [], evidence: [] })
        },
      },
    ],
    onError: check => broken.push(check),
    ...options,
  })
  const { stats } = dns
  const left = stats.inFlight
  await dns.close()
  const asked = server.arrived.slice(before).filter(({ transport }) => transport === 'udp')
  return { result, probed, told, broken, asked, left }
}

describe('a whole scan of a hostile domain', () => {
  it('sends and keeps a bounded amount, and crashes no check', async () => {
    const { result, probed, told, broken, asked, left } = await hostileScan()
    expect(broken).toEqual([])
    expect(left).toBe(0)
    // The limits are a thousand queries to resolvers and 600 to lists; a hostile domain stays far below.
    expect(asked.length).toBeLessThan(800)
    // The open relay check and transport request the same sessions, which a real probe runs once.
    expect(new Set(probed.map(({ address }) => address)).size).toBe(5)
    expect(probed).toHaveLength(10)
    expect(told.length).toBeLessThanOrEqual(1 + 4 + 16)
    // The sections are bounded as a whole; findings and the rest are small.
    expect(JSON.stringify(result).length).toBeLessThan(scanSectionCharacters + 200_000)
    for (const section of Object.values(result.sections)) {
      for (const piece of section.evidence) expect(JSON.stringify(piece).length).toBeLessThan(70_000)
    }
  })

  it('concludes nothing from incomplete answers, and trusts no list that lists it', async () => {
    const { result } = await hostileScan()
    const { blacklist } = result.sections
    const statuses = new Set(blacklist.ran ? blacklist.value.rows.map(({ status }) => status) : [])
    expect([...statuses]).toEqual(['error'])
    // All selectors together exceed the size limit of a scan's answers; which ones come first depends on the network.
    const proved = ['dmarc_invalid', 'spf_permerror', 'spf_plus_all', 'spf_ptr']
    for (const { id, check } of result.findings) if (check !== 'transport') expect(proved).toContain(id)
  })

  it('leaks no memory: the fifth scan holds no more than the second', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const heldAfter = async (scans: number): Promise<number> => {
      for (let done = 0; done < scans; done++) await hostileScan()
      server.arrived.splice(0)
      collect()
      return process.memoryUsage().heapUsed
    }
    const second = await heldAfter(2)
    const grownMb = ((await heldAfter(3)) - second) / 2 ** 20
    // One scan reads 8 MB of answers.
    expect(grownMb).toBeLessThan(4)
  }, 60_000)

  it('ends at its time limit, with its results so far', async () => {
    const { result, left } = await hostileScan({ timeLimitMs: 1 })
    expect(left).toBe(0)
    expect(result.score).toBeNull()
    expect(result.findings.filter(({ check }) => check !== 'transport')).toEqual([])
  })
})

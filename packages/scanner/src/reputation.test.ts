import { presentReputation } from '@waxseal/core/threat'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { collectThreat } from './checks/threat.ts'
import { askReputation, type ReputationSubject } from './reputation.ts'
import { addressObject, domainObject, type FakeVirusTotal, startVirusTotal } from './testing/virustotal.ts'
import { contextFor } from './testing/zone-context.ts'
import { openThreat, type StoredVirusTotal } from './threat/index.ts'

const key = 'a-key-of-the-tests-0123456789'
const zone = {
  'example.com': { MX: [[10, 'mx.example.com'] as const], TXT: ['v=spf1 mx -all'] },
  'mx.example.com': { A: ['8.26.56.10'] },
}
const context = contextFor('example.com', zone)
const url = 'https://www.virustotal.com/api/v3'
let server: FakeVirusTotal
let free: number

beforeAll(async () => {
  const engines = { ESET: 'malicious', Sophos: 'harmless' } as const
  server = await startVirusTotal({
    key,
    objects: [
      domainObject('example.com', {
        engines: { Sophos: 'harmless', CMC: 'undetected' },
        categories: { A: 'business' },
      }),
      addressObject('8.26.56.10', { engines }),
    ],
  })
})
beforeEach(() => (free = 10))
afterAll(() => server.close())

function open() {
  const stored = new Map<string, StoredVirusTotal>()
  const { ca, dial, resolver } = server
  return openThreat({
    sources: [],
    virusTotal: {
      key,
      memory: {
        recall: async ({ name }) => stored.get(name) ?? null,
        keep: async ({ name }, answer) => void stored.set(name, answer),
        take: async () => free-- > 0,
        pause: async () => {},
      },
      ca,
      dial,
      resolver: () => resolver,
    },
  })
}

async function ask(subjects: readonly ReputationSubject[]) {
  const sources = open().session(context.blocklists, 'message')
  return askReputation(subjects, { dns: context, sources, signal: context.signal })
}

it('the reputation of a message has VirusTotal about its address and its domain', async () => {
  const asked = await ask([
    { kind: 'address', address: '8.26.56.10' },
    { kind: 'domain', name: 'example.com' },
  ])
  const subjects = { addresses: ['8.26.56.10'], domains: ['example.com'] }
  expect(presentReputation(subjects, asked)).toMatchObject({
    error: null,
    overall_verdict: 'suspicious',
    ips: { '8.26.56.10': { malicious: 1, harmless: 1, country: 'DE', as_owner: 'Example Net' } },
    domains: { 'example.com': { malicious: 0, harmless: 1, categories: ['business'] } },
    note: null,
  })
})

it('returns the evidence of all answers, each once', async () => {
  const domain: ReputationSubject = { kind: 'domain', name: 'example.com' }
  const { evidence } = await ask([domain, domain, { kind: 'address', address: '8.26.56.10' }])
  expect(evidence.map(({ id }) => id)).toEqual([
    `HTTP ${url}/domains/example.com`,
    `HTTP ${url}/ip_addresses/8.26.56.10`,
  ])
})

it('a scan asks VirusTotal about the domain only', async () => {
  const before = server.requests.length
  const section = await collectThreat({ ...context, threat: open().session(context.blocklists) })
  expect(section).toMatchObject({ ran: true, value: { sources: ['VirusTotal'] }, gaps: [], notes: [] })
  expect(server.requests.slice(before)).toEqual(['200 /api/v3/domains/example.com'])
})

it('a scan without quota says why VirusTotal has no opinion', async () => {
  free = 0
  const section = await collectThreat({ ...context, threat: open().session(context.blocklists) })
  expect(section).toMatchObject({ ran: false, reason: 'over-budget' })
  const quiet = { id: 'quiet', name: 'Quiet', targets: ['domain'] } as const
  const beside = { ...quiet, ask: async () => ({ opinions: [clean], evidence: [] }) }
  const partial = await collectThreat({ ...context, threat: [beside, ...open().session(context.blocklists)] })
  expect(partial).toMatchObject({
    ran: true,
    gaps: [
      {
        question: { name: `${url}/domains/example.com`, type: 'HTTP' },
        reason: 'over-budget',
        words: "VirusTotal could not be asked: the server's VirusTotal quota is used up",
      },
    ],
  })
})

const clean = {
  source: 'quiet',
  vendor: 'Quiet',
  operator: 'Quiet',
  basis: 'resolver',
  weight: 'high',
  about: 'domain',
  subject: 'example.com',
  sharedBy: null,
  says: 'clean',
  threat: null,
  reason: 'reports nothing',
  failure: null,
  evidence: [],
} as const

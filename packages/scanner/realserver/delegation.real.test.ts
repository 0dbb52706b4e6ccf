import { dnsEvidence } from '@waxseal/core/check'
import { presentScan, type ScanResult } from '@waxseal/core/health'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addresses, type Lab, nameserver, startLab } from './lab.ts'
import { scanOne } from './scanning.ts'

const records = `
@ MX 10 mx
mx A 8.26.56.10
@ TXT "v=spf1 mx -all"
_dmarc TXT "v=DMARC1; p=reject; rua=mailto:reports@{zone}"
`
/** Two more addresses of the server with all zones: one beside it, and one in another network. */
const beside = 'ns2.lab-servers.net'
const far = 'ns3.lab-servers.net'
const hosts = new Map([
  [beside, '205.251.192.2'],
  [far, '205.251.194.1'],
])
/** Names of servers that no server has, or that have private addresses only. */
const hidden = 'hidden.lab-servers.net'
const elsewhere = new Map([[hidden, '127.0.0.53']])
const absent = 'absent.lab-servers.net'

const sound = [nameserver.zone, far]

/** The zone lists other servers than its parent, which the lab does not write by itself. */
const apart = `$ORIGIN apart.example.\n@ NS ${beside}.\n`

function served(name: string, nameservers: readonly string[], more = '') {
  return { name, nameservers, records: `${records.replaceAll('{zone}', name)}${more}` }
}

let lab: Lab
beforeAll(async () => {
  lab = await startLab(
    [
      served('healthy.example', sound),
      served('lame.example', [...sound, nameserver.refusing]),
      served('referred.example', [...sound, nameserver.referring]),
      served('silent-beside.example', [...sound, nameserver.silent]),
      served('absent-beside.example', [...sound, absent]),
      served('hidden-beside.example', [...sound, hidden]),
      served('near.example', [nameserver.zone, beside]),
      served('single.example', [nameserver.zone]),
      served('apart.example', sound, apart),
      { name: 'dead.example', nameservers: [nameserver.refusing, nameserver.referring] },
      { name: 'abandoned.example', nameservers: [absent] },
      { name: 'half-dead.example', nameservers: [nameserver.refusing, nameserver.silent] },
      { name: 'silent.example', nameservers: [nameserver.silent] },
      { name: 'glued.example', nameservers: ['ns1.glued.example'] },
      { ...served('signed.example', sound), dnssec: 'signed' },
    ],
    { hosts, elsewhere: new Map([...elsewhere, ['ns1.glued.example', addresses.refusing]]) },
  )
})
afterAll(() => lab.stop())

/** What monitoring saw of a dead zone. */
const seen = { since: '2026-11-20T08:30:00.000Z', looks: 3 }
const scanned = (name: string): Promise<ScanResult> => scanOne(name, { resolver: lab.resolver, timeoutMs: 1500 })

/** The findings about name servers, with the evidence they rest on as `type name @server`. */
function found({ findings, sections }: ScanResult) {
  const pieces = new Map(sections.dns.evidence.map(piece => [piece.id, piece]))
  return findings.flatMap(({ id, subject, evidence }) => {
    if (!id.startsWith('delegation_')) return []
    for (const each of evidence) expect(pieces.has(each), `${id} rests on ${each}`).toBe(true)
    return [[id, subject]]
  })
}

function states({ sections }: ScanResult): Record<string, string> {
  const reply = sections.dns.ran ? sections.dns.value.delegation : undefined
  return Object.fromEntries(
    (reply?.servers ?? []).map(({ host, lookup, addresses }) => [
      host.replace('.lab-servers.net', ''),
      lookup === 'answered' ? addresses.map(({ state }) => state).join() : lookup,
    ]),
  )
}

describe('the name servers of a zone, asked one by one', () => {
  it.each(['healthy.example', 'signed.example'])('%s: all answer, from two networks', async name => {
    const result = await scanned(name)
    expect(found(result)).toEqual([])
    expect(states(result)).toEqual({ ns1: 'answers', ns3: 'answers' })
    const { dns } = result.sections
    expect(dns.ran && dns.value.delegation).toMatchObject({
      zone: name,
      parent: 'example',
      atRegistrar: true,
      delegated: { hosts: sound.toSorted(), server: `${addresses.tld}:53` },
      listed: { hosts: sound.toSorted() },
      cut: 0,
    })
    expect(dns.ran && dns.gaps).toEqual([])
    const parent = dnsEvidence(dns.evidence).find(({ id }) => id === `NS ${name} @${addresses.tld}`)
    expect(parent?.answers).toEqual(sound.toSorted().map(host => `${name} 172800 NS ${host}`))
  })

  it('are those of the zone above when the domain is a name inside it', async () => {
    const result = await scanned('mx.healthy.example')
    expect(result.sections.dns).toMatchObject({ value: { delegation: { zone: 'healthy.example', parent: 'example' } } })
  })

  it.each([
    ['lame.example', 'refusing.lab-servers.net', 'refused'],
    ['referred.example', 'referring.lab-servers.net', 'not-authoritative'],
  ])('%s: one of them is lame', async (name, host, state) => {
    const result = await scanned(name)
    expect(found(result)).toEqual([['delegation_lame', null]])
    expect(states(result)).toMatchObject({ ns1: 'answers', ns3: 'answers', [host.split('.')[0] ?? '']: state })
    expect(result.deductions).toContainEqual({ finding: 'delegation_lame', subject: null, check: 'dns', points: -3 })
    const lame = result.findings.find(({ id }) => id === 'delegation_lame')
    expect(lame?.facts).toMatchObject({ lame: [{ server: host, in: 'both', problem: state }], servers: 3 })
    const [rests] = lame?.evidence ?? []
    const piece = dnsEvidence(result.sections.dns.evidence).find(({ id }) => id === rests)
    expect(piece).toMatchObject({ question: { name, type: 'SOA' }, outcome: 'failed' })
  })

  it('silent-beside.example: a silent one costs nothing', async () => {
    const result = await scanned('silent-beside.example')
    expect(found(result)).toEqual([['delegation_silent', nameserver.silent]])
    expect(result.deductions.filter(({ check }) => check === 'dns')).toEqual([])
    expect(result.basis.unchecked).not.toContain('dns')
  })

  it('absent-beside.example, hidden-beside.example: one without an address, or with a private one', async () => {
    for (const [name, host, problem] of [
      ['absent-beside.example', absent, 'no-address'],
      ['hidden-beside.example', hidden, 'private-address'],
    ] as const) {
      const result = await scanned(name)
      expect(found(result)).toEqual([['delegation_lame', null]])
      const lame = result.findings.find(({ id }) => id === 'delegation_lame')
      expect(lame?.facts).toMatchObject({ lame: [{ server: host, problem }] })
    }
  })

  it('near.example, single.example: all in one network is a note', async () => {
    for (const [name, servers] of [
      ['near.example', 2],
      ['single.example', 1],
    ] as const) {
      const result = await scanned(name)
      expect(found(result)).toEqual([['delegation_one_network', null]])
      expect(result.findings.find(({ id }) => id === 'delegation_one_network')?.facts).toEqual({
        zone: name,
        networks: '205.251.192.0/24',
        servers,
      })
    }
  })

  it('apart.example: parent and zone list different servers', async () => {
    const result = await scanned('apart.example')
    expect(found(result)).toEqual([['delegation_differs', null]])
    const differs = result.findings.find(({ id }) => id === 'delegation_differs')
    expect(differs?.facts).toEqual({ zone: 'apart.example', parent: null, delegated: '', listed: beside })
    const own = dnsEvidence(result.sections.dns.evidence).filter(({ id }) => differs?.evidence.includes(id))
    expect(own.map(({ answers }) => answers.length)).toEqual([2, 3])
  })
})

describe('a zone of which no server answers', () => {
  it.each(['dead.example', 'abandoned.example', 'glued.example'])(
    '%s is dead once monitoring has seen it: no score, and nothing else',
    async name => {
      const result = await scanOne(name, { resolver: lab.resolver, timeoutMs: 1500, unserved: seen })
      expect(result.findings.map(({ id }) => id)).toEqual(['delegation_dead'])
      expect(found(result)).toEqual([['delegation_dead', null]])
      expect(result).toMatchObject({ score: null, deductions: [] })
      const [finding] = presentScan(result).findings
      expect(finding).toMatchObject({ severity: 'critical', title: 'No name server answers for the zone' })
      const pieces = dnsEvidence(result.sections.dns.evidence).filter(({ id }) => finding?.evidence.includes(id))
      expect(pieces.some(({ id }) => id === `NS ${name} @${addresses.tld}`)).toBe(true)
      expect(pieces.some(({ reason, via }) => reason === 'servfail' && !via.authoritative)).toBe(true)
    },
  )

  it('is not called dead by one scan alone: that heads what could not be checked', async () => {
    const result = await scanned('dead.example')
    expect(result).toMatchObject({ findings: [], score: null, deductions: [] })
    expect(presentScan(result).unchecked[0]).toContain('No name server of dead.example answered us')
  })

  it('a name inside a dead zone gets the same finding', async () => {
    const result = await scanOne('mail.dead.example', { resolver: lab.resolver, timeoutMs: 1500, unserved: seen })
    expect(result.findings).toMatchObject([{ id: 'delegation_dead', facts: { zone: 'dead.example', parent: null } }])
  })

  it.each([
    ['silent.example', 'silent.lab-servers.net did not answer'],
    [
      'half-dead.example',
      'refusing.lab-servers.net does not answer for the zone, silent.lab-servers.net did not answer',
    ],
  ])('%s is not called dead while a server is silent: that heads what could not be checked', async (name, servers) => {
    const result = await scanned(name)
    expect(result.findings).toEqual([])
    expect(result.score).toBeNull()
    expect(presentScan(result).unchecked[0]).toBe(
      `DNS: the SOA lookup of ${name} failed. No name server of ${name} answered us (${servers}). ` +
        'Check that they run and accept queries from the Internet, and that the registrar lists the right name servers.',
    )
  })

  it('is not looked at when own servers may not be asked', async () => {
    const result = await scanOne('dead.example', { resolver: lab.resolver, direct: false })
    expect(result.findings).toEqual([])
    expect(result.sections.dns).toMatchObject({ ran: false, reason: 'servfail' })
  })
})

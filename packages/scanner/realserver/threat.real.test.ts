import { presentScan } from '@waxseal/core/health'
import { defaultThreatSources, presentThreat } from '@waxseal/core/threat'
import { openDns, scan } from '@waxseal/scanner'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Blocklists, openBlocklists } from '../src/blacklist/index.ts'
import { collectThreat } from '../src/checks/threat.ts'
import { organizationalDomain } from '../src/domain-name.ts'
import { openThreat } from '../src/threat/index.ts'
import type { Daemon } from './daemon.ts'
import { startFilteringResolver } from './filtering-resolver.ts'
import { type Lab, type LabZone, startLab } from './lab.ts'

const mail = '@ A 8.26.56.1\n@ MX 10 mx\nmx A 8.26.56.10'

/** Lists at their real names, served by NSD, with all test entries. */
const lists: readonly LabZone[] = [
  {
    name: 'dbl.spamhaus.org',
    records: 'dbltest.com A 127.0.1.2\nboth.example A 127.0.1.4\nlisted.example A 127.0.1.4',
  },
  {
    name: 'zen.spamhaus.org',
    records: ['127.0.0.2', '127.0.0.4', '127.0.0.10'].map(code => `2.0.0.127 A ${code}`).join('\n'),
  },
  {
    name: 'multi.surbl.org',
    records: 'surbl-org-permanent-test-point.com A 127.0.0.254\nlisted.example A 127.0.0.8',
  },
  { name: 'multi.uribl.com', records: '2.0.0.127 A 127.0.0.14\ntest.uribl.com A 127.0.0.14' },
]

const domains = ['good', 'quad9', 'cloudflare', 'resolvers', 'both', 'listed'].map(name => `${name}.example`)

let lab: Lab
let blocklists: Blocklists
const quad9At = ['9.9.9.9', '149.112.112.112']
let quad9: Daemon
const daemons: Daemon[] = []

beforeAll(async () => {
  lab = await startLab([
    ...lists,
    ...domains.map(name => ({ name, records: mail })),
    { name: 'bogus.example', records: mail, dnssec: 'wrong-ds' },
    { name: 'isitblocked.org', records: '@ A 8.26.56.2' },
    { name: 'testcategory.com', records: 'malware A 8.26.56.3' },
  ])
  const byQuad9 = ['isitblocked.org', 'quad9.example', 'resolvers.example', 'both.example']
  const byCloudflare = ['malware.testcategory.com', 'cloudflare.example', 'resolvers.example']
  daemons.push(
    ...(await Promise.all([
      startFilteringResolver({ at: ['9.9.9.10', '149.112.112.10'] }),
      startFilteringResolver({ at: ['1.1.1.2', '1.0.0.2'], blocked: byCloudflare, by: { address: '0.0.0.0' } }),
      startFilteringResolver({ at: ['1.1.1.1', '1.0.0.1'] }),
    ])),
  )
  quad9 = await startFilteringResolver({ at: quad9At, blocked: byQuad9 })
  blocklists = openBlocklists({ through: 'direct', resolvers: [lab.resolver] })
})

afterAll(async () => {
  blocklists.close()
  await Promise.all([quad9, ...daemons].map(daemon => daemon.stop()))
  await lab.stop()
})

/** The check alone, with the sources and addresses of the table. */
async function threatOf(name: string, sources = defaultThreatSources({ resolverNamed: false })) {
  const dns = openDns({ servers: [lab.resolver], direct: false })
  const threat = openThreat({ sources, timeoutMs: 2000 })
  try {
    const signal = AbortSignal.timeout(20_000)
    const section = await collectThreat({
      ...dns.session(signal),
      name,
      organizationalDomain: organizationalDomain(name),
      signal,
      threat: threat.session(blocklists.access({ signal })),
    })
    return { section, reply: presentThreat(section, { smart: true }) }
  } finally {
    threat.close()
    await dns.close()
  }
}

describe('filtering resolvers and lists at their own addresses', () => {
  it('find nothing in a legitimate domain, and every source answers', async () => {
    const { section, reply } = await threatOf('good.example')
    expect(reply).toMatchObject({ error: null, overall_verdict: 'clean', threat_indicators: [], sources_answered: 6 })
    expect(section.ran && section.gaps).toEqual([])
  })

  it.each([
    ['quad9.example', 'suspicious', ['Quad9 blocks quad9.example', 'Quad9 blocks mx.quad9.example']],
    [
      'cloudflare.example',
      'low_risk',
      ['Cloudflare 1.1.1.2 blocks cloudflare.example', 'Cloudflare 1.1.1.2 blocks mx.cloudflare.example'],
    ],
    [
      'both.example',
      'malicious',
      ['Spamhaus DBL lists both.example for phishing', 'Quad9 blocks both.example', 'Quad9 blocks mx.both.example'],
    ],
    [
      'listed.example',
      'malicious',
      ['Spamhaus DBL lists listed.example for phishing', 'SURBL multi lists listed.example for phishing'],
    ],
  ])('%s is %s', async (name, verdict, indicators) => {
    const { reply } = await threatOf(name)
    expect(reply).toMatchObject({ error: null, overall_verdict: verdict, threat_indicators: indicators })
  })

  it('two resolvers that agree do not make a domain malicious: they buy the same feeds', async () => {
    expect((await threatOf('resolvers.example')).reply.overall_verdict).toBe('suspicious')
  })

  it('broken DNSSEC is not a block: the resolvers have no opinion', async () => {
    const { reply } = await threatOf('bogus.example', ['quad9', 'cloudflare-security'])
    expect(reply.overall_verdict).toBeNull()
    expect(reply.error).toBe('unavailable')
  })
})

it('a whole scan deducts points for Quad9’s block, and once for the list’s entry', async () => {
  const dns = openDns({ servers: [lab.resolver], direct: true })
  const threat = openThreat({ sources: defaultThreatSources({ resolverNamed: false }) })
  try {
    const options = { tier: 'business', dns, threat: threat.session, now: () => new Date() } as const
    const reply = presentScan(await scan({ ...options, name: 'both.example' }))
    expect(reply.results.threat_intelligence).toMatchObject({ error: null, overall_verdict: 'malicious' })
    const cost = reply.findings.filter(({ check }) => check === 'threat' || check === 'blacklist')
    expect(cost.map(({ id, reason, points }) => [id, reason, points])).toEqual([
      ['bl_critical', 'Listed on a critical blocklist: both.example on Spamhaus DBL', -35],
      ['threat_suspicious', 'Domain judged suspicious', -10],
      ['threat_listed', 'Domain judged by blocklists', 0],
    ])
    const known = new Set(reply.evidence.map(({ id }) => id))
    expect(cost.flatMap(({ evidence }) => evidence).filter(id => !known.has(id))).toEqual([])
  } finally {
    threat.close()
    await dns.close()
  }
})

it('a silent resolver is unknown, and the verdict comes from the others', async () => {
  const opened = ['opendns', 'quad9']
  const { section, reply } = await threatOf('good.example', opened)
  expect(reply).toMatchObject({ overall_verdict: 'clean', sources: ['Cisco OpenDNS', 'Quad9'], sources_answered: 1 })
  expect(section.ran && new Set(section.gaps.map(({ reason }) => reason))).toEqual(new Set(['unreachable']))
})

it('a server at the address of a filtering resolver that filters nothing is not trusted', async () => {
  await quad9.stop()
  quad9 = await startFilteringResolver({ at: quad9At })
  const { reply } = await threatOf('quad9.example', ['quad9', 'cloudflare-security'])
  expect(reply).toMatchObject({ overall_verdict: 'clean', sources_answered: 1 })
  expect(reply.domain?.vendor_results).toMatchObject([
    { vendor: 'Quad9', category: 'unknown', detail: expect.stringContaining('isitblocked.org') },
    { vendor: 'Cloudflare 1.1.1.2', category: 'harmless' },
  ])
})

import { assessBlacklist, type BlacklistValue, type Blocklist, blocklists } from '@waxseal/core/blacklist'
import type { Section } from '@waxseal/core/check'
import { type ScanResult, wordsOf } from '@waxseal/core/health'
import { type OpenDnsOptions, openDns, scan } from '@waxseal/scanner'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectBlacklist } from '../src/checks/blacklist.ts'
import { organizationalDomain } from '../src/domain-name.ts'
import { addresses, type Lab, type LabZone, nameserver, startLab } from './lab.ts'
import { type DataSet, type Rbldnsd, startRbldnsd } from './rbldnsd.ts'
import { startRewritingResolver } from './rewriting-resolver.ts'

const all: readonly Blocklist[] = blocklists
const host = 'ns.list-servers.net'
const at = '205.251.193.1'

/** How the unhealthy lists fail; all others are healthy. */
const unwell: Readonly<Record<string, string>> = {
  'spamhaus-zen': 'well: it has two data sets',
  barracuda: 'silent',
  'surbl-multi': 'refusing, by its code',
  'mailspike-bl': 'its servers answer REFUSED',
  psbl: 'its servers know nothing of it',
  'uceprotect-1': 'lists the world',
  kempt: 'gone: nobody serves it',
  swinog: 'has lost its test entry',
}

function testEntry(list: Blocklist): string {
  const [match] = list.test.answers
  return match?.type === 'exact' ? match.value : match?.type === 'range' ? match.from : '127.0.0.2'
}

/** The same entry in the syntax of each kind of data set. */
function lineOf(list: Blocklist, kind: DataSet['kind'], labels: string, subject: string, code: string): string {
  return kind === 'generic' ? `${labels} A ${code}` : `${subject} :${code}:test ${list.id}`
}

const kinds = ['ip4set', 'ip4trie', 'generic'] as const

const wellSets = all.flatMap((list, n): DataSet[] => {
  if (list.id in unwell) return []
  const kind = list.kind === 'domain' ? (n % 2 === 0 ? 'dnset' : 'generic') : (kinds[n % 3] ?? 'ip4set')
  const [labels = ''] = list.test.listed
  const subject = list.kind === 'domain' || labels !== '2.0.0.127' ? labels : '127.0.0.2'
  return [{ zone: list.zone, kind, lines: [lineOf(list, kind, labels, subject, testEntry(list))] }]
})

const zone = (id: string): string => all.find(list => list.id === id)?.zone ?? ''

/** The listings of the test, beside the test entries. */
const listingSets: readonly DataSet[] = [
  { zone: zone('spamhaus-zen'), kind: 'ip4set', lines: ['127.0.0.2 :127.0.0.2:SBL', '8.26.56.10 :127.0.0.4:XBL'] },
  { zone: zone('spamhaus-zen'), kind: 'ip4trie', lines: ['127.0.0.2 :127.0.0.10:PBL', '8.26.56.0/24 :127.0.0.10:PBL'] },
  { zone: zone('spamhaus-dbl'), kind: 'dnset', lines: ['.listed.example :127.0.1.4:phish'] },
  { zone: zone('virusfree-bip'), kind: 'ip6trie', lines: ['2600::10/128 :127.0.0.2:bot'] },
  { zone: zone('surbl-multi'), kind: 'dnset', lines: ['.com :127.0.0.1:blocked', '.example :127.0.0.1:blocked'] },
  { zone: zone('uceprotect-1'), kind: 'ip4set', lines: ['0.0.0.0/1 :127.0.0.2:all', '128.0.0.0/1 :127.0.0.2:all'] },
  { zone: zone('swinog'), kind: 'ip4set', lines: ['8.26.56.10 :127.0.0.3:spam'] },
]

const delegatedTo: Readonly<Record<string, string>> = {
  barracuda: nameserver.silent,
  'mailspike-bl': nameserver.refusing,
  psbl: nameserver.referring,
}

const mail = (spf: string): string => `@ MX 10 mx\nmx A 8.26.56.10\nmx AAAA 2600::10\n@ A 8.26.56.1\n@ TXT "${spf}"`

const zones: readonly LabZone[] = [
  ...all.flatMap((list): LabZone[] =>
    list.id === 'kempt' ? [] : [{ name: list.zone, nameservers: [delegatedTo[list.id] ?? host] }],
  ),
  { name: 'listed.example', records: mail('v=spf1 mx -all') },
  { name: 'receiving.example', records: mail('v=spf1 ip4:8.27.0.1 -all') },
  { name: 'clean.example', records: '@ MX 10 mx\nmx A 8.27.0.2\n@ TXT "v=spf1 mx -all"' },
]

let lab: Lab
let lists: Rbldnsd | undefined
beforeAll(async () => {
  lab = await startLab(zones, { elsewhere: new Map([[host, at]]) })
  lists = await startRbldnsd(at, host, [...wellSets, ...listingSets])
})
afterAll(async () => {
  await lists?.stop()
  await lab.stop()
})

type Ran = Extract<Section<BlacklistValue>, { ran: true }>

async function checked(name: string, options: Partial<OpenDnsOptions> = {}): Promise<Ran> {
  const dns = openDns({
    servers: [lab.resolver],
    direct: true,
    timeoutMs: 700,
    ...options,
    blocklists: { rates: 'unlimited', ...options.blocklists },
  })
  try {
    const { signal } = new AbortController()
    const section = await collectBlacklist({
      ...dns.session(signal),
      name,
      organizationalDomain: organizationalDomain(name),
      tier: 'business',
      signal,
    })
    expect(section.ran).toBe(true)
    return section as Ran
  } finally {
    await dns.close()
  }
}

const verdicts = ({ value }: Ran, status: string) =>
  value.rows.filter(row => row.status === status).map(({ list }) => list)
const troubles = ({ value }: Ran) =>
  Object.fromEntries(value.rows.flatMap(({ list, trouble }) => (trouble === null ? [] : [[list, trouble]])))
const reasons = ({ value, evidence }: Ran) =>
  assessBlacklist(value, { evidence }).map(finding => wordsOf(finding).reason)

describe('blocklists asked at their own servers', () => {
  it('find the listed subject, with its code, even if other lists fail', async () => {
    const section = await checked('listed.example')
    expect(verdicts(section, 'listed')).toEqual(['spamhaus-zen', 'spamhaus-dbl', 'virusfree-bip'])
    expect(section.value.rows[0]?.listings).toMatchObject([{ subject: '8.26.56.10', labels: ['XBL', 'PBL_ISP'] }])
    expect(reasons(section)).toEqual([
      'Listed on a critical blocklist: 8.26.56.10 on Spamhaus ZEN',
      'Listed on a critical blocklist: listed.example on Spamhaus DBL',
      'Listed on a blocklist: 2600::10 on VirusFree BIP',
    ])
    const asked = section.evidence.find(({ id }) => id.includes('10.56.26.8.zen.spamhaus.org'))
    expect(asked).toMatchObject({ outcome: 'records', via: { authoritative: true, server: `${at}:53` } })
  })

  it('never report a broken list as listing or as clean', async () => {
    for (const name of ['listed.example', 'clean.example']) {
      const section = await checked(name)
      expect(troubles(section)).toEqual({
        barracuda: 'silent',
        'surbl-multi': 'refused',
        'mailspike-bl': 'dead',
        psbl: 'dead',
        'uceprotect-1': 'lists-everything',
        kempt: 'test-entry',
        swinog: 'test-entry',
      })
      expect(section.value).toMatchObject({ success: true, totalChecked: 34 })
      expect(section.gaps).toHaveLength(7)
    }
  })

  it('find nothing about a clean domain', async () => {
    const section = await checked('clean.example')
    expect(verdicts(section, 'listed')).toEqual([])
    expect(verdicts(section, 'clean')).toHaveLength(27)
    expect(reasons(section)).toEqual([])
  })

  it('note a policy about senders on a host that only receives', async () => {
    await lists?.replace(wellSets.length, ['127.0.0.2 :127.0.0.2:SBL'])
    const section = await checked('receiving.example')
    expect(section.value.rows[0]).toMatchObject({
      status: 'clean',
      listings: [{ subject: '8.26.56.10', labels: ['PBL_ISP'], note: true }],
    })
    const sending = await checked('listed.example')
    expect(sending.value.rows[0]).toMatchObject({ status: 'listed', listings: [{ labels: ['PBL_ISP'], note: false }] })
    await lists?.replace(wellSets.length, listingSets[0]?.lines ?? [])
  })
})

describe('blocklists asked through a resolver', () => {
  it('agree with the lists’ own servers', async () => {
    const direct = await checked('listed.example')
    for (const options of [{ direct: false }, { blocklists: { through: [lab.resolver] } }]) {
      const section = await checked('listed.example', options)
      expect(verdicts(section, 'listed')).toEqual(verdicts(direct, 'listed'))
      expect(verdicts(section, 'clean')).toEqual(verdicts(direct, 'clean'))
      expect(reasons(section)).toEqual(reasons(direct))
    }
  })

  it('give no verdict when the resolver rewrites NXDOMAIN', async () => {
    const resolver = await startRewritingResolver('127.0.0.77', lab.resolver.split(':')[0] ?? '', '203.0.113.80')
    try {
      const section = await checked('listed.example', { blocklists: { through: ['127.0.0.77:53'] } })
      expect(section.value).toMatchObject({ success: false, listedCount: 0 })
      expect(verdicts(section, 'listed')).toEqual([])
      expect(verdicts(section, 'clean')).toEqual([])
      expect(section.value.rows[0]).toMatchObject({ trouble: 'rewritten' })
      expect(reasons(section)).toEqual([])
    } finally {
      await resolver.stop()
    }
  })
})

/** A whole scan, and its blocklist section. */
async function scanned(name: string, options: Partial<OpenDnsOptions> = {}, previous: ScanResult | null = null) {
  const dns = openDns({
    servers: [lab.resolver],
    direct: true,
    timeoutMs: 700,
    blocklists: { rates: 'unlimited', ...options.blocklists },
  })
  const result = await scan({ name, tier: 'business', dns, now: () => new Date(), previous })
  await dns.close()
  const { blacklist } = result.sections
  const rows = blacklist.ran ? blacklist.value.rows : []
  const listed = result.findings.filter(({ check }) => check === 'blacklist')
  return { result, statuses: new Set(rows.map(({ status }) => status)), listed }
}

describe('a whole scan', () => {
  it('is not affected by a list that refuses, rewrites, lists everything, is dead or silent', async () => {
    const mixed = await scanned('clean.example')
    expect(mixed).toMatchObject({ statuses: new Set(['clean', 'error']), listed: [] })
    const rewriting = '127.0.0.77'
    const resolver = await startRewritingResolver(rewriting, lab.resolver.split(':')[0] ?? '', '203.0.113.80')
    try {
      for (const server of [rewriting, addresses.silent, addresses.refusing, addresses.garbage, addresses.closed]) {
        const { result, statuses, listed } = await scanned('clean.example', {
          blocklists: { through: [`${server}:53`] },
        })
        expect([...statuses, ...listed], server).toEqual(['error'])
        expect(result.score, server).toBe(mixed.result.score)
        expect(result.basis.unchecked, server).toContain('blacklist')
        expect(result.coverage, server).toBeLessThan(mixed.result.coverage)
      }
    } finally {
      await resolver.stop()
    }
  })

  it('keeps earlier listings, with their date, when no list answers', async () => {
    const before = await scanned('listed.example')
    expect(before.listed).toHaveLength(3)
    const silent = { blocklists: { through: [`${addresses.silent}:53`] } }
    const after = await scanned('listed.example', silent, before.result)
    expect(after.result.score).toBe(before.result.score)
    expect(after.listed.map(({ id, since }) => [id, since])).toEqual(
      before.listed.map(({ id }) => [id, before.result.finishedAt]),
    )
  })
})

import { type CheckId, dnsEvidence, type Section } from '@waxseal/core/check'
import { dkim2048 } from '@waxseal/core/fixtures'
import { presentScan, type ScanResult } from '@waxseal/core/health'
import { defaultThreatSources } from '@waxseal/core/threat'
import { openDns, openRelayProbe, openThreat, scan } from '@waxseal/scanner'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addresses, type Lab, nameserver, startLab } from './lab.ts'
import { findingIds, recommendationIds, scanOne } from './scanning.ts'

const key = `s1._domainkey TXT ${(dkim2048.match(/.{1,255}/g) ?? []).map(part => `"${part}"`).join(' ')}\n`
const mailRecords = `@ MX 10 mx\nmx A 8.26.56.10\n@ TXT "v=spf1 mx -all"\n${key}`
const verifications = Array.from({ length: 30 }, (_, n) => `@ TXT "verification-${n}=${'x'.repeat(200)}"`)

let lab: Lab
beforeAll(async () => {
  lab = await startLab([
    { name: 'silent.example', nameservers: [nameserver.silent] },
    { name: 'refused.example', nameservers: [nameserver.refusing] },
    { name: 'referred.example', nameservers: [nameserver.referring] },
    { name: 'garbled.example', nameservers: [nameserver.garbage] },
    // Delegated to the servers that delegate it: they know nothing but the delegation.
    { name: 'self-referred.example', nameservers: ['a.gtld-servers.net'] },
    { name: 'half-lame.example', nameservers: [nameserver.refusing, nameserver.zone], records: mailRecords },
    {
      name: 'large.example',
      records: [mailRecords, '_dmarc TXT "v=DMARC1; p=reject; rua=mailto:a@large.example"', ...verifications].join(
        '\n',
      ),
    },
    { name: 'looping.example', records: `${mailRecords}_dmarc CNAME around\naround CNAME _dmarc\n` },
    { name: 'partly.example', records: `${mailRecords}_dmarc TXT "v=DMARC1; p=none; rua=mailto:a@partly.example"\n` },
    {
      name: 'announcing.example',
      records: `${mailRecords}_dmarc TXT "v=DMARC1; p=reject; rua=mailto:a@announcing.example"\n_mta-sts TXT "v=STSv1; id=1"\nmta-sts A 8.26.56.12\n`,
    },
    { name: 'fine.example', records: `${mailRecords}_dmarc TXT "v=DMARC1; p=reject; rua=mailto:a@fine.example"\n` },
  ])
})
afterAll(() => lab.stop())

/** All lookups failed, so the scan makes no claims. */
function expectNothingClaimed(result: ScanResult, { coverage = 0 } = {}): void {
  expect(result.findings).toEqual([])
  expect(result.deductions).toEqual([])
  expect(result.score).toBeNull()
  expect(result.coverage).toBeLessThanOrEqual(coverage)
  expect(result.basis.unchecked).toEqual(['dns', 'mx', 'spf', 'dmarc', 'dkim', 'blacklist', 'transport'])
}

/**
 * The checks that only query the domain's own zone. Transport also queries parent zones, and the scans of this file
 * have no relay probe and no threat sources.
 */
const aboutTheZone = ['dns', 'mx', 'spf', 'dmarc', 'dkim'] as const satisfies readonly CheckId[]

function reasons(result: ScanResult, checks: readonly CheckId[] = aboutTheZone): string[] {
  return checks.map(check => {
    const section: Section<unknown> = result.sections[check]
    return section.ran ? 'ran' : section.reason
  })
}

const now = () => new Date()

/** A list with the same word this many times. */
function each(word: string, times: number = aboutTheZone.length): string[] {
  return Array.from({ length: times }, () => word)
}

describe('a resolver that does not answer', () => {
  const all = [...aboutTheZone, 'blacklist', 'transport'] as const

  it('that is silent: every section says timeout, there is no score, and the scan comes to an end', async () => {
    const result = await scanOne('fine.example', { resolver: `${addresses.silent}:53`, direct: false, timeoutMs: 700 })
    expectNothingClaimed(result)
    expect(reasons(result, all)).toEqual(each('timeout', 7))
  })

  it('that is not there: unreachable', async () => {
    const result = await scanOne('fine.example', { resolver: `${addresses.closed}:53`, direct: false })
    expectNothingClaimed(result)
    expect(reasons(result, all)).toEqual(each('unreachable', 7))
  })

  it('that refuses us: refused', async () => {
    const result = await scanOne('fine.example', { resolver: `${addresses.refusing}:53`, direct: false })
    expectNothingClaimed(result)
    expect(reasons(result, all)).toEqual(each('refused', 7))
  })

  it('that sends garbage: nothing of it is used', async () => {
    const result = await scanOne('fine.example', { resolver: `${addresses.garbage}:53`, direct: false, timeoutMs: 700 })
    expectNothingClaimed(result)
    for (const reason of reasons(result, all)) expect(['malformed', 'timeout']).toContain(reason)
  })

  it('that is an authoritative server and knows only a referral: lame', async () => {
    const result = await scanOne('fine.example', { resolver: `${addresses.root}:53`, direct: false })
    expectNothingClaimed(result)
    expect(reasons(result)).toEqual(each('lame'))
  })
})

describe('a zone whose servers do not answer, seen through a resolver that works', () => {
  it.each(['refused.example', 'referred.example'])(
    '%s: SERVFAIL is not reported as a missing record; one scan alone does not call the zone dead',
    async name => {
      const result = await scanOne(name, { resolver: lab.resolver })
      expectNothingClaimed(result)
      expect(reasons(result)).toEqual(['ran', ...each('servfail', 4)])
    },
  )

  it('garbled.example: SERVFAIL is not reported as a missing record', async () => {
    const result = await scanOne('garbled.example', { resolver: lab.resolver })
    expectNothingClaimed(result)
    expect(reasons(result)).toEqual(['ran', ...each('servfail', 4)])
  })

  it('silent.example: a timeout is not reported as a missing record', async () => {
    const result = await scanOne('silent.example', { resolver: lab.resolver, timeoutMs: 700 })
    expectNothingClaimed(result)
    const [dns, ...others] = reasons(result)
    expect(dns).toBe('ran')
    for (const reason of others) expect(['timeout', 'servfail']).toContain(reason)
  })

  it('self-referred.example: an answer without records and without an SOA is not reported as missing', async () => {
    // Two such answers count as queries: those for _domainkey and for the random selector. No finding rests on them.
    expectNothingClaimed(await scanOne('self-referred.example', { resolver: lab.resolver }), { coverage: 0.01 })
  })

  it('half-lame.example: one of two servers is enough', async () => {
    const result = await scanOne('half-lame.example', { resolver: lab.resolver })
    expect(reasons(result)).toEqual(each('ran'))
    expect(findingIds(result)).toEqual(['delegation_lame', 'dmarc_missing'])
  })

  it('tells people what could not be checked and why', async () => {
    const reply = presentScan(await scanOne('refused.example', { resolver: lab.resolver }))
    expect(reply.health_score).toBeNull()
    expect(reply.risk_score).toBeNull()
    expect(reply.issues).toEqual([])
    expect(reply.deductions).toEqual({})
    expect(reply.sections.dns).toMatchObject({ state: 'partial', failure: null })
    for (const check of aboutTheZone.filter(each => each !== 'dns')) {
      expect(reply.sections[check]).toMatchObject({ state: 'unchecked', failure: 'servfail' })
      expect(reply.sections[check].reason).toMatch(/\w+ \w+/)
      expect(reply.sections[check].evidence.length).toBeGreaterThan(0)
    }
    // The blocklists answered, but wrongly, because none is in the lab.
    expect(reply.results.blacklist.blacklists.map(({ status }) => status)).toEqual(each('error', 34))
    expect(reply.sections.blacklist.state).toBe('partial')
    expect(reply.unchecked.length).toBeGreaterThanOrEqual(aboutTheZone.length + 1)
  })
})

describe('a zone of which one part cannot be asked', () => {
  it('has no DMARC record where its name is an alias of itself: no lookup of it can ever succeed', async () => {
    const result = await scanOne('looping.example', { resolver: lab.resolver })
    const { dmarc } = result.sections
    expect(dmarc).toMatchObject({ ran: true, value: { loop: '_dmarc.looping.example' }, gaps: [] })
    expect(findingIds(result)).toEqual(['dmarc_missing'])
    expect(result.score).not.toBeNull()
  })

  it('keeps score and findings of the previous scan', async () => {
    const before = await scanOne('partly.example', { resolver: lab.resolver })
    expect(findingIds(before)).toEqual(['dmarc_none'])
    await lab.publish('partly.example', `${mailRecords}_dmarc NS ${nameserver.refusing}.\n`)
    const fresh = await scanOne('partly.example', { resolver: `${addresses.zone}:53`, direct: false })
    expect(findingIds(fresh)).toEqual([])
    expect(fresh.score).toBeNull()

    const after = await scanOne('partly.example', { resolver: `${addresses.zone}:53`, direct: false, previous: before })
    expect(after.findings.filter(({ check }) => check !== 'transport')).toMatchObject([
      { id: 'dmarc_none', since: before.finishedAt },
      // The zone's own servers are not asked now.
      { id: 'delegation_one_network', since: before.finishedAt },
    ])
    expect(after.score).toBe(before.score)
    expect(after.basis.unchecked).toEqual(['dmarc', 'blacklist'])
  })
})

describe('a healthy domain, of which only DNS can be asked', () => {
  it('scores 100: unreachable blocklists, threat sources, mail servers and policies cost nothing', async () => {
    const dns = openDns({ servers: [lab.resolver], direct: true })
    const relay = openRelayProbe({ now })
    const threat = openThreat({ sources: defaultThreatSources({ resolverNamed: false }), now })
    const result = await scan({ name: 'announcing.example', tier: 'business', dns, now, relay, threat: threat.session })
    relay.close()
    threat.close()
    await dns.close()
    expect(result).toMatchObject({ score: 100, deductions: [] })
    expect(findingIds(result)).toEqual([])
    expect(result.basis.unchecked).toEqual(['blacklist', 'threat', 'relay', 'transport'])
    // MX, SPF, DMARC and DKIM of all checks: 80 of 100.
    expect(result.coverage).toBe(0.8)
    const { relay: tested, threat: asked, transport } = result.sections
    expect(tested).toMatchObject({ ran: true, value: { hosts: [{ relay: 'unknown', undecided: 'unreachable' }] } })
    expect(asked.ran).toBe(false)
    expect(transport.ran && transport.value.mtaSts.policy).toMatchObject({ state: 'unanswered' })
    expect(recommendationIds(result)).not.toContain('mta_sts_policy_unavailable')
  })
})

describe('answers too large for UDP', () => {
  it('are fetched over TCP, complete', async () => {
    const result = await scanOne('large.example', { resolver: lab.resolver })
    const { dns, spf } = result.sections
    expect(dns.ran && dns.value.txt).toHaveLength(31)
    expect(spf.ran && spf.value.records).toEqual(['v=spf1 mx -all'])
    expect(spf.ran && spf.gaps).toEqual([])
    expect(findingIds(result)).toEqual([])
    expect(result.score).toBe(100)
  })

  it('are fetched over TCP from the zone itself too', async () => {
    const result = await scanOne('large.example', { resolver: `${addresses.zone}:53`, direct: false })
    const { evidence } = result.sections.dns
    expect(dnsEvidence(evidence).find(({ question }) => question.type === 'TXT')?.answers).toHaveLength(31)
  })
})

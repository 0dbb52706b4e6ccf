import { type Zone, zonesOf } from '@waxseal/core/dns'
import { presentScan, type ScanReply, type ScanResult } from '@waxseal/core/health'
import { describe, expect, it } from 'vitest'
import { paintFor } from './paint.ts'
import { reportText } from './report-text.ts'
import { scan } from './scan.ts'
import { contextFor } from './testing/zone-context.ts'
import { perfect, weak } from './testing/zones.ts'

async function scanned(name: string, zone: Zone, previous: ScanResult | null = null): Promise<ScanResult> {
  const { resolver, confirming, blocklists } = contextFor(name, zone)
  return scan({
    name,
    tier: 'business',
    now: () => new Date('2026-11-20T10:00:00Z'),
    previous,
    dns: {
      session: () => ({ resolver, confirming, authoritative: null, witnesses: [], blocklists }),
      stats: {
        questions: 0,
        packets: 0,
        resends: 0,
        tcp: 0,
        ignored: 0,
        postponed: 0,
        inFlight: 0,
        queued: 0,
        openSockets: 0,
      },
      close: async () => {},
    },
  })
}

async function report(name: string, zone: Zone, previous: ScanResult | null = null, evidence = false): Promise<string> {
  return reportText(presentScan(await scanned(name, zone, previous)), paintFor(false), { evidence })
}

/** TLS 1.0 and no MTA-STS. */
function tlsTrouble({ results }: ScanReply): Pick<ScanReply, 'results' | 'findings'> {
  const finding = {
    check: 'transport',
    subject: null,
    severity: 'info',
    points: 0,
    clause: '',
    evidence: [],
    since: null,
  } as const
  const words = {
    title: '',
    meaning: '',
    advice: '',
    action: { kind: 'selector' },
    score_after: null,
    remains: null,
  } as const
  const outdated = 'A mail server uses outdated TLS: mx.perfect.example'
  const state = 'recommendation' as const
  const parts: NonNullable<typeof results.transport>['parts'] = [
    {
      id: 'starttls',
      title: 'STARTTLS',
      state,
      summary: '1 mail server of 1 uses outdated TLS.',
      summary_of: null,
      details: [],
      findings: ['tls_outdated'],
      evidence: [],
    },
    {
      id: 'mta-sts',
      title: 'MTA-STS',
      state,
      summary: 'MTA-STS is not used.',
      summary_of: 'mta_sts_missing',
      details: [],
      findings: ['mta_sts_missing'],
      evidence: [],
    },
  ]
  return {
    results: { ...results, transport: { parts, senders: null, certificates: [], certificates_unseen: [] } },
    findings: [
      { ...finding, ...words, id: 'tls_outdated', reason: outdated },
      { ...finding, ...words, id: 'mta_sts_missing', reason: 'No MTA-STS, in other words' },
    ],
  }
}

describe('the report for people', () => {
  it('starts with the name, the score and its band', async () => {
    const [first, second] = (await report('perfect.example', perfect)).split('\n')
    expect(first).toBe('perfect.example  100 of 100  Excellent')
    // The resolver of this test does not validate, so DANE stays open.
    expect(second).toBe('2026-11-20 10:00 UTC. Partly checked: 1 part could not be checked')
  })

  it('never says that all checks completed while one did not', async () => {
    const scan = presentScan(await scanned('perfect.example', perfect))
    const whole = { ...scan, results: { ...scan.results, transport: null }, unchecked: [] }
    expect(reportText(whole, paintFor(false), { evidence: false })).toContain(' UTC. All checks completed\n')
    const most = reportText({ ...whole, coverage: 0.997 }, paintFor(false), { evidence: false })
    expect(most).toContain(' UTC. Partly checked: 1% of checks could not run\n')
  })

  it('loses one section to a bug in it, and no other', async () => {
    const reply = presentScan(await scanned('perfect.example', perfect))
    const broken = { ...reply, results: { ...reply.results, mx: null as never } }
    const text = reportText(broken, paintFor(false), { evidence: false })
    expect(text).toContain('Mail exchangers\nAn internal error hides this section. Use --json to see its data.\n')
    expect(text).toContain('2 of 10 lookups')
  })

  it('lists the findings, the next step first, each with its cause, its advice and its clause', async () => {
    const lines = (await report('weak.example', weak)).split('\n')
    const points = lines.flatMap(line => /^ *(-\d+)  /.exec(line)?.[1] ?? [])
    // What the policy costs comes back only after reports: the first action about it regains 3 points.
    expect(points).toEqual(['-8', '-5', '-5', '-15', '-3', '-2'])
    const [, first] = /^Next step: (.+?)(?:  \d+ → \d+)?$/.exec(lines.find(line => line.startsWith('Next')) ?? '') ?? []
    expect(lines.find(line => line.startsWith('  -8'))?.endsWith(`  ${first}`)).toBe(true)
    const at = lines.findIndex(line => line.endsWith('DMARC only monitors'))
    expect(lines[at + 1]).toMatch(/^ {16}\S.*\.$/)
    expect(lines[at + 2]).toMatch(/^ {16}\S.*\(RFC 9989 section [\d.]+\)$/)
    expect(lines.join('\n')).toMatch(/\(RFC 9989 section [\d.]+\)/)
  })

  it.each([
    ['v=DMARC1 p=reject', 'error: a semicolon is missing after v=DMARC1'],
    ['v=DMARC1; p=reject; t=y', 'policy for this name: reject, in test mode (t=y)'],
    ['v=DMARC1; p=reject; pct=20', 'policy for this name: reject, in test mode (pct=20)'],
    [
      'v=DMARC1; p=reject; rua=a@b.example',
      'warning: "a@b.example" in rua is not a report address (add mailto: in front)',
    ],
    ['v=spf1 -all', 'The TXT record at _dmarc.example.com is not a DMARC record: "v=spf1 -all".'],
  ])('says below the DMARC record %j what is wrong with it', async (record, line) => {
    const text = await report('example.com', { 'example.com': {}, '_dmarc.example.com': { TXT: [record] } })
    expect(text).toContain(line)
  })

  it('counts the addresses of a record that allows everyone to the last digit', async () => {
    const zone: Zone = { 'open.example': { MX: [[0, '.']], TXT: ['v=spf1 +all'] } }
    expect(await report('open.example', zone)).toContain(', 4,294,967,296 IPv4, 18,446,744,073,709,551,616 IPv6 /64\n')
  })

  it('shows the include tree with the running number of each lookup', async () => {
    const text = await report('perfect.example', perfect)
    expect(text).toContain(
      [
        '  1 mx  (2 IPv4, 1 IPv6 /64)',
        '  2 include:_spf.perfect.example  (16 IPv4)',
        '      ip4:8.26.56.32/28  (16 IPv4)',
        '      -all',
        '    -all',
        '2 of 10 lookups, 0 of 2 void lookups, final all: -all, 18 IPv4, 1 IPv6 /64',
      ].join('\n'),
    )
  })

  it('names what could not be checked and why, and dates earlier findings that still count', async () => {
    const before = await scanned('weak.example', weak)
    const text = await report('weak.example', zonesOf(weak, { '_dmarc.weak.example': { fail: 'servfail' } }), before)
    expect(text).toContain('DMARC\ncould not check: the DNS servers returned an error')
    expect(text).toContain('Could not check\nDMARC could not be checked: the DNS servers returned an error')
    expect(text).toContain('DMARC only monitors  (last known result, from 2026-11-20)')
  })

  it('never says "none" of a section that could not be checked', async () => {
    const text = await report('weak.example', zonesOf(weak, { 'weak.example': { fail: 'timeout' } }))
    expect(text.split('\n')).not.toContain('none')
    expect(text).toContain('not scored')
  })

  it('distinguishes a missing address from a failed lookup', async () => {
    const text = await report('half.example', {
      'half.example': { AAAA: [], fail: { A: 'timeout' } },
    })
    expect(text).toContain('DNS\nA     could not check\nAAAA  -\n')
    expect(text).toContain('Mail exchangers\nnone (could not check the A and AAAA records)\n')
    const hosts = await report('weak.example', zonesOf(weak, { 'mx.weak.example': { fail: 'timeout' } }))
    expect(hosts).toMatch(/mx\.weak\.example +could not check\n +20 +gone\.weak\.example +does not resolve/)
  })

  it('calls nothing clean when most blocklists, or all threat sources, gave no answer', async () => {
    const reply = presentScan(await scanned('perfect.example', perfect))
    const { blacklist, threat_intelligence: threat } = reply.results
    const textOf = (changes: Partial<typeof reply.results>, unchecked: typeof reply.basis.unchecked = []) =>
      reportText(
        { ...reply, results: { ...reply.results, ...changes }, basis: { ...reply.basis, unchecked } },
        paintFor(false),
        { evidence: false },
      )
    expect(textOf({})).toContain('Blocklists\nlisted on 0 of 34\n')
    expect(textOf({}, ['blacklist'])).toContain(
      'Blocklists\ncould not check: most lists gave no result, the others list nothing',
    )
    expect(textOf({ blacklist: { ...blacklist, listed_count: 1 } }, ['blacklist'])).toContain('listed on 1 of 34')
    const silent = { ...blacklist, success: false, blacklists: [] }
    expect(textOf({ blacklist: silent })).toContain('could not check: no list gave a result')
    expect(textOf({ threat_intelligence: { ...threat, error: 'unavailable', overall_verdict: null } })).toContain(
      'Threat intelligence\ncould not check: no source answered\n',
    )
  })

  it('names lists that failed for the same reason in one line', async () => {
    const failed = zonesOf(weak, { 'weak.example': { fail: 'timeout' } })
    expect(await report('weak.example', failed)).toMatch(
      /Spamhaus ZEN and \d+ more +could not check: The address lookups failed\.\n/,
    )
  })

  it('says which option runs a check that was not asked for', async () => {
    const text = await report('perfect.example', perfect)
    expect(text).toContain('Threat intelligence\nswitched off (use --threat to check it)\n')
    expect(text).toContain('Open relay\nswitched off (use --relay to check it)\n')
    expect(text).toMatch(/^STARTTLS +switched off +SMTP tests are turned off\.$/m)
  })

  it('lists the findings below each part of transport, except one that its summary repeats', async () => {
    const reply = presentScan(await scanned('perfect.example', perfect))
    const text = reportText({ ...reply, ...tlsTrouble(reply) }, paintFor(false), { evidence: false })
    expect(text).toContain(
      [
        'STARTTLS  recommended  1 mail server of 1 uses outdated TLS.',
        '                       A mail server uses outdated TLS: mx.perfect.example',
        'MTA-STS   recommended  MTA-STS is not used.',
        '',
      ].join('\n'),
    )
  })

  it('names selectors whose key is gone, and providers with unguessable selectors', async () => {
    const reply = presentScan(await scanned('perfect.example', perfect))
    const { dkim } = reply.results
    if (dkim === null) throw new Error('DKIM was checked')
    const results = { ...reply.results, dkim: { ...dkim, missing: ['old1', 'old2'], unguessable: ['Amazon SES'] } }
    const text = reportText({ ...reply, results }, paintFor(false), { evidence: false })
    expect(text).toContain('no key at old1, old2 (added, or found by an earlier scan)\n')
    expect(text).toContain('Amazon SES uses different selectors for each customer (check yours with dkim lookup)\n')
  })

  it('says "at least" of the addresses of an incomplete tree', async () => {
    const zone = zonesOf(perfect, { '_spf.perfect.example': { fail: 'timeout' } })
    expect(await report('perfect.example', zone)).toContain(
      'at least 2 of 10 lookups, at least 0 of 2 void lookups, final all: -all, at least 2 IPv4, 1 IPv6 /64',
    )
  })

  it('marks sections that rest on answers that do not validate', async () => {
    const zone = zonesOf(perfect, { 'perfect.example': { ...perfect['perfect.example'], authentic: 'bogus' } })
    expect(await report('perfect.example', zone)).toContain(
      'DNSSEC of perfect.example is broken. Its records were read without validation.',
    )
  })

  it('ends with the evidence on request: each query as the dig line that repeats it', async () => {
    expect(await report('perfect.example', perfect)).not.toContain('dig ')
    const text = await report('perfect.example', perfect, null, true)
    expect(text).toContain('dig -q perfect.example. -t MX +dnssec')
    expect(text).toContain('    perfect.example 300 MX 10 mx1.perfect.example')
  })

  it('has the same text in color', async () => {
    const reply = presentScan(await scanned('weak.example', weak))
    const plain = reportText(reply, paintFor(false), { evidence: true })
    const coloured = reportText(reply, paintFor(true), { evidence: true })
    expect(coloured).not.toBe(plain)
    // oxlint-disable-next-line no-control-regex -- these are the colours
    expect(coloured.replace(/\u001B\[\d+m/g, '')).toBe(plain)
  })
})

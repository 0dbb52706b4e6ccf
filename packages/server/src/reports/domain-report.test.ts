import { recordsOfAction } from '@waxseal/core/check'
import type { FindingReply, ScanReply } from '@waxseal/core/health'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DomainReport } from '../ports.ts'
import { decisionAbout, reportOf } from './domain-report.fixture.ts'
import { domainReport } from './domain-report.ts'
import { openScans, type Scans } from './domain-scans.fixture.ts'
import { notHere, objectsOf, type ReadPdf, readPdf } from './read-pdf.fixture.ts'

let scans: Scans
beforeAll(async () => {
  scans = await openScans()
})
afterAll(() => scans.stop())

const read = async (scan: ScanReply, change: Partial<DomainReport> = {}): Promise<ReadPdf> =>
  readPdf(await domainReport(reportOf(scan, change)))

/** The value of a record as it is copied: the lines below its name and type, joined, up to its length. */
function copied({ lines }: ReadPdf, name: string, type: string, length: number): string[] {
  return lines.flatMap((line, at) => {
    if (line !== `Name: ${name}` || !lines[at + 1]?.startsWith(`Type: ${type} `)) return []
    let value = ''
    for (let next = at + 2; value.length < length && next < lines.length; next++) value += lines[next]
    return [value]
  })
}

const plain = (text: string) => text.replaceAll(/\s+/g, '')

describe.skipIf(notHere !== '')(`domain reports${notHere}`, { timeout: 60_000 }, () => {
  it('has its sections in order, each once', async () => {
    const { lines } = await read(await scans.of('listed.example'))
    const titles = [
      'Email security report',
      'Points lost',
      'What to fix first',
      'Findings',
      'DNS and mail servers',
      'SPF, DMARC and DKIM',
      'Blacklists',
      'Threat intelligence',
      'Open relay',
      'Transport',
      'Could not be checked, and costs nothing',
      'Evidence',
    ]
    const isTitle = (line: string, at: number) =>
      titles.includes(line) && !/^(Blacklists|Open relay|Transport)$/.test(lines[at + 1] ?? '')
    // Three checks have the name of a section: as headings among the findings they come first.
    const found = lines.filter(isTitle)
    expect(found.filter((title, at) => found.lastIndexOf(title) === at)).toEqual(titles)
  })

  it('begins with the domain, its times, two sentences, the score and the badges', async () => {
    const scan = await scans.of('listed.example')
    const { lines } = await read(scan)
    const start = lines.indexOf('listed.example')
    expect(lines.slice(start, start + 4)).toEqual([
      'listed.example',
      'Scanned by Waxseal from 2026-11-25 10:00:00 UTC to 2026-11-25 10:00:00 UTC.',
      `listed.example scores ${scan.health_score} of 100 (Poor): 4 findings cost ${100 - (scan.health_score ?? 0)} points.`,
      'Fix this first: Mail server is an open relay: mx.listed.example (score 5 → 45).',
    ])
    const head = lines.slice(start, lines.indexOf('Points lost')).join('\n')
    for (const badge of ['MX', 'SPF/DMARC', 'DKIM', 'Blacklists', 'Threat intelligence', 'Open Relay']) {
      expect(head).toContain(badge)
    }
  })

  it('says on its first page from when the DNS answers are that it shares with an earlier scan', async () => {
    const scan = await scans.of('perfect.example')
    const { lines } = await read({ ...scan, answers_from: '2026-11-25T09:20:00.000Z' })
    expect(plain(lines.slice(0, lines.indexOf('Findings')).join(' '))).toContain(
      plain('The report has the DNS answers of an earlier scan: 2026-11-25 09:20:00 UTC.'),
    )
  })

  it('says on its first page what changed after the scan, with the time of each change, the newest first', async () => {
    const scan = await scans.of('perfect.example')
    const severity = 'critical' as const
    const changed_after_scan = [
      { record: 'mx' as const, description: 'Mail server removed', detected_at: '2026-11-25T10:01:00.000Z', severity },
      {
        record: 'dmarc' as const,
        description: 'DMARC policy weakened from reject to none',
        detected_at: '2026-11-25T10:03:00.000Z',
        severity,
      },
    ]
    const first = (lines: readonly string[]) => plain(lines.slice(0, lines.indexOf('Findings')).join(' '))
    const { lines } = await read({ ...scan, changed_after_scan })
    expect(first(lines)).toContain(
      plain(
        'Changed after this scan DMARC policy weakened from reject to none (2026-11-25 10:03:00 UTC). ' +
          'Mail server removed (2026-11-25 10:01:00 UTC). ' +
          'A new scan starts automatically and shows the result. This report has the state before.',
      ),
    )
    expect(first((await read(scan)).lines)).not.toContain(plain('Changed after this scan'))
  })

  it('has a row for each deduction, which add up to the score, and every text of each finding', async () => {
    const scan = await scans.of('neglected.example')
    const { text } = await read(scan)
    const words = plain(text)
    for (const [reason, points] of Object.entries(scan.deductions))
      expect(words).toContain(plain(`${reason}−${-points}`))
    for (const { reason, meaning, advice, clause } of scan.findings) {
      for (const part of [reason, meaning, `What to do: ${advice}`, clause]) expect(words).toContain(plain(part))
    }
  })

  it.each(['neglected.example', 'nodmarc.example', 'tooMany.example', 'twospf.example', 'hostile.example'])(
    'every record to publish of %s is copied byte for byte',
    async name => {
      const scan = await scans.of(name.toLowerCase())
      const made = await read(scan)
      const records = scan.findings.flatMap(({ action }) => recordsOfAction(action))
      expect(records.length).toBeGreaterThan(0)
      for (const record of records) {
        expect(copied(made, record.name, record.type, record.value.length)).toContain(record.value)
      }
    },
  )

  it('a record over many lines is copied byte for byte, and so are the published ones', async () => {
    const value = `v=spf1 ${Array.from({ length: 150 }, (_, at) => `ip4:192.0.${at}.0/24`).join(' ')} -all`
    const scan = await scans.of('neglected.example')
    const [first, ...others] = scan.findings
    const record = { name: 'neglected.example', type: 'TXT', value } as const
    const action = { kind: 'publish', record, replaces: 'v=spf1', builder: null } as const
    const made = await read({ ...scan, findings: [{ ...(first as FindingReply), action }, ...others] })
    expect(copied(made, record.name, 'TXT', value.length)).toContain(value)
    const joined = made.lines.join('')
    for (const text of scan.results.spf?.records ?? []) expect(joined).toContain(text)
    for (const { full_record: key } of scan.results.dns.dkim_records) expect(joined).toContain(key)
  })

  it('names the TTL of the record that is published now', async () => {
    const scan = await scans.of('neglected.example')
    const { lines } = await read(scan)
    expect(lines).toContain('Type: TXT TTL: 86400 s, as now')
    expect(lines).toContain('Type: TXT TTL: the default of your DNS provider')
  })

  it('cites the evidence of a finding, which the appendix shows with the command that repeats it', async () => {
    const scan = await scans.of('nodmarc.example')
    const { lines, text } = await read(scan)
    const at = lines.findIndex(line => line === 'E1 _dmarc.nodmarc.example TXT' || /^E\d+ _dmarc\.nodmarc/.test(line))
    expect(at).toBeGreaterThan(lines.indexOf('Evidence'))
    const number = /^E\d+/.exec(lines[at] ?? '')?.[0]
    expect(text).toMatch(new RegExp(`Evidence: .*\\b${number}\\b`))
    const piece = lines.slice(at, at + 8).join('\n')
    expect(piece).toMatch(/Answer the name does not exist/)
    expect(piece).toMatch(/When \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/)
    expect(piece).toContain('dig -q _dmarc.nodmarc.example. -t TXT +dnssec')
  })

  it('lists what could not be checked, with the reason, and calls none of it missing', async () => {
    const scan = await scans.of('silent.example')
    const { text, lines } = await read(scan)
    expect(text).toContain('silent.example has no score.\nNothing counts as missing.')
    const unchecked = plain(text.slice(text.lastIndexOf('Could not be checked, and costs nothing')))
    for (const line of scan.unchecked) expect(unchecked).toContain(plain(line))
    expect(
      lines.filter(line => / could not be checked: .* This does not affect the score\.$/.test(line)).length,
    ).toBeGreaterThan(3)
    expect(text).not.toMatch(/not found/i)
    expect(scan.unchecked.length).toBeGreaterThan(5)
  })

  it('a domain that does not exist says so', async () => {
    const scan = await scans.of('nowhere.example')
    const { text, pages } = await read(scan)
    expect(text).toContain('nowhere.example does not exist')
    expect(pages).toBeLessThan(9)
  })

  it('a domain without findings has none to fix, and no appendix', async () => {
    const { lines, pages } = await read(await scans.of('perfect.example'))
    expect(lines).toContain('No points lost.')
    expect(lines).toContain('No issues found.')
    expect(lines).toContain('All checks completed.')
    for (const title of ['What to fix first', 'Evidence']) expect(lines).not.toContain(title)
    expect(pages).toBeLessThan(8)
  })

  it('blacklists that list the domain come first, and those without an answer say why', async () => {
    const scan = await scans.of('listed.example')
    const { lines } = await read(scan)
    const start = lines.findIndex(line => line.startsWith('Looked up:'))
    const verdicts = lines
      .slice(start)
      .flatMap(line => /\b(Listed|Clean|Could not check)\b/.exec(line)?.[1] ?? [])
      .slice(0, 34)
    const order = ['Listed', 'Clean', 'Could not check']
    expect(verdicts).toEqual(verdicts.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)))
    expect(verdicts.at(-1)).toBe('Could not check')
  })

  it('an accepted finding keeps its place with the decision, a muted one comes last, and neither is to fix first', async () => {
    const scan = await scans.of('neglected.example')
    const [accepted, muted] = scan.findings as [FindingReply, FindingReply]
    const decisions = [
      decisionAbout(accepted, { note: 'We know', decided_by: 'Alex', expires_at: '2027-01-01T00:00:00.000Z' }),
      decisionAbout(muted, { kind: 'muted' }),
    ]
    const { text, lines } = await read(scan, { decisions })
    const all = text.replaceAll('\n', ' ')
    expect(lines).toContain(`${scan.findings.length} in all, 1 accepted, 1 muted.`)
    expect(all).toContain('Accepted on 2026-11-20 UTC by Alex, until 2026-12-31 UTC “We know”')
    expect(text.indexOf('Muted (1)')).toBeLessThan(text.indexOf('Muted on 2026-11-20 UTC, no end date'))
    const first = lines.slice(lines.indexOf('What to fix first'), lines.indexOf('Findings')).join(' ')
    expect(first).not.toContain(accepted.reason)
    expect(first).not.toContain(muted.reason)
  })

  it('interprets threats only where the plan of its reader does', async () => {
    const scan = await scans.of('perfect.example')
    const threat = { ...scan.results.threat_intelligence, error: null, overall_verdict: 'clean' as const }
    const withDomain = (domain: object) =>
      ({
        ...scan,
        results: { ...scan.results, threat_intelligence: { ...threat, domain: { vendor_results: [], ...domain } } },
      }) as ScanReply
    const smart = await read(withDomain({ smart_verdict: 'Clean.', vendor_interpretation: 'All agree.' }))
    expect(smart.text).toContain('Smart verdict: Clean.\nVendor interpretation: All agree.')
    expect((await read(withDomain({}))).text).not.toMatch(/Smart verdict|Vendor interpretation/)
  })

  it('names the domain and the page on every page, is tagged, and has a language, a title and bookmarks', async () => {
    const { pages, feet, lines, info, structure, fonts, bytes } = await read(await scans.of('neglected.example'))
    const foot = 'Email security report, scanned 2026-11-25 10:00:00 UTC'
    expect(feet).toEqual(Array.from({ length: pages }, (_, at) => `${foot} Page ${at + 1} of ${pages}`))
    // The domain is at the head of all pages but the first, which has it as a heading.
    expect(lines.filter(line => line === 'neglected.example').length).toBeGreaterThanOrEqual(pages)
    expect(info).toMatch(/^Title: +Email security report, 2026-11-25 10:00:00 UTC$/m)
    expect(info).toMatch(/^Tagged: +yes$/m)
    const objects = objectsOf(bytes)
    expect(objects).toMatch(/\/Lang\b/)
    expect(objects).toMatch(/\/Outlines\b/)
    for (const title of ['Findings', 'Evidence', 'DMARC']) expect(bytes.toString('latin1')).toContain(`(${title})`)
    for (const tag of ['H1', 'H2', 'H3', 'H4', 'Table', 'TH', 'TD', 'Code', 'Figure']) {
      expect(structure).toMatch(new RegExp(`^ +${tag}\\b`, 'm'))
    }
    for (const line of fonts.trim().split('\n').slice(2)) expect(line).toMatch(/ yes yes yes /)
    expect(pages).toBeLessThan(16)
  })

  it('a name in other letters is shown as people read it, and as DNS has it', async () => {
    const scan = { ...(await scans.of('neglected.example')), domain_name: 'xn--bcher-kva.example' }
    const { lines, text } = await read(scan, { unicode: 'bücher.example' })
    const at = lines.indexOf('bücher.example')
    expect(lines[at + 1]).toBe('xn--bcher-kva.example')
    expect(text).toContain('bücher.example scores 74 of 100')
  })

  describe('the company that hands it out', () => {
    // One gray pixel.
    const logo = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
      'base64',
    )

    it('is Waxseal by default', async () => {
      expect((await read(await scans.of('perfect.example'))).lines[0]).toMatch(/^Waxseal/)
    })

    it.each([
      ['a name', {}],
      ['a name and a logo', { logo }],
    ])('is named at the top left of the first page: %s', async (_, more) => {
      const { lines, structure } = await read(await scans.of('perfect.example'), {
        identity: { name: 'Example Consulting', ...more },
      })
      expect(lines[0]).toMatch(/^Example Consulting/)
      expect(lines).not.toContain('Waxseal')
      expect(structure.match(/^ +Figure\b/gm)).toHaveLength('logo' in more ? 2 : 1)
    })
  })
})

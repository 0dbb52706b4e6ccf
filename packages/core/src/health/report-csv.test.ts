import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reportCsv } from './report-csv.ts'

/** The cells of a CSV text, as RFC 4180 reads it. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]]
  let rest = csv
  while (rest !== '') {
    const quoted = /^"((?:[^"]|"")*)"(,|\r\n)/.exec(rest)
    const plain = /^([^",\r\n]*)(,|\r\n)/.exec(rest)
    const [all, text = '', end] = quoted ?? plain ?? []
    if (all === undefined) throw new Error(`no cell: ${JSON.stringify(rest.slice(0, 80))}`)
    rows.at(-1)?.push(quoted ? text.replaceAll('""', '"') : text)
    if (end === '\r\n') rows.push([])
    rest = rest.slice(all.length)
  }
  return rows.slice(0, -1)
}

const finding = {
  check: 'dmarc',
  reason: 'No DMARC record',
  severity: 'high',
  points: -20,
  meaning: 'Anyone can send in your name.',
  advice: 'Publish a policy, and "p=none" first.',
  action: { kind: 'publish', record: { name: '_dmarc.example.com', type: 'TXT', value: 'v=DMARC1; p=none' } },
}
const scan = {
  domain_name: 'example.com',
  finished_at: '2026-11-20T09:00:00.000Z',
  health_score: 72,
  findings: [finding],
  unchecked: ['Open relay could not be checked: timeout'],
  results: {
    mx: { records: [{ priority: 10, host: 'mx.example.com', ip: '192.0.2.25' }] },
    dns: {
      a_records: [{ ip: '192.0.2.1' }],
      txt_records: ['v=spf1 -all'],
      dmarc_record: null,
      dkim_records: [{ hostname: 's1._domainkey.example.com', full_record: 'v=DKIM1; p=abc', state: 'working' }],
    },
    blacklist: {
      blacklists: [
        {
          name: 'A',
          status: 'listed',
          reason: null,
          listings: [
            { subject: '203.0.114.60', labels: ['CSS', 'XBL'] },
            { subject: 'mx.example.com', labels: [] },
          ],
          delisting: 'https://check.example.net/',
        },
        { name: 'B', status: 'error', reason: 'refused' },
        { name: 'C', status: 'error', trouble: 'not-applicable', reason: 'no IPv4 address' },
      ],
      custom: [{ name: 'Ours', status: 'clean', reason: null }],
    },
    threat_intelligence: {
      overall_verdict: 'low_risk',
      domain: { vendor_results: [{ vendor: 'V', category: 'harmless', detail: '' }] },
    },
    relay: { test_details: ['mx.example.com refused to relay'] },
  },
}

describe('the CSV of a scan', () => {
  it('says from when the DNS answers are that it shares with an earlier scan', () => {
    const shared = cellsOf(reportCsv({ ...scan, answers_from: '2026-11-20T08:20:00.000Z' }))
    expect(shared[3]?.slice(0, 6)).toEqual([
      'Report',
      '',
      'DNS answers of an earlier scan',
      '',
      '',
      '2026-11-20T08:20:00.000Z',
    ])
    expect(shared).toHaveLength(cellsOf(reportCsv(scan)).length + 1)
  })

  it('has a line for each finding, each failed lookup and each fact', () => {
    expect(cellsOf(reportCsv(scan))).toEqual([
      ['Kind', 'Check', 'Item', 'Status', 'Points', 'Detail', 'Advice', 'Records to publish'],
      ['Report', '', 'Domain', '', '', 'example.com', '', ''],
      ['Report', '', 'Scan finished', '', '', '2026-11-20T09:00:00.000Z', '', ''],
      ['Report', '', 'Health score', 'Good', '', '72 of 100', '', ''],
      [
        'Finding',
        'DMARC',
        'No DMARC record',
        'High',
        '-20',
        'Anyone can send in your name.',
        'Publish a policy, and "p=none" first.',
        '_dmarc.example.com TXT v=DMARC1; p=none',
      ],
      ['Could not check', '', 'Open relay could not be checked: timeout', 'Could not check', '', '', '', ''],
      ['Record', 'MX', 'MX', '192.0.2.25', '', '10 mx.example.com', '', ''],
      ['Record', 'DNS', 'A', '', '', '192.0.2.1', '', ''],
      ['Record', 'DNS', 'TXT', '', '', 'v=spf1 -all', '', ''],
      ['Record', 'DKIM', 's1._domainkey.example.com', 'OK', '', 'v=DKIM1; p=abc', '', ''],
      [
        'Blocklist',
        'Blacklists',
        'A',
        'Listed',
        '',
        '203.0.114.60 (CSS, XBL); mx.example.com',
        'https://check.example.net/',
        '',
      ],
      ['Blocklist', 'Blacklists', 'B', 'Could not check', '', 'refused', '', ''],
      ['Blocklist', 'Blacklists', 'C', 'Not applicable', '', 'no IPv4 address', '', ''],
      ['Own blocklist', 'Blacklists', 'Ours', 'Clean', '', '', '', ''],
      ['Threat verdict', 'Threat intelligence', 'Overall verdict', 'Low risk', '', '', '', ''],
      ['Threat source', 'Threat intelligence', 'V', 'Harmless', '', '', '', ''],
      ['Relay test', 'Open relay', 'Open relay test', '', '', 'mx.example.com refused to relay', '', ''],
    ])
  })

  it('says that there is no score, instead of an empty one', () => {
    expect(reportCsv({ ...scan, health_score: null })).toContain('Report,,Health score,Not scored,,,,')
  })

  it('lists the deductions where a scan has no findings in detail', () => {
    const { findings: _, ...rest } = scan
    const csv = reportCsv({ ...rest, deductions: { 'No DMARC record': -20 } })
    expect(csv).toContain('Finding,,No DMARC record,,-20,,,')
  })

  it.each([
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\uFF1D1',
    '\u0000=1',
    '=cmd|"/c calc"!A0',
  ])('has no formula: %j', text => {
    const [, , , , cells] = cellsOf(reportCsv({ ...scan, findings: [{ ...finding, reason: text }] }))
    expect(cells?.[2]).toBe(`'${text}`)
  })

  it('keeps every text, in eight cells a line, whatever a zone says', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), texts => {
        const cells = cellsOf(reportCsv({ ...scan, results: { dns: { txt_records: texts } } }))
        expect(cells.every(row => row.length === 8)).toBe(true)
        const found = cells.filter(([, , item]) => item === 'TXT').map(row => row[5])
        expect(found.map((text, at) => (text === texts[at] ? text : text?.slice(1)))).toEqual(texts)
        expect(found.filter(text => /^[\s\p{Cc}]*[=+@-]/u.test(text ?? '') && !/^-?\d+$/.test(text ?? ''))).toEqual([])
      }),
    )
  })

  it('is written from any JSON', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('results', 'findings', 'unchecked', 'deductions', 'health_score'),
          fc.jsonValue(),
        ),
        value => {
          expect(cellsOf(reportCsv(value)).every(row => row.length === 8)).toBe(true)
        },
      ),
    )
  })
})

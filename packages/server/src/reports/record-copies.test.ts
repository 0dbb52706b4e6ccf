import { generateKeyPairSync } from 'node:crypto'
import type { ScanReply } from '@waxseal/core/health'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replyTo } from '../testing/header-reply.ts'
import { reportOf } from './domain-report.fixture.ts'
import { domainReport } from './domain-report.ts'
import { openScans, type Scans } from './domain-scans.fixture.ts'
import { headerReport } from './header-report.ts'
import { paragraph, zoneRecord } from './parts.ts'
import { notHere, readPdf } from './read-pdf.fixture.ts'
import { Sheet } from './sheet.ts'

/** What Poppler copies of each of these records from one report, its lines joined. */
async function copies(records: readonly string[]): Promise<string[]> {
  const sheet = new Sheet({ title: 'Records', foot: 'Foot' })
  for (const [at, record] of records.entries()) {
    zoneRecord(sheet, record)
    paragraph(sheet, `end of ${at}`)
  }
  const { lines } = await readPdf(await sheet.finish())
  return records.map((_, at) =>
    lines.slice(lines.indexOf(`end of ${at - 1}`) + 1, lines.indexOf(`end of ${at}`)).join(''),
  )
}

const key = generateKeyPairSync('rsa', { modulusLength: 4096 })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64')

/** Each byte is a character, as in every record of a scan. */
const records = {
  'a long SPF record': `v=spf1 ${Array.from({ length: 120 }, (_, at) => `ip4:192.0.${at}.0/24`).join(' ')} -all`,
  'a DKIM key of 4,096 bits': `v=DKIM1; k=rsa; p=${key}`,
  'double blanks': 'v=spf1  ip4:192.0.2.1   include:_spf.example.com    -all',
  'blanks at its ends': '  v=spf1 a -all ',
  'one blank at each end': ' v=spf1 a -all ',
  'a hundred blanks': `v=spf1${' '.repeat(100)}-all`,
  quotes: 'v=DMARC1; p="reject"; n=\'it\'\'s\' \\"both\\" `ticks`',
  'bytes beyond ASCII': 'v=DKIM1; n=Gr\u00FC\u00DFe \u00C3\u00A9\u00FF\u00A1; p=',
  'what a PDF has for itself': 'v=spf1 (a) <</JS (x)>> [x] %c \\( endstream endobj -all',
}

describe.skipIf(notHere !== '')(`a record in a report${notHere}`, { timeout: 60_000 }, () => {
  it('is copied byte for byte, whatever is in it', async () => {
    const all = Object.values(records)
    const copied = await copies(all)
    for (const [at, name] of Object.keys(records).entries()) expect(copied[at], name).toBe(all[at])
  })

  it('is copied byte for byte when anyone may have written it', async () => {
    const byte = fc.integer({ min: 0x20, max: 0xff }).filter(code => code < 0x7f || (code > 0xa0 && code !== 0xad))
    const character = fc.oneof(fc.constantFrom(' ', '"', '\\', '(', ')', ';', '='), byte.map(String.fromCodePoint))
    const record = fc.array(character, { minLength: 1, maxLength: 400 }).map(characters => characters.join(''))
    // A record of blanks alone leaves no line in the text of a page.
    const visible = record.filter(text => text.trim() !== '')
    await fc.assert(
      fc.asyncProperty(fc.array(visible, { minLength: 20, maxLength: 40 }), async all => {
        expect(await copies(all)).toEqual(all)
      }),
      { numRuns: 10 },
    )
  })

  it('has the code point of each byte that cannot be seen, or looks like another', async () => {
    expect(await copies(['v=spf1\u00A0a\u00AD \u0000\u0085\t-all'])).toEqual([
      'v=spf1[U+00A0]a[U+00AD] [U+0000][U+0085]    -all',
    ])
  })
})

describe.skipIf(notHere !== '')(`the report of a domain${notHere}`, { timeout: 60_000 }, () => {
  let scans: Scans
  beforeAll(async () => {
    scans = await openScans()
  })
  afterAll(() => scans.stop())

  it('has every published record byte for byte', async () => {
    const scan: ScanReply = await scans.of('neglected.example')
    const [first] = scan.results.dns.dkim_records
    const { spf, dns } = scan.results
    if (first === undefined || spf === null) throw new Error('the scan has no key or no SPF')
    const all = Object.values(records)
    const results = {
      ...scan.results,
      spf: { ...spf, records: all.slice(0, 6) },
      dns: { ...dns, dkim_records: all.map(text => ({ ...first, full_record: text, repaired: null })) },
    }
    const { lines } = await readPdf(await domainReport(reportOf({ ...scan, results })))
    const joined = lines.join('')
    for (const text of all) expect(joined).toContain(text)
    for (const text of all.slice(0, 6)) expect(joined.split(text).length).toBeGreaterThan(2)
  })
})

describe.skipIf(notHere !== '')(`the report of a header${notHere}`, { timeout: 60_000 }, () => {
  it('has the lines of the header byte for byte, a tab as four spaces', async () => {
    const header = [
      ...Object.values(records).map((text, at) => `X-Record-${at}: ${text}`),
      'Received: from a.example',
      '        by  b.example;',
      '\tTue, 24 Nov 2026 10:00:00 +0000',
      'Subject: x',
    ].join('\n')
    const analysis = replyTo(header)
    const { lines } = await readPdf(await headerReport({ analysis, exportedAt: '2026-11-25T10:05:00Z' }))
    const copied = lines.slice(lines.indexOf('Raw headers') + 1).filter(line => !/^\d{1,3}$/.test(line))
    expect(copied.join('')).toBe(header.replaceAll('\n', '').replaceAll('\t', '    '))
  })
})

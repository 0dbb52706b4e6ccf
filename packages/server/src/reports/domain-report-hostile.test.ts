import type { ScanReply } from '@waxseal/core/health'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { immense, reportOf } from './domain-report.fixture.ts'
import { domainReport } from './domain-report.ts'
import { openScans, type Scans } from './domain-scans.fixture.ts'
import { mixed } from './mixed-scripts.fixture.ts'
import { notHere, objectsOf, type ReadPdf, readPdf } from './read-pdf.fixture.ts'
import { openReportThreads } from './report-threads.ts'

let scans: Scans
beforeAll(async () => {
  scans = await openScans()
})
afterAll(() => scans.stop())

const plain = (text: string) => text.replaceAll(/\s+/g, '')

/** The report, which takes less than half of its time limit. Processor time counts: the machine may be busy. */
async function quickly(scan: ScanReply): Promise<ReadPdf> {
  const before = process.cpuUsage()
  const file = await domainReport(reportOf(scan))
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1e6).toBeLessThan(10)
  expect(file.length).toBeLessThan(4_000_000)
  return readPdf(file)
}

describe.skipIf(notHere !== '')(`the report of a hostile scan${notHere}`, { timeout: 60_000 }, () => {
  it('puts no link, no action and no script into the file, and shows what hides', async () => {
    const text =
      '<a href="javascript:alert(1)">x</a> /URI (x) /JS endstream endobj invoice\u202Efdp.exe \u0007 \u{1F4E7} שלום'
    const scan = immense(await scans.of('neglected.example'), text)
    const { bytes, text: shown, scripts, links } = await readPdf(await domainReport(reportOf(scan)))
    expect(objectsOf(bytes)).not.toMatch(
      /\/(URI|JS|JavaScript|OpenAction|Launch|AA|Action|Annots|GoTo|GoToR|SubmitForm|AcroForm|EmbeddedFile|RichMedia)\b/,
    )
    expect(plain(shown)).toContain('<ahref="javascript:alert(1)">x</a>')
    expect(plain(shown)).toContain('invoice[U+202E]fdp.exe[U+0007][U+1F4E7]')
    expect(scripts).toBe('')
    expect(links.split('\n')).toHaveLength(1)
  })

  it.each([
    ['words', 'words '.repeat(333)],
    ['wide letters', 'W'.repeat(2_000)],
    ['hidden characters', '\u202E'.repeat(2_000)],
    ['letters of changing fonts', mixed(2_000)],
  ])('of 300 findings is bounded in pages, bytes and time when all of it is %s', async (_, text) => {
    const { pages, text: shown } = await quickly(immense(await scans.of('neglected.example'), text))
    expect(pages).toBeLessThan(250)
    expect(shown).toMatch(/\d+ more findings are not shown here\./)
  })

  it('fits into the memory of a thread, also when its font changes at each letter', async () => {
    const warnings: unknown[] = []
    const log = { warn: (...each: unknown[]) => void warnings.push(each) } as never
    const threads = openReportThreads(log)
    const content = reportOf(immense(await scans.of('neglected.example'), mixed(2_000)))
    const { signal } = new AbortController()
    const file = await threads.render({ kind: 'domain', content }, { workspaceId: 'w', signal })
    await threads.close()
    expect(Buffer.from(file).toString('latin1', 0, 8)).toBe('%PDF-1.7')
    expect(warnings).toEqual([])
  })
})

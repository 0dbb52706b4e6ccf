import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import { drawnGlyphs } from '../packages/server/src/reports/drawn-glyphs.fixture.ts'
import { expect, test } from './fixtures.ts'
import { headerReportManifest, reportManifest } from './report-manifest.data.ts'

const folder = process.env['SCREENS_FOLDER'] ?? join(import.meta.dirname, '..', 'test-results', 'screens')
/** Pictures are for people and no test reads one. */
const takesPictures = process.env['E2E_ALL'] !== undefined || process.env['SCREENS_FOLDER'] !== undefined

/** In this order on every report that has them; the names of checks among the findings come before. */
const domainTitles = [
  'Email security report',
  'Points lost',
  'What to fix first',
  'Findings',
  'DNS and mail servers',
  'SPF, DMARC and DKIM',
  'Could not be checked, and costs nothing',
  'Evidence',
]

const headerTitles = [
  'Email header analysis',
  'Threat Assessment',
  'Authentication',
  'Results of the receiver',
  'Results that do not count',
  'Signatures',
  'ARC',
  'Filter verdicts',
  'Sender rules of Gmail, Yahoo, Microsoft and GMX/WEB.DE',
  'Reputation',
  'Raw headers',
]

interface Wanted {
  /** The name of the downloaded file. */
  file: string
  /** The titles in their order, and those of them that each report has. */
  titles: readonly string[]
  always: readonly string[]
  says: string
  /** Of its pictures. */
  picture: string
}

/** Presses "Export PDF" on the open screen and reads the file. */
async function expectReport(
  page: Page,
  info: TestInfo,
  { file, titles, always, says, picture }: Wanted,
): Promise<void> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export PDF' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe(file)
  const path = info.outputPath('report.pdf')
  await download.saveAs(path)
  const lines = execFileSync('pdftotext', ['-raw', '-enc', 'UTF-8', path, '-'], { encoding: 'utf8' }).split(/[\n\f]/)
  const found = lines.filter(line => titles.includes(line))
  expect(found).toEqual(titles.filter(title => found.includes(title)))
  expect(found).toEqual(expect.arrayContaining([...always]))
  expect(lines.join(' ')).toContain(says)
  expect(lines.join('')).not.toMatch(/[\uFFFD\u25A1\p{Cc}]/u)
  // The text does not show it where a character has no glyph; the page would have a box.
  const glyphs = drawnGlyphs(readFileSync(path))
  expect(glyphs.all).toBeGreaterThan(500)
  expect(glyphs.missing).toBe(0)
  if (!takesPictures) return
  mkdirSync(folder, { recursive: true })
  execFileSync('pdftoppm', ['-r', '80', '-png', path, join(folder, `report-${picture}`)])
}

for (const { as, domain, state, says } of reportManifest) {
  test(`the PDF of ${domain}, ${state}: its texts are in order, and every character has a glyph`, async ({
    open,
    world,
  }, info) => {
    const domains: Record<string, string> = world.accounts[as].domains
    const page = await open(as)
    await page.goto(`/diagnostics/${domains[domain]}`)
    const always = ['Email security report', 'Findings', 'DNS and mail servers', 'SPF, DMARC and DKIM']
    await expectReport(page, info, {
      file: `${domain}_report.pdf`,
      titles: domainTitles,
      always,
      says,
      picture: domain,
    })
  })
}

for (const { name, state, message, file, says } of headerReportManifest) {
  test(`the PDF of a message with ${state}: its texts are in order, and every character has a glyph`, async ({
    open,
  }, info) => {
    const page = await open('business')
    await page.goto('/headers')
    await page.getByLabel('Raw headers').fill(message)
    await page.getByRole('button', { name: 'Analyze Headers' }).click()
    await expect(page.getByText('Threat Assessment')).toBeVisible()
    const always = ['Email header analysis', 'Threat Assessment', 'Authentication', 'Reputation', 'Raw headers']
    await expectReport(page, info, { file, titles: headerTitles, always, says, picture: `headers-${name}` })
  })
}

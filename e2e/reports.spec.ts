import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { reportManifest } from './report-manifest.data.ts'

const folder = process.env['SCREENS_FOLDER'] ?? join(import.meta.dirname, '..', 'test-results', 'screens')
/** Pictures are for people and no test reads one. */
const takesPictures = process.env['E2E_ALL'] !== undefined || process.env['SCREENS_FOLDER'] !== undefined

/** In this order on every report that has them; the names of checks among the findings come before. */
const order = [
  'Email security report',
  'Where the points went',
  'What to fix first',
  'Findings',
  'DNS and mail servers',
  'SPF, DMARC and DKIM',
  'Not checked, and costs nothing',
  'Evidence',
]

for (const { as, domain, state, says } of reportManifest) {
  test(`the PDF of ${domain}, ${state}: its texts are in order, and every character has a glyph`, async ({
    open,
    world,
  }, info) => {
    const domains: Record<string, string> = world.accounts[as].domains
    const page = await open(as)
    await page.goto(`/diagnostics/${domains[domain]}`)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export PDF' }).click()
    const download = await saving
    expect(download.suggestedFilename()).toBe(`${domain}_report.pdf`)
    const path = info.outputPath('report.pdf')
    await download.saveAs(path)
    const lines = execFileSync('pdftotext', ['-raw', '-enc', 'UTF-8', path, '-'], { encoding: 'utf8' }).split(/[\n\f]/)
    const titles = lines.filter(line => order.includes(line))
    expect(titles).toEqual(order.filter(title => titles.includes(title)))
    expect(lines.join(' ')).toContain(says)
    // What no font has would be a box; the report has its code point instead.
    expect(lines.join('')).not.toMatch(/[\uFFFD\u25A1\p{Cc}]/u)
    if (!takesPictures) return
    mkdirSync(folder, { recursive: true })
    execFileSync('pdftoppm', ['-r', '80', '-png', path, join(folder, `report-${domain}`)])
  })
}

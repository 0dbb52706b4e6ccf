/** Follows the action of a finding in a report, and compares what it leads to with the API's data. */
import type { Locator, Page } from '@playwright/test'
import { blocklists } from '@waxseal/core/blacklist'
import { type Action, type BuilderField, publishWords } from '@waxseal/core/check'
import { expect } from './fixtures.ts'

/** A finding as the API returns it. */
export interface Finding {
  id: string
  reason: string
  title: string
  meaning: string
  advice: string
  clause: string
  check: string
  severity: string
  action: Action
}

/** The parts of a report that the tests read. */
export interface Report {
  domain_name: string
  finished_at: string
  findings: readonly Finding[]
  results: { dns: { delegation: { zone: string } | null } }
}

/** A report in a browser. `id`: of its domain. */
interface Shown {
  page: Page
  report: Report
  id: string
  /** The report of the last scan, from the API. */
  lastReport: () => Promise<Report>
}

/** The fields of a DNS provider's form. `value`: null where the advice describes it. */
interface Fields {
  name: string
  type: string
  value: string | null
}

type Of<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>

/** Follows the action of a finding. Afterwards the page shows the report again. */
export async function follow(shown: Shown, finding: Finding): Promise<void> {
  const { page } = shown
  const { action } = finding
  const heading = page.getByRole('heading', { name: finding.reason || finding.title, exact: true })
  const place = page.locator(`[data-finding="${finding.id}"]`).filter({ has: heading }).first()
  switch (action.kind) {
    case 'publish':
      return seeRecord(shown, place, finding, action)
    case 'builder':
      if (action.advised !== undefined) await seeAdvised(await openPanel(place), action.advised)
      await place.locator(`a[href$="?finding=${finding.id}"]`).click()
      return seeBuilder(shown, place, finding, action, recordsAtFirst[`${shown.report.domain_name} ${finding.id}`])
    case 'edit':
      return seeEdit(shown, await openPanel(place), action)
    case 'serve':
      return seeFile(shown, await openPanel(place), action)
    case 'ask':
      return seeMessage(shown, await openPanel(place), finding, action)
    case 'selector':
      await place.locator('a[href*="#"]').click()
      await expect(page.getByLabel('Add a DKIM selector')).toBeFocused()
      return expect(page.getByLabel('Add a DKIM selector')).toBeInViewport()
    case 'see':
      return seeSection(page, place, action)
    case 'delist':
      return seeListsPage(page, place, action)
    case 'retry':
      return testAgain(shown, place, action)
    default:
      return action satisfies never
  }
}

/** Opens what the action consists of. */
async function openPanel(place: Locator): Promise<Locator> {
  const button = place.locator('button[aria-expanded]').first()
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  return place.locator(`[id="${await button.getAttribute('aria-controls')}"]`)
}

/** What a button copies. */
async function copied(panel: Locator, name: string | RegExp): Promise<string> {
  const page = panel.page()
  await page.evaluate(() => navigator.clipboard.writeText('nothing was copied'))
  await panel.getByRole('button', { name, exact: true }).click()
  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(clipboard).not.toBe('nothing was copied')
  return clipboard()
}

/** The host, the type and the value, each with its copy button. The host is relative to the zone. */
async function seeFields({ report }: Shown, panel: Locator, { name, type, value }: Fields): Promise<void> {
  const zone = report.results.dns.delegation?.zone ?? report.domain_name
  const host = name === zone ? '@' : name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name
  expect(await copied(panel, `Copy host of ${name}`)).toBe(host)
  expect(await copied(panel, `Copy type of ${name}`)).toBe(type)
  if (value === null) return expect(panel.getByRole('button', { name: `Copy value of ${name}` })).toHaveCount(0)
  expect(await copied(panel, `Copy value of ${name}`)).toBe(value)
  return expect(panel.getByText(value, { exact: true }).first()).toBeVisible()
}

/** The record to publish, which one it replaces, and the builder filled with it. */
async function seeRecord(shown: Shown, place: Locator, finding: Finding, action: Of<'publish'>) {
  const { record, builder } = action
  const panel = await openPanel(place)
  await expect(panel).toContainText(publishWords(action))
  await seeFields(shown, panel, record)
  if (builder === null) return
  await panel.locator(`a[href$="?finding=${finding.id}"]`).click()
  await seeBuilder(shown, place, finding, builder, record.value)
}

/**
 * The records that the builders begin with where the action has none: the published one, that of another finding about
 * the same field, or the first of a new form.
 */
const recordsAtFirst: Readonly<Record<string, string>> = {
  'bare.example dmarc_missing': 'v=DMARC1; p=none; rua=mailto:dmarc@bare.example',
  'bare.example spf_missing': 'v=spf1 ~all',
  'marketing.example spf_near_limit':
    'v=spf1 include:_spf.google.com include:sendgrid.net include:servers.mcsv.net include:mail.zendesk.com include:_spf.salesforce.com include:amazonses.com include:spf.mtasv.net -all',
  'neglected.example spf_ptr': 'v=spf1 a mx include:mailhost.example ?all',
  'toomany.example spf_permerror': `v=spf1 ${Array.from({ length: 12 }, (_, at) => `include:s${at}.toomany.example `).join('')}-all`,
  'young.example spf_softfail_unenforced':
    'v=DMARC1; p=quarantine; rua=mailto:founders@young.example,mailto:young@in.reportdesk.example',
}

/** The builder is open with this record in its form and the focus in the field, and Back leads to the report. */
async function seeBuilder(
  { page, id }: Shown,
  place: Locator,
  finding: Finding,
  { tool, field }: BuilderField,
  record: string | undefined,
): Promise<void> {
  await expect(page).toHaveURL(`/${tool}-wizard/${id}?finding=${finding.id}`)
  const control = page.locator(`[data-field~="${field}"] :is(input, select, button)`).first()
  await expect(control).toBeFocused()
  await expect(control).toBeInViewport()
  expect(record).toBeDefined()
  await (tool === 'spf' ? seeSpfForm(page, record ?? '') : seeDmarcForm(page, record ?? ''))
  await page.goBack()
  await expect(place).toBeVisible()
}

async function seeSpfForm(page: Page, record: string): Promise<void> {
  const terms = record.split(' ')
  const entries = (label: string, prefix: string) =>
    expect(page.getByRole('list', { name: label }).getByRole('listitem')).toHaveText(
      terms.filter(term => term.startsWith(prefix)).map(term => term.slice(prefix.length)),
    )
  const isOn = (label: string, term: string) =>
    expect(page.getByRole('switch', { name: label })).toBeChecked({ checked: terms.includes(term) })
  await entries('Include domains', 'include:')
  await entries('IPv4 addresses', 'ip4:')
  await entries('IPv6 addresses', 'ip6:')
  await isOn('Include MX records', 'mx')
  await isOn('Include the domain’s A record', 'a')
  await expect(page.getByLabel('All other servers (all)')).toHaveValue(terms.at(-1) ?? '')
}

async function seeDmarcForm(page: Page, record: string): Promise<void> {
  const tags = new Map(record.split('; ').map(tag => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)]))
  await expect(page.getByLabel('Policy', { exact: true })).toHaveValue(tags.get('p') ?? '')
  const addresses = tags.get('rua')?.replaceAll('mailto:', '') ?? ''
  await expect(page.getByLabel('Aggregate report email (RUA)')).toHaveValue(addresses)
  await expect(page.getByLabel('Percentage (pct)')).toHaveValue(tags.get('pct') ?? '100')
  await expect(page.getByLabel('Subdomain policy (sp)')).toHaveValue(tags.get('sp') ?? '')
}

/** The records to change; the one to delete, where it is known. */
async function seeEdit(shown: Shown, panel: Locator, { name, type, remove, advised }: Of<'edit'>): Promise<void> {
  await seeFields(shown, panel, { name, type, value: remove })
  await seeAdvised(panel, advised)
}

/** The records that the advice names for cases that only the owner knows. */
async function seeAdvised(panel: Locator, advised: Action['advised'] = []): Promise<void> {
  for (const { type, value } of advised) expect(await copied(panel, `Copy value of ${type} ${value}`)).toBe(value)
}

/** The address of the policy file, and the file where it is known. */
async function seeFile(shown: Shown, panel: Locator, { url, text, record }: Of<'serve'>): Promise<void> {
  await expect(panel.getByText(url, { exact: true })).toBeVisible()
  expect(await copied(panel, `Copy URL of ${url}`)).toBe(url)
  if (text !== null) expect(await copied(panel, `Copy file of ${url}`)).toBe(text)
  if (record !== null) await seeFields(shown, panel, record)
}

/** The message to the party that must act has the facts of the finding, and the record that it must publish. */
async function seeMessage(shown: Shown, panel: Locator, finding: Finding, { record }: Of<'ask'>): Promise<void> {
  if (record !== null) await seeFields(shown, panel, record)
  const message = await copied(panel, `Copy message of ${finding.reason}`)
  const wanted = record === null ? [] : [`${record.name} ${record.type} ${record.value}`]
  for (const part of [shown.report.domain_name, finding.reason, finding.meaning, ...wanted, finding.clause]) {
    expect(message).toContain(part)
  }
  // The advice is for the owner of the domain.
  expect(message).not.toContain(finding.advice)
}

const sections: Readonly<Record<string, string>> = { blacklist: 'Blacklist Status' }

/** The section of the other check is open, and in sight. */
async function seeSection(page: Page, place: Locator, { check }: Of<'see'>): Promise<void> {
  await place.locator(`a[href$="#${check}"]`).click()
  const title = page.locator(`#${check}`).getByRole('button', { name: new RegExp(`^${sections[check]}`) })
  await expect(title).toHaveAttribute('aria-expanded', 'true')
  await expect(title).toBeInViewport()
}

/** The page of that very list opens in a tab of its own, which learns nothing of this one. */
async function seeListsPage(page: Page, place: Locator, { list, url }: Of<'delist'>): Promise<void> {
  expect(url).toBe(blocklists.find(({ name }) => name === list)?.delisting.url)
  const link = place.locator('a[target="_blank"]')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  const context = page.context()
  await context.route(url, route => route.fulfill({ contentType: 'text/html', body: '<title>Removal</title>' }))
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click()])
  await tab.waitForLoadState()
  expect(tab.url()).toBe(new URL(url).href)
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await tab.close()
}

/** Before its time, the test cannot be pressed and says when; afterwards pressing it scans. */
async function testAgain({ page, report, lastReport }: Shown, place: Locator, { at }: Of<'retry'>): Promise<void> {
  const button = place.getByRole('button', { name: /^Test again/ })
  await expect(button).toHaveAccessibleName(new RegExp(`${at.slice(11, 16)} UTC`))
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription(new RegExp(`${at.slice(11, 16)} UTC`))

  await page.clock.setSystemTime(Date.parse(at) + 1_000)
  await page.reload()
  await expect(button).not.toHaveAttribute('aria-disabled')
  await button.click()
  await expect.poll(async () => (await lastReport()).finished_at, { timeout: 30_000 }).not.toBe(report.finished_at)
  await expect(button).not.toHaveAttribute('aria-busy')
}

/** What each screen shows of a plan, as a person on it sees it. */
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Subscriber } from './plan-account.ts'
import { button, heading, textIn, tried, upgradeDialog } from './plan-screens.ts'
import { openDomains } from './scenes/domains.ts'
import { openCard } from './scenes/report.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const closeDialog = (page: Page) => page.keyboard.press('Escape')

export const isOnDashboard =
  (title: string) =>
  ({ page }: Subscriber) =>
    heading(page, title).isVisible()

export async function addOneMoreDomain({ page }: Subscriber): Promise<string> {
  const name = 'customer-9.example'
  await button(page, 'Add Domain').click()
  await page.getByLabel('Domain Name').fill(name)
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true })
  return tried(page, () => add.click(), page.getByRole('link', { name, exact: true }))
}

export async function scanOnceMore({ page }: Subscriber): Promise<string> {
  const scanned = await tried(
    page,
    () => button(page, 'Scan monitoring.example').click(),
    heading(page, 'Email Health Score'),
  )
  if (scanned === 'has') await openDomains(page)
  return scanned
}

/** The schedules to choose from, or the upgrade dialog. */
export async function schedules({ page }: Subscriber): Promise<string | string[]> {
  const dialog = page.getByRole('dialog', { name: 'Scheduled scans of monitoring.example' })
  await button(page, 'More for monitoring.example').click()
  const opened = await tried(page, () => page.getByRole('menuitem', { name: 'Schedule' }).click(), dialog)
  if (opened !== 'has') return opened
  const offered = await dialog.locator('label').allInnerTexts()
  await closeDialog(page)
  return offered.map(text => text.split('\n')[0] ?? '')
}

/** The state of a check in the list of six: "0 of 34". A list may be too slow for this machine: "0 of 34, 1 unanswered". */
export const badge =
  (name: string) =>
  async ({ page }: Subscriber): Promise<string> => {
    const text = await page.getByRole('link', { name: new RegExp(`^${name}`) }).innerText()
    return text.slice(name.length).trim().split(', ')[0] ?? ''
  }

/** The lines of the card about the day's lookups, in the order of the screen. */
export async function threatLimitOfReport({ page }: Subscriber): Promise<string[]> {
  await openCard(page, 'Threat Intelligence')
  const card = page.locator('section', { has: button(page, /^Threat Intelligence/) })
  const verdict = card.getByText('Overall verdict')
  const limit = card.getByText('Daily threat-intelligence query limit reached. Upgrade for more queries.')
  await expect(verdict.or(limit).first()).toBeVisible()
  const lines = [limit, card.getByRole('link', { name: /^Upgrade/ }), card.getByText(/VT queries\/day/)]
  return (await Promise.all(lines.map(textIn))).filter(line => line !== null)
}

/** The titles of the interpretation, or the link that is in its place. */
export async function smartInterpretation({ page }: Subscriber): Promise<string[]> {
  await openCard(page, 'Threat Intelligence')
  const card = page.locator('section', { has: button(page, /^Threat Intelligence/) })
  await expect(card.getByText('Overall verdict')).toBeVisible()
  const lines = ['Smart verdict', 'Vendor interpretation'].map(name => heading(page, name))
  const shown = await Promise.all([...lines, card.getByRole('link', { name: /^Upgrade/ })].map(textIn))
  return shown.filter(line => line !== null)
}

/** Whether the button has a lock, and what a press leads to. */
export const askAi =
  (title: string) =>
  async ({ page }: Subscriber): Promise<{ lock: boolean; press: string }> => {
    const panel = page.getByRole('dialog', { name: title, exact: true })
    const lock = await button(page, 'Ask AI').locator('.lucide-lock').isVisible()
    const press = await tried(page, () => button(page, 'Ask AI').click(), panel.getByPlaceholder('Ask a question...'))
    if (press === 'has') await closeDialog(page)
    return { lock, press }
  }

export async function threatLimitOfHeaders({ page }: Subscriber): Promise<string[]> {
  await page.getByRole('tab', { name: 'VirusTotal' }).click()
  const panel = page.getByRole('tabpanel', { name: 'VirusTotal' })
  await expect(panel).not.toBeEmpty()
  const lines = [panel.getByText(/^Daily VirusTotal query limit/), panel.getByRole('link', { name: /VT queries\/day/ })]
  return (await Promise.all(lines.map(textIn))).filter(line => line !== null)
}

/** The name of the file, or the upgrade dialog. */
export const exportFile =
  (label: string) =>
  async ({ page }: Subscriber): Promise<string> => {
    const files: string[] = []
    page.once('download', download => files.push(download.suggestedFilename()))
    const exported = await tried(page, async () => {
      await button(page, label).click()
      await expect.poll(async () => files.length + (await upgradeDialog(page).count())).toBe(1)
    })
    return exported === 'has' ? (files[0] ?? '') : exported
  }

export const takeAnyDomain =
  (generate: string) =>
  async ({ page }: Subscriber): Promise<string> => {
    await page.getByLabel('Or another domain').fill('elsewhere.example')
    return tried(
      page,
      () => button(page, 'Use Domain').click(),
      page.getByRole('button', { name: generate, exact: true }),
    )
  }

export const comparisonCell =
  (row: string) =>
  ({ page }: Subscriber) =>
    textIn(page.getByRole('row', { name: row }).getByRole('cell').last())

/** The note of a locked part of a screen; null: there is none. */
export const lockNote =
  (about: string) =>
  ({ page }: Subscriber) =>
    textIn(page.getByRole('main').getByText(new RegExp(`^${about} not part of your`)))

/** What the list says of the used configurations, and what one more leads to. */
export async function flattenOnceMore({ page }: Subscriber): Promise<(string | null)[]> {
  const used = await textIn(page.getByText(/\d configurations?(?: used)?$/))
  const one = await tried(page, () => button(page, 'New Configuration').click(), page.getByLabel('Current SPF Record'))
  return [used, one]
}

/** The settings that the plan locks, by name, and what a press of one leads to. */
export async function alertSettings({ page }: Subscriber): Promise<{ locked: string[]; press: string }> {
  const switches = ['Send alerts by email', 'DMARC failure', 'Monitor DNS and MX records']
  const fields = ['Notification email', 'Slack webhook URL', 'Microsoft Teams webhook URL', 'Webhook URL']
  const settings = [
    ...switches.map(name => [name, page.getByRole('switch', { name })] as const),
    ...fields.map(name => [name, page.getByRole('textbox', { name, exact: true })] as const),
  ]
  const locked: string[] = []
  for (const [name, setting] of settings) {
    if ((await setting.getAttribute('aria-disabled')) === 'true') locked.push(name)
  }
  const press = () => page.getByRole('switch', { name: 'DMARC failure' }).press('Space')
  return { locked, press: await tried(page, press, page.getByText('Settings saved')) }
}

export const asideOf =
  (title: string) =>
  async ({ page }: Subscriber): Promise<string | null> => {
    const text = await textIn(section(page, title).locator('h2 + *'))
    return text === '' ? null : text
  }

export async function watchAnAddress({ page }: Subscriber): Promise<string> {
  const field = page.getByLabel('IP address or range')
  if ((await field.getAttribute('aria-disabled')) !== 'true') await field.fill('8.26.56.1')
  const watched = page.getByRole('row', { name: '8.26.56.1' })
  // It looks disabled where it is locked, but answers a click.
  return tried(page, () => button(page, 'Watch').click({ force: true }), watched)
}

/** "of 10": what the bar compares the usage with. */
export const allowanceOf =
  (label: string) =>
  async ({ page }: Subscriber): Promise<string> => {
    const line = section(page, 'Profile').getByText(label, { exact: true }).locator('..')
    await expect(line).toContainText(/\d+(?: of |, no limit)/)
    return (await line.innerText()).replaceAll(/\s+/g, ' ').slice(label.length).trim()
  }

export const planBadge = ({ page }: Subscriber) => textIn(section(page, 'Profile').getByText(/ plan$/))

/** The line about the members, and what one more invitation leads to. */
export async function inviteOnceMore({ page }: Subscriber): Promise<(string | null)[]> {
  const line = await textIn(page.getByText(/members? used\. Open invitations|unlimited members\.$/))
  const one = await tried(
    page,
    () => button(page, 'Create invitation').click(),
    page.getByText('Send this link to one person. It is shown only once.'),
  )
  return [line, one]
}

/** The note of the locked section, or the button that the plan gives. */
export const sectionOffers =
  (title: string, name: string) =>
  async ({ page }: Subscriber): Promise<string | null> => {
    const place = section(page, title)
    const offered = place.getByRole('button', { name, exact: true })
    const note = place.getByText(/ not part of your /)
    await expect(offered.or(note)).toBeVisible()
    return (await offered.isVisible()) ? 'has' : textIn(note)
  }

/** Whether the screen offers a period to look at; else what its note says. */
export async function analyticsOrLock({ page }: Subscriber): Promise<string | null> {
  const offered = page.getByLabel('Period')
  const note = page.getByText(/ not part of your /)
  await expect(offered.or(note)).toBeVisible()
  return (await offered.isVisible()) ? 'has' : textIn(note)
}

/** "34 of 34 on": the lists of the catalog that scans check. */
export async function listsOn({ page }: Subscriber): Promise<string | undefined> {
  return (await textIn(page.getByText('Blocklists of the catalog: ')))?.split(': ')[1]
}

/** `has` where a list of the catalog can be turned off; else the upgrade dialog. Nothing is saved. */
export async function turnListOff({ page }: Subscriber): Promise<string> {
  await page.getByText('Blocklists of the catalog: ').click()
  const box = page.getByRole('checkbox', { name: /Spamhaus ZEN/ })
  const off = page.getByRole('checkbox', { name: /Spamhaus ZEN/, checked: false })
  return tried(page, () => box.click({ force: true }), off)
}

export const titleOnAccount =
  (title: RegExp) =>
  ({ page }: Subscriber) =>
    textIn(page.getByRole('heading', { name: title }))

/** What answers have in common, by what they say. */
export async function answerAboutAll({ page }: Subscriber): Promise<string[]> {
  const answer = await ask(page, 'What domains need attention?')
  const marks = ['On Starter, answers are about one domain at a time.', 'scanned domains', 'A plan across your domains']
  return marks.filter(mark => answer.includes(mark))
}

async function ask(page: Page, question: string): Promise<string> {
  const field = page.getByPlaceholder('Ask a question...')
  await field.fill(question)
  await field.press('Enter')
  const answer = page.getByRole('article', { name: question })
  // The last line of an answer.
  await expect(answer).toContainText('Waxseal’s own rules made this answer from your data.')
  return answer.innerText()
}

/** What the eleventh message of the day leads to. */
export async function eleventhMessage({ page, call }: Subscriber): Promise<string> {
  const { messages } = (await call('GET', '/chat/history')) as { messages: unknown[] }
  for (let sent = messages.length; sent < 10; sent++) await call('POST', '/chat/query', { message: 'What is DKIM?' })
  const question = 'What is MTA-STS?'
  const field = page.getByPlaceholder('Ask a question...')
  await field.fill(question)
  const answer = page.getByRole('article', { name: question }).getByText('publishes a policy over HTTPS')
  return tried(page, () => field.press('Enter'), answer)
}

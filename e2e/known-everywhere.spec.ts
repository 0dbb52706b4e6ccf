/**
 * A change is known everywhere: a zone changes, monitoring alerts, and the list, the report, the chat and the dashboard agree
 * after the scan that starts by itself, behind a resolver that caches for an hour. No one presses a button.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Call, caller } from './api.ts'
import { expect, test } from './fixtures.ts'
import type { Happens } from './story-server.ts'
import { password } from './world.ts'

const port = 3921
const url = `http://localhost:${port}`
const name = 'perfect.example'
const records = {
  reject: `v=DMARC1; p=reject; rua=mailto:dmarc@${name}`,
  none: `v=DMARC1; p=none; rua=mailto:dmarc@${name}`,
}
const weakened = 'DMARC policy weakened from reject to none'
/** Longer than the six hours between two checks. */
const passMs = 6.1 * 3_600_000

let story: ChildProcess
test.beforeAll(async () => {
  test.setTimeout(240_000)
  story = fork(join(import.meta.dirname, 'story-server.ts'), [String(port)])
  await once(story, 'message')
})
test.afterAll(async () => {
  const gone = once(story, 'exit')
  story.disconnect()
  await gone
})

async function happens(event: Omit<Happens, 'zone' | 'passMs'>): Promise<void> {
  story.send({ zone: name, passMs, ...event } satisfies Happens)
  await once(story, 'message')
}

interface Listed {
  id: string
  health_score: number | null
  last_scan: string | null
  scanning: boolean
  changed_after_scan: object[]
}

test('a weakened policy, and its mend', async ({ open }) => {
  test.setTimeout(240_000)
  const page = await open(null)
  const signUp = await fetch(`${url}/api/identity/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ name: 'Ada', email: `ada-${Date.now()}@waxseal.example`, password }),
  })
  expect(signUp.ok, await signUp.text()).toBe(true)
  const pairs = signUp.headers.getSetCookie().map(text => text.split(';')[0] ?? '')
  await page
    .context()
    .addCookies(
      pairs.map(pair => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1), url })),
    )
  /** A token ends while hours pass, so each call gets one anew. */
  const call: Call = async (...args) => (await caller(url, pairs.join('; ')))(...args)
  await call('GET', '/auth/me')
  const listed = async () => ((await call('GET', '/domains')) as Listed[])[0]
  /** Waits until the newest scan has seen all that monitoring saw since. */
  const scannedAfter = (lastScan: string | null | undefined) =>
    expect
      .poll(
        async () => {
          const row = await listed()
          return row?.last_scan !== lastScan && row?.scanning === false && row.changed_after_scan.length === 0
        },
        { timeout: 90_000 },
      )
      .toBe(true)

  const { id } = (await call('POST', '/domains', { domain_name: name })) as { id: string }
  await expect
    .poll(async () => ((await call('GET', '/dns/changes/counts')) as Counts).monitoring.checked_at, { timeout: 60_000 })
    .not.toBeNull()
  await call('POST', `/diagnostics/scan/${id}`, {})
  const before = await listed()
  expect(before?.health_score).toBe(100)

  await test.step('the policy is weakened', () => happens({ dmarc: records.none }))
  await scannedAfter(before?.last_scan)
  const after = await listed()
  await agree(page, id, { score: after?.health_score, record: 'p=none', alert: weakened })
  expect(after?.health_score).toBeLessThan(100)

  await test.step('and mended', () => happens({ dmarc: records.reject }))
  await scannedAfter(after?.last_scan)
  await agree(page, id, { score: 100, record: 'p=reject', alert: 'Resolved: DMARC fail' })
  expect((await listed())?.health_score).toBe(100)
})

interface Counts {
  monitoring: { checked_at: string | null }
}

/** Every screen shows this score and this record, and the alert is there. */
async function agree(
  page: Page,
  id: string,
  { score, record, alert }: { score: number | null | undefined; record: string; alert: string },
): Promise<void> {
  await test.step('the list', async () => {
    await page.goto(`${url}/domains`)
    const row = page.getByRole('row').filter({ hasText: name })
    await expect(row).toContainText(String(score))
    await expect(row).not.toContainText('Changed after this scan')
  })
  await test.step('the report', async () => {
    await page.goto(`${url}/diagnostics/${id}`)
    await expect(page.getByRole('group', { name: `Health score ${score} of 100` })).toBeVisible()
    await expect(page.getByRole('link', { name: 'SPF/DMARC DMARC only monitors' })).toHaveCount(
      record === 'p=none' ? 1 : 0,
    )
    await expect(page.getByText('No changes', { exact: true })).toHaveCount(0)
  })
  await test.step('the dashboard', async () => {
    await page.goto(`${url}/dashboard`)
    await expect(page.getByText(alert).first()).toBeVisible()
    await expect(page.getByText('Changed after the last scan')).toHaveCount(0)
  })
  await test.step('the chat', async () => {
    await page.goto(`${url}/chat`)
    await page.getByPlaceholder('Ask a question...').fill(`What is the DMARC record of ${name}?`)
    await page.keyboard.press('Enter')
    await expect(page.getByText(record).last()).toBeVisible()
    await expect(page.getByText(/^From the scan of /).last()).toBeVisible()
  })
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { linkedCheck, ReplyOf } from '@waxseal/contract'
import { answer, fault, type Scene } from './scene.ts'

type Linked = ReplyOf<typeof linkedCheck>

const path = `/check/${'A'.repeat(22)}`
const api = '/check/links/*'
const expires_at = '2026-12-05T09:00:00.000Z'

/** The sample of the landing page, as the check of a visitor has it. */
const sample = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../packages/web/src/features/landing/sample-report.json'), 'utf8'),
) as Linked['scan']
const { relay, transport, blacklist, threat_intelligence: threat } = sample.results
if (relay === null || transport === null) throw new Error('the sample has sessions with mail servers')
const untold = 'Not asked without an account'
const unasked = { does: 'unknown', word: 'Unknown', says: 'We did not ask.', source: null } as const
const visited: Linked['scan'] = {
  ...sample,
  basis: { ...sample.basis, tier: 'free' },
  results: {
    ...sample.results,
    relay: { is_open_relay: null, test_details: [`${untold}.`], state: 'not-for-visitors', hosts: [] },
    transport: {
      senders: transport.senders && {
        rows: transport.senders.rows.map(({ host }) => ({
          host,
          opportunistic: unasked,
          mta_sts: unasked,
          dane: unasked,
          addresses: [],
        })),
        note: `${untold}.`,
      },
      certificates: [],
      certificates_unseen: [],
      parts: transport.parts.map(part =>
        part.id === 'starttls' || part.id === 'certificate'
          ? { ...part, state: 'not-for-visitors', summary: `${untold}.`, details: [], findings: [] }
          : part,
      ),
    },
    // The first ten lists, as without a plan.
    blacklist: { ...blacklist, total_checked: 10, blacklists: blacklist.blacklists.slice(0, 10) },
    threat_intelligence: { ...threat, left_out: ['VirusTotal'] },
  },
}

/** This server has no such link, so that it answers 410. The page is there for the link of the scene. */
async function goTo(page: Page): Promise<void> {
  await page.route(`**${path}`, async route => route.fulfill({ response: await route.fetch(), status: 200 }))
  await page.goto(path)
}

async function opened(page: Page): Promise<void> {
  await answer(page, api, { domain_unicode: null, scan: visited, expires_at })
  await goTo(page)
  await expect(page.getByText(`${untold}: open relays`).first()).toBeVisible()
}

async function refused(page: Page, status: number, code: string, title: string): Promise<void> {
  await fault(page, 'GET', api, status, { code, detail: 'Not available' })
  await goTo(page)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}

async function checked(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Your domain' }).fill('nodmarc.example')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible({ timeout: 60_000 })
}

export const visitorCheckScenes = {
  'landing-checked-link': {
    as: null,
    show: async page => {
      await checked(page)
      await page.getByRole('button', { name: 'Copy link' }).click()
      await expect(page.getByText('Anyone with this link can read the report')).toBeVisible()
    },
  },
  'linked-check': { as: null, show: opened },
  'linked-check-deleting': {
    as: null,
    show: async page => {
      await opened(page)
      await page.getByRole('button', { name: 'Delete this link' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  'linked-check-gone': { as: null, show: page => refused(page, 410, 'gone', 'This report is no longer available') },
} satisfies Record<string, Scene>

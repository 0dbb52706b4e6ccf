import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { listShares, ReplyOf, sharedReport } from '@waxseal/contract'
import type { World } from '../world.ts'
import { report } from './report.ts'
import { identity } from './report-identity.ts'
import { answer, fault, type Scene } from './scene.ts'

type Share = ReplyOf<typeof listShares>['shares'][number]
type Shared = ReplyOf<typeof sharedReport>

const day = 86_400_000
const at = (days: number) => new Date(Date.now() + days * day).toISOString()

const share: Share = {
  id: '1',
  created_at: at(-9),
  created_by: 'Katherine Johnson',
  expires_at: at(21),
  last_opened_on: at(-1).slice(0, 10),
  opened: 3,
}
const shares: Share[] = [
  { ...share, id: '2', created_at: at(0), created_by: null, expires_at: at(90), last_opened_on: null, opened: 0 },
  share,
  { ...share, id: '3', created_by: 'Mary Jackson, responsible for the newsletters of the northern offices', opened: 1 },
]

async function openDialog(page: Page, world: World): Promise<void> {
  await report('monitoring.example').show(page, world)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Share this report' })).toBeVisible()
}

async function listed(page: Page, world: World, list = shares): Promise<void> {
  await answer(page, '/diagnostics/shares/*', { shares: list })
  await openDialog(page, world)
  await expect(page.getByText(list.length === 0 ? 'No links yet.' : 'Not opened yet').first()).toBeVisible()
}

/** The report of the sample of the landing page, as a scan gave it. */
const sample = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../packages/web/src/features/landing/sample-report.json'), 'utf8'),
) as Shared['scan']

const shared: Shared = { domain_unicode: null, scan: sample, identity: null, expires_at: at(30) }
const path = '/shared/3q2-7wAAAAAA'

async function openShared(page: Page, reply: Shared): Promise<void> {
  await answer(page, '/shared/reports/*', reply)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Email Health Score' })).toBeVisible()
}

export const sharingScenes = {
  share: { as: 'business', show: listed },
  'share-created': {
    as: 'business',
    show: async (page, world) => {
      await fault(page, 'POST', '/diagnostics/share/*', 201, {
        share: shares[0],
        url: 'https://waxseal.example/shared/3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      })
      await listed(page, world)
      await page.getByRole('button', { name: 'Create link' }).click()
      await expect(page.getByText('Copy the link now. It is shown only once.')).toBeVisible()
    },
  },
  'share-json': {
    as: 'business',
    show: async (page, world) => {
      await listed(page, world)
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download JSON' }).click()
      expect((await saved).suggestedFilename()).toBe('monitoring.example_report.json')
      await expect(page.getByText('JSON downloaded successfully')).toBeVisible()
    },
  },
  'shared-report': { as: null, show: page => openShared(page, shared) },
  'shared-report-signed-in': { as: 'clear', show: page => openShared(page, shared) },
  'shared-report-branded': { as: null, show: page => openShared(page, { ...shared, identity }) },
  'shared-report-gone': {
    as: null,
    refused: true,
    show: async page => {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'This report is not available' })).toBeVisible()
    },
  },
  'shared-report-failed': {
    as: null,
    show: async page => {
      await fault(page, 'GET', '/shared/reports/*', 500)
      await page.goto(path)
      await expect(page.getByText('The report could not be loaded')).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

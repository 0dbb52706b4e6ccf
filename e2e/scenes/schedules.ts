import { expect, type Page } from '@playwright/test'
import type { DomainItem } from '@waxseal/contract'
import { openDomains, selectDomain } from './domains.ts'
import { rewrite, type Scene } from './scene.ts'

const day = 86_400_000
const schedules: Readonly<Record<string, DomainItem['scan_schedule']>> = {
  'bare.example': 'daily',
  'customer-0.example': 'monthly',
  'nodmarc.example': 'weekly',
  'perfect.example': 'weekly',
}

/** For a user with schedules for some of the domains. */
async function withSchedules(page: Page): Promise<void> {
  await rewrite<DomainItem[]>(page, '/domains', domains =>
    domains.map(domain => ({
      ...domain,
      scan_schedule: schedules[domain.domain_name] ?? 'none',
      next_scan_at: domain.domain_name in schedules ? new Date(Date.now() + 3 * day).toISOString() : null,
    })),
  )
  await openDomains(page)
}

async function openSchedule(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Schedule' }).click()
}

export const scheduleScenes = {
  'domains-scheduled': {
    as: 'business',
    show: async page => {
      await withSchedules(page)
      await expect(page.getByText('Scheduled scan:').first()).toBeAttached()
    },
  },
  'domains-schedule': {
    as: 'business',
    show: async page => {
      await withSchedules(page)
      await openSchedule(page, 'nodmarc.example')
      await expect(page.getByRole('dialog')).toContainText('Scheduled scans of nodmarc.example')
    },
  },
  'domains-schedule-many': {
    as: 'business',
    show: async page => {
      await withSchedules(page)
      for (const name of ['bare.example', 'nodmarc.example']) await selectDomain(page, name)
      await page.getByRole('button', { name: 'Schedule', exact: true }).click()
      await expect(page.getByRole('dialog')).toContainText('Scheduled scans of 2 domains')
    },
  },
  'domains-schedule-starter': {
    as: 'fresh',
    show: async page => {
      await openDomains(page)
      await openSchedule(page, 'perfect.example')
      await expect(page.getByRole('dialog')).toContainText('Scheduled scans are not part of your Starter plan.')
    },
  },
} satisfies Record<string, Scene>

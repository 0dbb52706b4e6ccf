import { expect, type Page } from '@playwright/test'
import { answer, fault, hold, type Scene } from './scene.ts'

const minute = 60_000

function scanned(name: string, score: number | null, before: number | null, minutesAgo: number) {
  return {
    domain_id: `id-${name}`,
    domain_name: name,
    domain_unicode: null,
    health_score: score,
    score_before: before,
    fixed: before !== null && score !== null && score > before ? 2 : 0,
    added: before !== null && score !== null && score < before ? 1 : 0,
    timestamp: new Date(Date.now() - minutesAgo * minute).toISOString(),
  }
}

function item(scan: ReturnType<typeof scanned>, scans: ReturnType<typeof scanned>[] = []) {
  const message = scans.length > 0 ? `${scans.length} domains scanned` : `Scan completed for ${scan.domain_name}`
  const rises = scans.map(({ health_score: score, score_before: before }) => (score ?? 0) - (before ?? score ?? 0))
  return {
    ...scan,
    type: 'scan_completed',
    message,
    alert_type: null,
    scans,
    scans_total: scans.length,
    scores_up: rises.filter(rise => rise > 0).length,
    scores_down: rises.filter(rise => rise < 0).length,
  }
}

const bulk = Array.from({ length: 12 }, (_, n) =>
  scanned(`shop-${n + 1}.example`, 41 + 5 * n, 38 + 6 * (n % 9), 30 + n),
)

const activity = [
  item(scanned('nodmarc.example', 83, 60, 2)),
  item(scanned('listed.example', 34, 76, 12)),
  item({ ...scanned('shop-1.example', null, null, 30), fixed: 9, added: 2 }, bulk),
  item(scanned('perfect.example', 100, 100, 3 * 60)),
  item(scanned('a-long-name-for-a-department-far-away.subsidiary.example', 55, null, 26 * 60)),
  item(scanned('unreachable.example', null, null, 27 * 60)),
]

function withActivity(then?: (page: Page) => Promise<void>): Scene {
  return {
    as: 'business',
    show: async page => {
      await answer(page, '/dashboard/activity-feed?*', activity)
      await page.goto('/dashboard')
      await expect(page.getByText('12 domains scanned')).toBeVisible()
      await then?.(page)
    },
  }
}

export const dashboardScenes = {
  'dashboard-loading': {
    as: 'business',
    show: async page => {
      await hold(page, '/vt/dashboard-stats')
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { name: 'Security Dashboard' })).toBeVisible()
    },
  },
  'dashboard-failed': {
    as: 'business',
    show: async page => {
      await fault(page, 'GET', '/vt/dashboard-stats', 500)
      await page.goto('/dashboard')
      await expect(page.getByText('could not be loaded').first()).toBeVisible()
    },
  },
  'dashboard-empty': {
    as: 'empty',
    show: async page => {
      await page.goto('/dashboard')
      await expect(page.getByText('No scan data available yet').first()).toBeVisible()
    },
  },
  'dashboard-scanned': {
    as: 'business',
    show: async page => {
      await page.goto('/dashboard')
      await expect(page.getByText('Email Health Overview')).toBeVisible()
    },
  },
  'dashboard-just-now': {
    as: 'scratch',
    show: async (page, world) => {
      await page.goto(`/diagnostics/${world.accounts.scratch.domains['nodmarc.example']}`)
      await page.getByRole('button', { name: /^(Run First Scan|Rescan)$/ }).click()
      await expect(page.getByText('Scan completed successfully')).toBeVisible()
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()
    },
  },
  'dashboard-activity': withActivity(),
  'dashboard-activity-open': withActivity(async page => {
    await page.getByText('12 domains scanned').click()
    await expect(page.getByRole('link', { name: 'shop-12.example' })).toBeVisible()
  }),
  'dashboard-activity-failed': {
    as: 'business',
    show: async page => {
      await fault(page, 'GET', '/dashboard/activity-feed?*', 500)
      await page.goto('/dashboard')
      await expect(page.getByText('Recent activity could not be loaded')).toBeVisible()
    },
  },
  'dashboard-clear': {
    as: 'clear',
    show: async page => {
      await page.goto('/dashboard')
      await expect(page.getByText('Email Health Overview')).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

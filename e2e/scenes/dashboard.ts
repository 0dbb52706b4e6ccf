import { expect, type Page } from '@playwright/test'
import { answer, fault, hold, rewrite, type Scene } from './scene.ts'

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
    alert_type: null as string | null,
    alert_severity: null as string | null,
    resolved: false,
    scans,
    scans_total: scans.length,
    scans_more: false,
    scores_up: rises.filter(rise => rise > 0).length,
    scores_down: rises.filter(rise => rise < 0).length,
  }
}

const bulk = Array.from({ length: 12 }, (_, n) =>
  scanned(`shop-${n + 1}.example`, 41 + 5 * n, 38 + 6 * (n % 9), 30 + n),
)

function alert(name: string, minutesAgo: number, about: { type: string; message: string; resolved?: boolean }) {
  const { type: alert_type, message, resolved = false } = about
  const severity = resolved ? 'info' : 'critical'
  return {
    ...item(scanned(name, null, null, minutesAgo)),
    type: 'alert',
    alert_type,
    alert_severity: severity,
    message,
    resolved,
  }
}

const activity = [
  item(scanned('nodmarc.example', 83, 60, 2)),
  alert('listed.example', 11, { type: 'blacklist_detection', message: 'Listed by Spamhaus ZEN: 203.0.113.25' }),
  item(scanned('listed.example', 34, 76, 12)),
  alert('nodmarc.example', 20, { type: 'dmarc_fail', message: 'DMARC record missing', resolved: true }),
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

/** The calls of the page. */
const calls = {
  stats: '/vt/dashboard-stats',
  issues: '/dashboard/issue-breakdown',
  actions: '/dashboard/priority-actions',
  activity: '/dashboard/activity-feed?*',
} as const

/** One call fails, and the other sections are there. */
function failing(call: keyof typeof calls, section: string): Scene {
  return {
    as: 'business',
    show: async page => {
      await fault(page, 'GET', calls[call], 500)
      await page.goto('/dashboard')
      await expect(page.getByText(`${section} could not be loaded`)).toBeVisible()
    },
  }
}

const found = [
  ['dmarc_missing', 'DMARC record missing', 'red', 'critical'],
  ['spf_missing', 'SPF record missing', 'orange', 'high'],
  ['ptr_missing', 'No reverse DNS name', 'yellow', 'medium'],
  ['tls_rpt_missing', 'No TLS reports', 'blue', 'other'],
  ['dkim_1024', 'DKIM key has 1,024 bits', 'yellow', 'medium'],
  ['bl_critical', 'Listed on a major blacklist', 'red', 'critical'],
  ['spf_softfail_unenforced', '~all without DMARC enforcement', 'yellow', 'medium'],
  ['mta_sts_missing', 'No MTA-STS policy', 'blue', 'other'],
  ['dmarc_none', 'DMARC only monitors', 'orange', 'high'],
  ['starttls_missing', 'A mail server does not offer STARTTLS', 'orange', 'high'],
] as const

const manyIssues = {
  scanned_domains: 9_800,
  total_domains: 10_000,
  issues: found.map(([id, label, color], n) => ({
    id,
    label,
    count: 8_120 - 811 * n,
    percentage: 82 - 8 * n,
    color,
  })),
  unchecked: [{ label: 'Open relay', count: 412 }],
}

const manyActions = found.slice(0, 8).map(([finding, title, , priority], n) => ({
  priority,
  title,
  description: `Affects department-${n}.branches.example, shop-${n}.example and ${(8_118 - 811 * n).toLocaleString('en-US')} more domains. department-${n}.branches.example: Receivers cannot tell spoofed mail from real mail.`,
  action_url: `/diagnostics/id-${n}`,
  action_label: 'Start with the worst domain',
  finding,
  domains: 8_120 - 811 * n,
  points: (8_120 - 811 * n) * (30 - 3 * n),
}))

export const dashboardScenes = {
  'dashboard-loading': {
    as: 'business',
    show: async page => {
      for (const path of Object.values(calls)) await hold(page, path)
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { name: 'Security Dashboard' })).toBeVisible()
    },
  },
  'dashboard-failed': failing('stats', 'Critical Domains'),
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
      await expect(page.getByText('Regains').first()).toBeVisible()
    },
  },
  'dashboard-starter': {
    as: 'used',
    show: async page => {
      await page.goto('/dashboard')
      await expect(page.getByText('1 of 1 domain scanned')).toBeVisible()
    },
  },
  'dashboard-many': {
    as: 'business',
    show: async page => {
      await rewrite<{ total_domains: number; security_summary: Record<string, number> }>(page, calls.stats, stats => ({
        ...stats,
        total_domains: 10_000,
        security_summary: { excellent: 5_210, good: 2_904, fair: 1_013, poor: 655, not_scanned: 200, not_scored: 18 },
      }))
      await answer(page, calls.issues, manyIssues)
      await answer(page, calls.actions, manyActions)
      await page.goto('/dashboard')
      await expect(page.getByText('9,800 of 10,000 domains scanned')).toBeVisible()
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
  'dashboard-clear': {
    as: 'clear',
    show: async page => {
      await page.goto('/dashboard')
      await expect(page.getByText('All Clear!')).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

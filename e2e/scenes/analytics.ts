/** The states of the analytics of a domain. */
import { expect, type Page } from '@playwright/test'
import { answer, type Scene } from './scene.ts'

const day = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()

const checks = ['dns', 'mx', 'spf', 'dmarc', 'dkim', 'blacklist', 'threat', 'relay', 'transport'] as const

/** The number of scans in which a check could not run, and how many days ago the last of them was. */
const missed: Partial<Record<(typeof checks)[number], [number, number]>> = {
  dkim: [2, 31],
  blacklist: [5, 3],
  relay: [20, 1],
}

/** A scan a day for 90 days: a domain that is set right step by step, is listed and delisted, and loses its score once. */
function aYearToRemember() {
  const scans = Array.from({ length: 90 }, (_, index) => ({
    scan_id: `scan-${index}`,
    at: ago(90 - index),
    score: index === 40 ? null : scoreOf(index),
    basis_changed: index === 70,
    fixed: [12, 30, 61].includes(index) ? 1 : 0,
    added: index === 52 ? 2 : 0,
    findings: {
      critical: index < 12 ? 2 : index >= 52 && index < 61 ? 1 : 0,
      high: index < 30 ? 1 : 0,
      medium: index < 70 ? 3 : 1,
      low: 2,
      info: 1,
    },
  }))
  return {
    from: ago(90),
    scans,
    has_older: false,
    listings: [
      listing('Spamhaus ZEN', '192.0.2.10', true, [52, 60], [82, 89]),
      listing('SpamCop', '192.0.2.10', false, [52, 55]),
      listing('Barracuda Reputation Block List', '2001:db8:4000:12::2a', false, [20, 20]),
      { ...listing('dnsbl.kite.example', 'mail.kite.example', false, [5, 48]), own: true },
    ],
    more_listings: 0,
    checks: checks.map(check => {
      const [count, before] = missed[check] ?? [0, null]
      return { check, made: 90 - count, last_missed: before === null ? null : ago(before) }
    }),
  }
}

function scoreOf(index: number): number {
  if (index < 12) return 31
  if (index < 30) return 56
  if (index < 52) return 78
  if (index < 61) return 43
  return index < 70 ? 88 : 94
}

function listing(list: string, listed: string, now: boolean, ...spans: readonly [number, number][]) {
  return {
    list,
    own: false,
    listed,
    listed_now: now,
    spans: spans.map(([from, to]) => ({ from: ago(90 - from), to: ago(90 - to) })),
  }
}

/** DNS changes at the places where the score moves. */
const changes = [29, 38, 60, 78].map(days => ({
  id: `change-${days}`,
  domain_id: 'any',
  domain_name: 'any.example',
  domain_unicode: null,
  change_type: 'spf_modified',
  change_description: 'SPF authorizes 256 fewer addresses',
  severity: 'warning',
  timestamp: ago(days),
  old_value: null,
  new_value: null,
}))

async function open(page: Page, analytics: object): Promise<void> {
  await answer(page, '/domains/*/analytics*', analytics)
  await answer(page, '/dns/changes?*', changes)
  await page.goto('/analytics')
}

const eventful = (then?: (page: Page) => Promise<void>): Scene => ({
  as: 'business',
  show: async page => {
    await open(page, aYearToRemember())
    await expect(page.getByText('Completed', { exact: true }).first()).toBeAttached()
    await expect(page.getByRole('img', { name: /DNS changed 4 times/ })).toBeVisible()
    await then?.(page)
  },
})

export const analyticsScenes = {
  analytics: eventful(),
  'analytics-tables': eventful(async page => {
    for (const name of ['Score', 'Findings over time', 'Blocklist history']) {
      await page.getByRole('region', { name, exact: true }).getByRole('button', { name: 'Show as table' }).click()
    }
  }),
  'analytics-many': {
    as: 'business',
    show: async page => {
      await open(page, { ...aYearToRemember(), has_older: true, more_listings: 12 })
      await expect(page.getByText('The newest 90 scans of this period')).toBeVisible()
    },
  },
  'analytics-first-scan': {
    as: 'business',
    show: async page => {
      const all = aYearToRemember()
      const scans = all.scans.slice(-1)
      const made = all.checks.map(({ check }) => ({ check, made: Number(check !== 'blacklist'), last_missed: null }))
      await open(page, { ...all, scans, listings: [], checks: made })
      await expect(page.getByText('No scan of this period could check the blocklists.')).toBeVisible()
    },
  },
  'analytics-no-scans': {
    as: 'business',
    show: async page => {
      await open(page, { ...aYearToRemember(), scans: [], listings: [] })
      await expect(page.getByText('No scans in this period')).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

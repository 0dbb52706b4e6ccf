import { expect, type Page } from '@playwright/test'
import type { DomainItem } from '@waxseal/contract'
import { checkIds } from '@waxseal/core/check'
import type { World } from '../world.ts'
import { longName } from '../zones.ts'
import { cards, report } from './report.ts'
import { fault, hold, rewrite, type Scene, setOffline } from './scene.ts'

async function exported(page: Page, world: World, format: 'PDF' | 'CSV'): Promise<void> {
  await report('monitoring.example').show(page, world)
  await page.getByRole('button', { name: `Export ${format}` }).click()
}

export const diagnosticsScenes = {
  'diagnostics-loading': {
    as: 'business',
    show: async (page, world) => {
      await hold(page, '/diagnostics/results/*')
      await page.goto(`/diagnostics/${world.accounts.business.domains['perfect.example']}`)
      await expect(page.getByRole('heading', { name: 'perfect.example' })).toBeVisible()
    },
  },
  'diagnostics-failed': {
    as: 'business',
    show: async (page, world) => {
      await fault(page, 'GET', '/diagnostics/results/*', 500)
      await page.goto(`/diagnostics/${world.accounts.business.domains['perfect.example']}`)
      await expect(page.getByText('could not be loaded').first()).toBeVisible()
    },
  },
  'diagnostics-not-found': {
    as: 'business',
    show: async page => {
      await page.goto('/diagnostics/00000000-0000-4000-8000-000000000000')
      await expect(page.getByRole('heading', { name: 'Domain not found' })).toBeVisible()
    },
  },
  'diagnostics-results-gone': {
    as: 'business',
    show: async (page, world) => {
      await fault(page, 'GET', '/diagnostics/results/*', 404, {
        detail: 'Not found',
        code: 'not_found',
        request_id: 'x',
      })
      await page.goto(`/diagnostics/${world.accounts.business.domains['perfect.example']}`)
    },
  },
  'diagnostics-none': {
    as: 'business',
    show: async (page, world) =>
      void (await page.goto(`/diagnostics/${world.accounts.business.domains['never.example']}`)),
  },
  'diagnostics-csv': {
    as: 'business',
    show: async (page, world) => {
      const saved = page.waitForEvent('download')
      await exported(page, world, 'CSV')
      expect((await saved).suggestedFilename()).toBe('monitoring.example_report.csv')
      await expect(page.getByText('CSV downloaded successfully')).toBeVisible()
    },
  },
  'diagnostics-pdf': {
    as: 'business',
    show: async (page, world) => {
      const saved = page.waitForEvent('download')
      await exported(page, world, 'PDF')
      expect((await saved).suggestedFilename()).toBe('monitoring.example_report.pdf')
      await expect(page.getByText('PDF downloaded successfully')).toBeVisible()
    },
  },
  'diagnostics-scanning': {
    as: 'business',
    show: async (page, world) => {
      await hold(page, '/diagnostics/scan/*')
      await report('monitoring.example').show(page, world)
      await page.getByRole('button', { name: 'Rescan' }).click()
      await expect(page.getByText('Scanning...')).toBeVisible()
    },
  },
  'diagnostics-scanning-checks': {
    as: 'business',
    show: async (page, world) => {
      const checks = {
        ...Object.fromEntries(checkIds.map(check => [check, 'running'])),
        dns: 'done',
        mx: 'done',
        spf: 'unchecked',
        relay: 'waiting',
      }
      // The stream breaks after its first event, so the page waits for the stored result.
      await page.route('**/api/diagnostics/scan/*', route =>
        route.fulfill({
          contentType: 'text/event-stream',
          body: `event: progress\ndata: ${JSON.stringify({ checks, questions: 214 })}\n\n`,
        }),
      )
      await hold(page, '/domains/*/latest-scan')
      await report('monitoring.example').show(page, world)
      await page.getByRole('button', { name: 'Rescan' }).click()
      await expect(page.getByText('214 lookups sent')).toBeVisible()
    },
  },
  'diagnostics-scanning-queued': {
    as: 'business',
    show: async (page, world) => {
      // The stream breaks after its first event, so the page waits for the stored result.
      await page.route('**/api/diagnostics/scan/*', route =>
        route.fulfill({
          contentType: 'text/event-stream',
          body: `event: queued\ndata: ${JSON.stringify({ place: 3 })}\n\n`,
        }),
      )
      await hold(page, '/domains/*/latest-scan')
      await report('monitoring.example').show(page, world)
      await page.getByRole('button', { name: 'Rescan' }).click()
      await expect(page.getByText('Number 3 in the queue')).toBeVisible()
    },
  },
  'diagnostics-scanning-elsewhere': {
    as: 'business',
    show: async (page, world) => {
      await rewrite<DomainItem[]>(page, '/domains', domains => domains.map(domain => ({ ...domain, scanning: true })))
      await report('monitoring.example').show(page, world)
      await expect(page.getByText('A scan started elsewhere is running.')).toBeVisible()
    },
  },
  'diagnostics-scan-offline': {
    as: 'business',
    show: async (page, world) => {
      // The tabs of a browser share one network, which an earlier scene may have cut.
      await setOffline(page, false)
      await report('monitoring.example').show(page, world)
      await setOffline(page, true)
      await page.getByRole('button', { name: 'Rescan' }).click()
    },
  },
  'diagnostics-scan-failed': {
    as: 'business',
    show: async (page, world) => {
      await fault(page, 'POST', '/diagnostics/scan/*', 500)
      await report('monitoring.example').show(page, world)
      await page.getByRole('button', { name: 'Rescan' }).click()
    },
  },
  'diagnostics-scan-limit': {
    as: 'used',
    refused: true,
    show: async (page, world) => {
      await report('perfect.example', 'used').show(page, world)
      await page.getByRole('button', { name: 'Rescan' }).click()
    },
  },
  'diagnostics-rescanned': {
    as: 'business',
    show: async (page, world) => {
      await report('parked.example').show(page, world)
      await page.getByRole('button', { name: 'Rescan' }).click()
    },
  },
  'diagnostics-perfect': report('perfect.example', 'business', cards),
  'diagnostics-monitoring': report('monitoring.example'),
  'diagnostics-no-dmarc': report('nodmarc.example'),
  'diagnostics-bare': report('bare.example'),
  'diagnostics-parked': report('parked.example', 'business', ['DKIM Records', 'Open Relay Test']),
  'diagnostics-two-spf': report('twospf.example'),
  'diagnostics-too-many-lookups': report('toomany.example'),
  'diagnostics-bogus': report('bogus.example'),
  'diagnostics-partial': report('mixed.example'),
  'diagnostics-no-such-name': report('nothing.example'),
  'diagnostics-unreachable': report('unreachable.example', 'business', [
    'Email Authentication',
    'DKIM Records',
    'Transport',
  ]),
  'diagnostics-pasted': report('pasted.example', 'odd', ['Email Authentication', 'DKIM Records']),
  'diagnostics-astray': report('astray.example', 'odd', ['Email Authentication', 'DKIM Records']),
  'diagnostics-subdomain': report('north.branches.example', 'odd', ['Email Authentication', 'DKIM Records']),
  'diagnostics-silent': report('silent.example', 'odd', []),
  'diagnostics-hostile': report('hostile.example', 'odd'),
  'diagnostics-long-name': report(longName, 'odd', ['Email Authentication', 'DKIM Records', 'Open Relay Test']),
  'diagnostics-right-to-left': report('xn--mgbh0fb.example', 'odd'),
  'diagnostics-old-score': {
    as: 'business',
    show: async (page, world) => {
      await rewrite<DomainItem[]>(page, '/domains', domains =>
        domains.map(domain => ({ ...domain, health_score: 83, score_is_old: true, scored_at: '2026-11-02T09:00:00Z' })),
      )
      await report('unreachable.example').show(page, world)
    },
  },
  'diagnostics-hostile-evidence': {
    as: 'odd',
    show: async (page, world) => {
      await report('hostile.example', 'odd').show(page, world)
      await page.getByRole('button', { name: 'Evidence: SPF', exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  'diagnostics-evidence': {
    as: 'business',
    show: async (page, world) => {
      await report('nodmarc.example').show(page, world)
      await page
        .getByRole('button', { name: /evidence/i })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

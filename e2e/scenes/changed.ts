/** The screens between a change that monitoring found and the scan that shows its effect. */
import { expect, type Page } from '@playwright/test'
import type { DomainItem } from '@waxseal/contract'
import { openDomains } from './domains.ts'
import { rewrite, type Scene } from './scene.ts'

const changes: DomainItem['changed_after_scan'] = [
  {
    record: 'dmarc',
    description: 'DMARC policy weakened from reject to none',
    detected_at: '2026-11-25T08:54:00Z',
    severity: 'critical',
  },
  {
    record: 'mx',
    description: 'Mail server added: mx9.example.net (priority 30)',
    detected_at: '2026-11-25T08:54:00Z',
    severity: 'info',
  },
]
const changedName = 'perfect.example'
const heading = 'Changed after this scan'

async function changed(page: Page): Promise<void> {
  await rewrite<DomainItem[]>(page, '/domains', domains =>
    domains.map(domain => (domain.domain_name === changedName ? { ...domain, changed_after_scan: changes } : domain)),
  )
}

export const changedScenes = {
  'domains-changed': {
    as: 'business',
    show: async page => {
      await changed(page)
      await openDomains(page)
      const line = page.getByText(`${heading}, `).first()
      await expect(line).toContainText(': DMARC policy weakened from reject to none, and 1 more')
      // A row has room for all of it: its time, and the change.
      expect(
        await line.evaluate(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            scrollWidth <= clientWidth && scrollHeight <= clientHeight,
        ),
      ).toBe(true)
    },
  },
  'report-changed': {
    as: 'business',
    show: async (page, world) => {
      await changed(page)
      await page.goto(`/diagnostics/${world.accounts.business.domains[changedName] ?? ''}`)
      await expect(page.getByText(heading)).toBeVisible()
      await expect(page.getByText('DMARC policy weakened from reject to none')).toBeVisible()
    },
  },
  'dashboard-changed': {
    as: 'business',
    show: async page => {
      await rewrite<object>(page, '/vt/dashboard-stats', stats => ({
        ...stats,
        changed_after_scan: [{ domain_id: 'none', domain_name: changedName, domain_unicode: null, changes }],
        changed_beyond: 4,
      }))
      await page.goto('/dashboard')
      await expect(page.getByText('Changed after the last scan')).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

import { expect, type Page } from '@playwright/test'
import { dnsHistoryScenes } from './dns-history.ts'
import { headerScenes } from './headers.ts'
import { report } from './report.ts'
import { fault, type Scene, setOffline } from './scene.ts'

async function openPalette(page: Page, text: string): Promise<void> {
  await page.goto('/tools')
  await expect(page.getByRole('heading', { name: 'Email Security Tools' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Domain, screen or action' }).fill(text)
}

/** Another scene as it is printed. */
function printed({ as, show }: Scene): Scene {
  return {
    as,
    show: async (page, world) => {
      await show(page, world)
      await page.emulateMedia({ media: 'print' })
    },
  }
}

export const paletteScenes = {
  palette: {
    as: 'business',
    show: async page => {
      await openPalette(page, '')
      await expect(page.getByRole('option', { name: 'Dashboard' })).toBeVisible()
    },
  },
  'palette-typed': {
    as: 'business',
    show: async page => {
      await openPalette(page, 'nodmarc')
      await expect(page.getByRole('option', { name: 'Scan nodmarc.example' })).toBeVisible()
    },
  },
  'palette-empty': {
    as: 'business',
    show: async page => {
      await openPalette(page, 'nothing like this')
      await expect(page.getByText('No results for')).toBeVisible()
    },
  },
  'palette-failed': {
    as: 'business',
    show: async page => {
      await fault(page, 'GET', '/domains?search=*', 500)
      await openPalette(page, 'perfect')
      await expect(page.getByText('Your domains could not be loaded')).toBeVisible()
    },
  },
  'keys-dialog': {
    as: 'business',
    show: async page => {
      await page.goto('/tools')
      await expect(page.getByRole('heading', { name: 'Email Security Tools' })).toBeVisible()
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    },
  },
  'connection-lost': {
    as: 'business',
    show: async page => {
      await page.goto('/dns-history')
      await expect(page.getByRole('heading', { name: 'Monitored records' })).toBeVisible()
      await setOffline(page, true)
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(page.getByText('No connection to the server')).toBeVisible()
    },
  },
  'screen-crashed': {
    as: 'business',
    show: async page => {
      await fault(page, 'GET', '/alerts/settings', 200, {})
      await page.goto('/alerts')
      await expect(page.getByText('Something went wrong')).toBeVisible()
    },
  },
  'domains-compact': {
    as: 'business',
    show: async page => {
      await page.addInitScript(() => localStorage.setItem('waxseal.rows', 'compact'))
      await page.goto('/domains')
      await expect(page.getByText('perfect.example')).toBeVisible()
    },
  },
  'diagnostics-printed': printed(report('nodmarc.example')),
  'dns-history-printed': printed(dnsHistoryScenes['dns-history']),
  'headers-printed': printed(headerScenes['headers-routing']),
} satisfies Record<string, Scene>

import { expect } from '@playwright/test'
import { fault, hold, type Scene } from './scene.ts'

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
  'dashboard-clear': {
    as: 'clear',
    show: async page => {
      await page.goto('/dashboard')
      await expect(page.getByText('Email Health Overview')).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

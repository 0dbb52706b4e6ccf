import { expect } from '@playwright/test'
import { fault, hold, type Scene, setOffline } from './scene.ts'

export const accountScenes = {
  account: {
    as: 'used',
    show: async page => {
      await page.goto('/account')
      await expect(page.getByText('Account Information')).toBeVisible()
    },
  },
  'account-business': {
    as: 'business',
    show: async page => {
      await page.goto('/account')
      await expect(page.getByText('Account Information')).toBeVisible()
    },
  },
  'account-failed': {
    as: 'business',
    show: async page => {
      await fault(page, 'GET', '/usage/scans-this-month', 500)
      await page.goto('/account')
      await expect(page.getByText('could not be loaded').first()).toBeVisible()
    },
  },
  'user-menu': {
    as: 'business',
    show: async page => {
      await page.goto('/account')
      await page.getByRole('button', { name: /^User menu/ }).click()
      await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
    },
  },
  'session-loading': {
    as: 'business',
    show: async page => {
      await hold(page, '/identity/**')
      await page.goto('/account')
      await expect(page.getByRole('status')).toHaveText('Loading')
    },
  },
  'code-unreached': {
    as: 'business',
    show: async page => {
      await page.goto('/account')
      await expect(page.getByText('Account Information')).toBeVisible()
      await setOffline(page, true)
      await page.getByRole('link', { name: 'Tools', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
    },
  },
  'not-found': { as: 'business', show: async page => void (await page.goto('/no/such/page')) },
} satisfies Record<string, Scene>

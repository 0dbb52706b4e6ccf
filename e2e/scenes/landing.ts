import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { fault, hold, rewrite, type Scene } from './scene.ts'

async function check(page: Page, name: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Your domain' }).fill(name)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
}

/** The demo world has no mail server. */
const withMail = (page: Page) => rewrite<object>(page, '/config', config => ({ ...config, mail: true }))

export const landingScenes = {
  landing: { as: null, show: async page => void (await page.goto('/')) },
  'landing-contact': {
    as: null,
    show: async page => {
      await rewrite<object>(page, '/config', config => ({
        ...config,
        contact_email: 'mail@kite.example',
        virustotal: true,
      }))
      await page.goto('/')
      await expect(page.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', 'mailto:mail@kite.example')
    },
  },
  'landing-checking': {
    as: null,
    show: async page => {
      await hold(page, '/check')
      await check(page, 'shop.example')
      await expect(page.getByText('Waiting for the first answer')).toBeVisible()
    },
  },
  'landing-checked': {
    as: null,
    show: async page => {
      await check(page, 'nodmarc.example')
      await expect(page.getByRole('button', { name: 'Keep watching this domain' })).toBeVisible({ timeout: 60_000 })
    },
  },
  'landing-demo': {
    as: null,
    show: async page => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Watch Demo' }).click()
      await expect(page.getByRole('heading', { name: 'Email Health Score' })).toBeVisible()
    },
  },
  'landing-sign-in': {
    as: null,
    show: async page => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  'landing-sign-up': {
    as: null,
    show: async page => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Start Free Trial' }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  'landing-sign-in-wrong': {
    as: null,
    refused: true,
    show: async page => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.getByLabel('Email').fill('nobody@waxseal.example')
      await page.getByLabel('Password').fill('not the password')
      await page.getByRole('dialog').getByRole('button', { name: 'Sign In' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  'landing-sign-in-delayed': {
    as: null,
    refused: true,
    show: async page => {
      await withMail(page)
      const detail = 'Too many wrong passwords for this address. Please wait 4 minutes and try again.'
      await fault(page, 'POST', '/identity/sign-in/email', 429, { detail, code: 'SIGN_IN_DELAYED' })
      await page.goto('/')
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.getByLabel('Email').fill('ada@waxseal.example')
      await page.getByLabel('Password').fill('not the password')
      await page.getByRole('dialog').getByRole('button', { name: 'Sign In' }).click()
      await expect(page.getByRole('button', { name: 'Email me a sign-in link' })).toBeVisible()
    },
  },
  'landing-confirm': {
    as: null,
    show: async page => {
      await page.goto('/?confirm=0123456789')
      await expect(page.getByRole('button', { name: 'Choose a new password' })).toBeVisible()
    },
  },
  'landing-choose': {
    as: null,
    show: async page => {
      await page.goto('/?confirm=0123456789')
      await page.getByRole('button', { name: 'Choose a new password' }).click()
      await expect(page.getByRole('textbox', { name: 'New password' })).toBeVisible()
    },
  },
  'landing-confirm-change': {
    as: null,
    show: async page => {
      await page.goto('/?confirm-change=0123456789')
      await expect(page.getByRole('button', { name: 'Change address' })).toBeVisible()
    },
  },
  'landing-common-password': {
    as: null,
    refused: true,
    show: async page => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Start Free Trial' }).first().click()
      await page.getByLabel('Name').fill('Ada')
      await page.getByLabel('Email').fill('new@waxseal.example')
      await page.getByLabel('Password').fill('password123')
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByRole('alert')).toContainText('This password is among the most common ones')
    },
  },
  'landing-forgot': {
    as: null,
    show: async page => {
      await withMail(page)
      await page.goto('/')
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.getByRole('button', { name: 'Forgot password?' }).click()
      await expect(page.getByRole('button', { name: 'Send reset link' })).toBeVisible()
    },
  },
  'landing-reset': {
    as: null,
    show: async page => {
      await page.goto('/?reset=0123456789')
      await expect(page.getByRole('textbox', { name: 'New password' })).toBeVisible()
    },
  },
  'landing-sign-in-down': {
    as: null,
    show: async page => {
      await fault(page, 'GET', '/identity/**', 503)
      await page.goto('/')
      await expect(page.getByText('Sign-in did not load')).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

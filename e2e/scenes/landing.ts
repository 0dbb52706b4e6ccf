import { expect } from '@playwright/test'
import { fault, type Scene } from './scene.ts'

export const landingScenes = {
  landing: { as: null, show: async page => void (await page.goto('/')) },
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
  'landing-forgot': {
    as: null,
    show: async page => {
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

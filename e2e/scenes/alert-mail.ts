import { expect, type Page } from '@playwright/test'
import { fault, hold, type Scene } from './scene.ts'

type Target = 'confirm-address' | 'unsubscribe'

const buttons = { 'confirm-address': 'Confirm address', unsubscribe: 'Unsubscribe' } as const
const calls = { 'confirm-address': '/alerts/confirm-address', unsubscribe: '/alerts/unsubscribe/*' } as const

/** Follows the link of a mail and presses the button; the server answers so. */
async function press(page: Page, target: Target, status: number, body: object, then: string): Promise<void> {
  await fault(page, 'POST', calls[target], status, body)
  await page.goto(`/${target}?token=3q2-7wAAAAAA`)
  await page.getByRole('button', { name: buttons[target] }).click()
  await expect(page.getByText(then)).toBeVisible()
}

export const alertMailScenes = {
  'confirm-address': {
    as: null,
    show: async page => {
      await hold(page, '/alerts/confirm-address')
      await page.goto('/confirm-address?token=3q2-7wAAAAAA')
      await page.getByRole('button', { name: 'Confirm address' }).click()
    },
  },
  'confirm-address-failed': {
    as: 'clear',
    show: page => press(page, 'confirm-address', 500, {}, 'The address could not be confirmed'),
  },
  unsubscribe: {
    as: null,
    show: async page => {
      await page.goto('/unsubscribe?token=3q2-7wAAAAAA')
      await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

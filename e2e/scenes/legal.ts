import { expect, type Page } from '@playwright/test'
import { rewrite, type Scene } from './scene.ts'

async function showText(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Contact' })).toBeVisible()
}

export const legalScenes = {
  terms: { as: null, show: page => showText(page, '/terms', 'Terms of Service') },
  'terms-named': {
    as: null,
    show: async page => {
      await rewrite<object>(page, '/config', config => ({
        ...config,
        billing: 'off',
        test_money: false,
        operator_name: 'Kite and Sons Limited',
        contact_email: 'mail@kite.example',
      }))
      await showText(page, '/terms', 'Terms of Service')
      await expect(page.getByText('Operator of this installation: Kite and Sons Limited.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Subscriptions' })).toHaveCount(0)
    },
  },
  privacy: { as: null, show: page => showText(page, '/privacy', 'Privacy Policy') },
} satisfies Record<string, Scene>

import { expect, type Page } from '@playwright/test'
import type { ReplyOf, reportIdentity } from '@waxseal/contract'
import { aPng } from '../../packages/server/src/testing/images.ts'
import { answer, type Scene } from './scene.ts'

type Settings = ReplyOf<typeof reportIdentity>

/** A name and a logo, as the server answers them. */
export const identity: Omit<Settings, 'allowed'> = {
  name: 'Kite & Sons Postal Consulting',
  logo: {
    width: 96,
    height: 48,
    url: `data:image/png;base64,${aPng({ width: 96, height: 48 }).toString('base64')}`,
  },
}
const none: Settings = { name: '', logo: null, allowed: true }
const path = '/workspace/report-identity'

async function open(page: Page, reply: Settings): Promise<void> {
  await answer(page, path, reply)
  await page.goto('/account#reports')
  await expect(page.getByText('PDF reports and shared reports show your own name and logo')).toBeVisible()
}

export const reportIdentityScenes = {
  'report-identity': {
    as: 'business',
    show: async page => {
      await open(page, { ...identity, allowed: true })
      await expect(page.getByText('Preview')).toBeVisible()
    },
  },
  'report-identity-locked': {
    as: 'clear',
    show: async page => {
      await open(page, { ...none, allowed: false })
      await expect(page.getByText('Your own name and logo on reports are not part of your Pro plan.')).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

import { expect, type Page } from '@playwright/test'
import type { listWatched, ReplyOf } from '@waxseal/contract'
import { openAlerts } from './alerts.ts'
import { answer, type Scene } from './scene.ts'

type Watched = ReplyOf<typeof listWatched>

const hour = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

const item = {
  id: '1',
  range: '192.0.2.0/28',
  addresses: 16,
  added_at: ago(40 * 24 * hour),
  checked_at: ago(5 * hour),
  listings: [],
  unchecked: 0,
}

const watched: Watched = {
  addresses: [
    {
      ...item,
      listings: [
        { address: '192.0.2.3', list: 'Spamhaus ZEN', since: ago(50 * hour) },
        { address: '192.0.2.9', list: 'Barracuda', since: ago(5 * hour) },
      ],
      unchecked: 12,
    },
    { ...item, id: '2', range: '198.51.100.25', addresses: 1 },
    { ...item, id: '3', range: '2001:db8:8000:7f00:20:4ac8:91d3:25', addresses: 1, checked_at: null },
  ],
  used: 18,
  limit: 256,
  allowed: true,
}

async function open(page: Page, list: Watched): Promise<void> {
  await answer(page, '/watched-addresses', list)
  await openAlerts(page)
  await page.getByRole('heading', { name: 'Watched addresses' }).scrollIntoViewIfNeeded()
}

export const watchedAddressScenes = {
  'watched-addresses': {
    as: 'business',
    show: async page => {
      await open(page, watched)
      await expect(page.getByText('2 listings')).toBeVisible()
    },
  },
  'watched-addresses-locked': {
    as: 'clear',
    show: async page => {
      await open(page, { addresses: [], used: 0, limit: 0, allowed: false })
      await expect(page.getByText('Upgrade to Business to use them.')).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

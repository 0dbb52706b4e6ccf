import { expect, type Page } from '@playwright/test'
import type { World } from '../world.ts'
import type { AccountName } from '../world-accounts.data.ts'
import { configuration, everyStatus, type Flattening, inPreview, listOf, previewZone, versionsOf } from './flattened.ts'
import { answer, type Scene } from './scene.ts'

const api = '/spf-flattening/configurations'

/** Opens the manager with this list. */
export async function openFlattening(page: Page, list: Flattening): Promise<void> {
  await answer(page, api, list)
  await page.goto('/tools/spf-flattening')
  await expect(page.getByRole('button', { name: 'New Configuration' })).toBeVisible()
}

/** Answers a call that changes something. */
export async function reply(
  page: Page,
  method: string,
  path: string,
  status: number,
  json: object | null,
): Promise<void> {
  await page.route(`**/api${path}`, route => {
    if (route.request().method() !== method) return route.fallback()
    return status === 204 ? route.fulfill({ status }) : route.fulfill({ status, json })
  })
}

/** A scene of the list. */
function listed(
  list: (world: World) => Flattening,
  show: (page: Page, world: World) => Promise<void>,
  as: AccountName = 'business',
): Scene {
  return {
    as,
    show: async (page, world) => {
      await openFlattening(page, list(world))
      await show(page, world)
    },
  }
}

const one = (world: World) => listOf([configuration(world, 'monitoring.example')])
const card = (page: Page) => page.getByRole('region', { name: 'monitoring.example' })
const inCard = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true })

export const spfFlatteningScenes = {
  flattening: listed(
    world => listOf(everyStatus(world)),
    page => expect(page.getByText('live on DNS').first()).toBeVisible(),
  ),
  'flattening-locked': listed(
    world => {
      const paused = configuration(world, 'perfect.example', { status: 'paused', tier: 'pro' })
      return listOf([paused], { allowed: false, limit: 0 })
    },
    page => expect(page.getByText('Upgrade to Pro to use it.')).toBeVisible(),
    'used',
  ),
  'flattening-limit': listed(
    world => listOf([configuration(world, 'perfect.example', { tier: 'pro' })], { limit: 1 }),
    async page => {
      await page.getByRole('button', { name: 'New Configuration' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
    'clear',
  ),
  'flattening-preview': listed(
    world => listOf([inPreview(configuration(world, 'monitoring.example'))], { zone: previewZone }),
    page => expect(page.getByText('This is a preview: nothing is published')).toBeVisible(),
  ),
  'flattening-unproved': listed(
    world =>
      listOf([configuration(world, 'monitoring.example', { publication: 'zone_unproved', status: 'pending' })], {
        zone: {
          suffix: '.waxseal.email',
          state: 'unproved',
          problem: 'The name servers of waxseal.email answer, but none of them is this server.',
          provider: 'Waxseal',
        },
      }),
    page => expect(page.getByText('waxseal.email is not delegated to this server yet')).toBeVisible(),
  ),
  'flattening-ending': listed(
    world => listOf(everyStatus(world).slice(0, 1)),
    async page => {
      await page.getByRole('switch', { name: 'Keep my ~all' }).click()
      await expect(page.getByText('All other servers get the same result')).toBeVisible()
    },
  ),
  'flattening-open': listed(
    world => listOf(everyStatus(world).slice(1, 2)),
    async page => {
      await page.getByText('14 failing ranges').click()
      await page.getByText('1 more hosted record').click()
      await expect(page.getByText('203.0.114.0/28')).toBeVisible()
    },
  ),
  'flattening-history': {
    as: 'business',
    show: async (page, world) => {
      await answer(page, `${api}/*/versions`, versionsOf(configuration(world, 'monitoring.example')))
      await openFlattening(page, one(world))
      const history = page.getByRole('button', { name: 'Version history of monitoring.example' })
      await history.click()
      await expect(history).toHaveAttribute('aria-expanded', 'true')
      await page.getByText('Show this version').first().click()
      await expect(page.getByText('3 more blocks not listed.')).toBeVisible()
    },
  },
  'flattening-edit': listed(one, async page => {
    await inCard(page, 'Edit Original SPF').click()
    await expect(page.getByText('How This Works')).toBeVisible()
  }),
  'flattening-delete': listed(one, async page => {
    await inCard(page, 'Delete').click()
    await expect(page.getByText('Are you sure')).toBeVisible()
  }),
} satisfies Record<string, Scene>

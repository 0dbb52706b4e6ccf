import { expect, type Page } from '@playwright/test'
import type { World } from '../world.ts'
import { configuration, inPreview, listOf, previewZone } from './flattened.ts'
import { hold, rewrite, type Scene } from './scene.ts'
import { openFlattening, reply } from './spf-flattening.ts'

const domainField = (page: Page) => page.getByLabel('Domain', { exact: true })
const recordField = (page: Page) => page.getByLabel('Current SPF Record')

async function openForm(page: Page, list = listOf([])): Promise<void> {
  await openFlattening(page, list)
  await page.getByRole('button', { name: 'New Configuration' }).click()
}

/** Opens the form with a chosen domain of the account. */
async function choose(page: Page, domain: string, list = listOf([])): Promise<void> {
  await openForm(page, list)
  await domainField(page).selectOption({ label: domain })
}

/** A scene with a chosen domain, whose last scan is changed on its way. */
function chosen(
  domain: string,
  change: (page: Page) => Promise<void>,
  shown: string,
  rest: Partial<Scene> = {},
): Scene {
  return {
    as: 'business',
    show: async page => {
      await change(page)
      await choose(page, domain)
      await expect(page.getByText(shown)).toBeVisible()
    },
    ...rest,
  }
}

interface Scanned {
  is_stale: boolean
  scan_age_days: number
  results: { dns: { txt_records: string[] } }
}

const untouched = (): Promise<void> => Promise.resolve()

/** Creates a configuration, which the server answers with this one. */
async function create(page: Page, world: World, isPreview: boolean): Promise<void> {
  const item = configuration(world, 'monitoring.example', {
    status: 'pending',
    publication: 'waiting',
    included: false,
    original_spf_record: 'v=spf1 mx include:mailhost.example ~all',
    new_spf_record_with_ending: isPreview ? null : 'v=spf1 include:monitoring-example-k3f9zq.waxseal.email ~all',
  })
  await reply(page, 'POST', '/spf-flattening/flatten', 200, isPreview ? inPreview(item) : item)
  await choose(page, 'monitoring.example', listOf([], isPreview ? { zone: previewZone } : {}))
  await expect(recordField(page)).toHaveValue(/^v=spf1/)
  await page.getByRole('button', { name: 'Create Configuration' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** The create form. */
export const flatteningFormScenes = {
  'flattening-form': chosen('monitoring.example', untouched, 'SPF record loaded. You can edit if needed.'),
  'flattening-several': chosen('twospf.example', untouched, 'has several SPF records, so none was loaded'),
  'flattening-hosted': chosen(
    'monitoring.example',
    page =>
      rewrite<Scanned>(page, '/domains/*/latest-scan', scan => ({
        ...scan,
        results: {
          ...scan.results,
          dns: {
            ...scan.results.dns,
            txt_records: ['v=spf1 include:monitoring-example-k3f9zq.waxseal.email -all'],
          },
        },
      })),
    'already includes the hosted one',
  ),
  'flattening-replace': {
    as: 'business',
    show: async page => {
      await openForm(page)
      await recordField(page).fill('v=spf1 include:_spf.google.com -all')
      await domainField(page).selectOption({ label: 'monitoring.example' })
      await expect(page.getByText('Replace the record you entered?')).toBeVisible()
    },
  },
  'flattening-blank': {
    as: 'business',
    show: async page => {
      await openForm(page)
      await expect(domainField(page)).toBeFocused()
    },
  },
  'flattening-errors': {
    as: 'business',
    show: async page => {
      await openForm(page)
      // The field gets the focus when the domains have loaded.
      await expect(domainField(page)).toBeFocused()
      // The button is disabled; pressed with the keyboard it says what is missing.
      await page.getByRole('button', { name: 'Create Configuration' }).press('Enter')
      await expect(page.getByText('Please select a domain')).toBeVisible()
    },
  },
  'flattening-creating': {
    as: 'business',
    show: async page => {
      await hold(page, '/spf-flattening/flatten')
      await choose(page, 'monitoring.example')
      await expect(recordField(page)).toHaveValue(/^v=spf1/)
      await page.getByRole('button', { name: 'Create Configuration' }).click()
      await expect(page.getByText('Creating...')).toBeVisible()
    },
  },
  'flattening-created': { as: 'business', show: (page, world) => create(page, world, false) },
  'flattening-created-preview': { as: 'business', show: (page, world) => create(page, world, true) },
} satisfies Record<string, Scene>

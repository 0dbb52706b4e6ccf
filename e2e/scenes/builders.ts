import { expect, type Page } from '@playwright/test'
import type { World } from '../world.ts'
import type { AccountName } from '../world-accounts.data.ts'
import { fault, hold, type Scene } from './scene.ts'

export type Builder = 'spf' | 'dmarc'

const generateLabel = { spf: /^(Regenerate|Generate) SPF Record$/, dmarc: /^(Regenerate|Generate)$/ }

/** Opens a builder for a domain of the account, and waits for its form; the SPF builder's preview as well. */
export async function openWizard(page: Page, world: World, kind: Builder, as: AccountName, domain: string) {
  await page.goto(`/${kind}-wizard/${world.accounts[as].domains[domain]}`)
  await ready(page, kind)
}

export async function ready(page: Page, kind: Builder): Promise<void> {
  await expect(page.getByRole('button', { name: generateLabel[kind] })).toBeVisible()
  if (kind === 'spf') await previewed(page)
}

/** Waits until the preview matches the form. */
export async function previewed(page: Page): Promise<void> {
  await expect(page.getByText('Checked against live DNS')).toBeVisible()
}

export async function typeDomain(page: Page, kind: Builder, name: string): Promise<void> {
  await page.goto(`/tools/${kind}-builder`)
  await expect(page.getByLabel('Your domains')).toBeVisible()
  await page.getByLabel('Or another domain').fill(name)
  await page.getByLabel('Or another domain').press('Enter')
}

export async function addEntry(page: Page, list: string, entry: string): Promise<void> {
  await page.getByLabel(list, { exact: true }).and(page.getByRole('textbox')).fill(entry)
  await page.keyboard.press('Enter')
}

export async function generate(page: Page, kind: Builder): Promise<void> {
  await page.getByRole('button', { name: generateLabel[kind] }).click()
}

/** The states of both builders before there is a form. */
function frameScenes(kind: Builder) {
  const path = `/tools/${kind}-builder`
  return {
    choose: {
      as: 'business',
      show: async page => {
        await page.goto(path)
        await expect(page.getByLabel('Your domains')).toBeVisible()
      },
    },
    'no-domains': {
      as: 'empty',
      show: async page => {
        await page.goto(path)
        await expect(page.getByText('No domains yet.')).toBeVisible()
      },
    },
    'name-empty': {
      as: 'business',
      show: async page => {
        await typeDomain(page, kind, '  ')
        await expect(page.getByText('Please enter a domain name')).toBeVisible()
      },
    },
    'name-invalid': {
      as: 'business',
      show: async page => {
        await typeDomain(page, kind, 'no domain at all')
        await expect(page.getByText('Please enter a valid domain name')).toBeVisible()
      },
    },
    locked: {
      as: 'used',
      show: async page => {
        await typeDomain(page, kind, 'shop.example')
        await expect(page.getByRole('dialog')).toBeVisible()
      },
    },
    typed: {
      as: 'business',
      show: async page => {
        await typeDomain(page, kind, 'https://Shop.example/')
        await ready(page, kind)
      },
    },
    'saved-failed': {
      as: 'business',
      show: async (page, world) => {
        await fault(page, 'GET', `/${kind}/*`, 500)
        await openWizard(page, world, kind, 'business', 'perfect.example')
        await expect(page.getByText('The saved settings could not be loaded')).toBeVisible()
      },
    },
    generating: {
      as: 'business',
      refused: true,
      show: async (page, world) => {
        await hold(page, `/${kind}/generate`)
        await openWizard(page, world, kind, 'business', 'perfect.example')
        await generate(page, kind)
        await expect(page.getByRole('button', { name: 'Generating...' })).toBeVisible()
      },
    },
    'generate-failed': {
      as: 'business',
      show: async (page, world) => {
        await fault(page, 'POST', `/${kind}/generate`, 500)
        await openWizard(page, world, kind, 'business', 'perfect.example')
        await generate(page, kind)
      },
    },
  } as const satisfies Record<string, Scene>
}

type FrameName = keyof ReturnType<typeof frameScenes>

/** Some of these scenes under the names of one builder. */
export function named<const K extends Builder, const N extends FrameName>(kind: K, names: readonly N[]) {
  const frames = frameScenes(kind)
  const entries = names.map(name => [`${kind}-builder-${name}`, frames[name]])
  return Object.fromEntries(entries) as { [Name in `${K}-builder-${N}`]: Scene }
}

/** A scene of a builder for a domain without a generated record. */
export function wizard(kind: Builder, as: AccountName, domain: string): Scene {
  return { as, refused: true, show: (page, world) => openWizard(page, world, kind, as, domain) }
}

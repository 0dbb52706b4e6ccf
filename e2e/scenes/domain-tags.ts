import { expect, type Page } from '@playwright/test'
import type { DomainItem } from '@waxseal/contract'
import { openDomains, selectDomain } from './domains.ts'
import { fault, rewrite, type Scene } from './scene.ts'

const tags: Readonly<Record<string, readonly string[]>> = {
  'bare.example': ['client: Müller', 'needs work'],
  'customer-0.example': ['client: Lovelace'],
  'customer-1.example': ['client: Lovelace', 'newsletter', 'Europe', 'billed in January', 'to be moved in the spring'],
  'nodmarc.example': ['client: Müller', 'newsletter'],
  'parked.example': ['parked'],
}

/** For a user with tags on some of the domains. */
async function withTags(page: Page): Promise<void> {
  await rewrite<DomainItem[]>(page, '/domains', domains =>
    domains.map(domain => ({ ...domain, tags: [...(tags[domain.domain_name] ?? [])] })),
  )
  await openDomains(page)
}

export async function openTags(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Tags' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

export const domainTagScenes = {
  'domains-tagged': { as: 'business', show: withTags },
  'domains-tagged-grid': {
    as: 'business',
    show: async page => {
      await withTags(page)
      await page.getByRole('button', { name: 'Grid view' }).click()
      await expect(page.getByRole('list', { name: 'Your domains' })).toBeVisible()
    },
  },
  'domains-tag-filter': {
    as: 'business',
    show: async page => {
      await withTags(page)
      await page.getByLabel('Tag', { exact: true }).selectOption('client: Müller (2)')
      await expect(page.getByText('2 of 14 domains, by name')).toBeVisible()
    },
  },
  'domains-tag-no-match': {
    as: 'business',
    show: async page => {
      await withTags(page)
      await page.getByLabel('Tag', { exact: true }).selectOption('parked (1)')
      await page.getByLabel('Search domains').fill('customer')
      await expect(page.getByRole('button', { name: 'Show all 14 domains' })).toBeVisible()
    },
  },
  'domains-row-menu': {
    as: 'business',
    show: async page => {
      await openDomains(page)
      await page.getByRole('button', { name: 'More for nodmarc.example' }).click()
      await expect(page.getByRole('menuitem').first()).toBeFocused()
    },
  },
  'domains-tags-dialog': {
    as: 'business',
    show: async page => {
      await withTags(page)
      await openTags(page, 'nodmarc.example')
    },
  },
  'domains-tags-none': {
    as: 'scratch',
    show: async page => {
      await openDomains(page)
      await openTags(page, 'nodmarc.example')
    },
  },
  'domains-tags-many': {
    as: 'business',
    show: async page => {
      await withTags(page)
      for (const name of ['bare.example', 'nodmarc.example', 'perfect.example']) await selectDomain(page, name)
      await page.getByRole('button', { name: 'Tags', exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  'domains-tags-full': {
    as: 'scratch',
    show: async (page, { accounts }) => {
      await fault(page, 'POST', '/domains/tags', 200, {
        changed: [{ id: accounts.scratch.domains['nodmarc.example'], tags: ['client'] }],
        full: [accounts.scratch.domains['perfect.example']],
      })
      await openDomains(page)
      await page.getByLabel('Select all shown').check()
      await page.getByRole('button', { name: 'Tags', exact: true }).click()
      await page.getByLabel('Add a tag').fill('client')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('1 of 2 domains not changed')).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

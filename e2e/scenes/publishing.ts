/** From the generated record of a builder to the published one. */
import { expect, type Page } from '@playwright/test'
import { type Builder, generate, openWizard, ready, typeDomain } from './builders.ts'
import { fault, type Scene } from './scene.ts'

/** Generates the record of a typed domain, which stores nothing, and checks it at the domain's name servers. */
function checked(kind: Builder, domain: string, title: string): Scene {
  return {
    as: 'clear',
    show: async page => {
      await typeDomain(page, kind, domain)
      await ready(page, kind)
      await generate(page, kind)
      await check(page, title)
    },
  }
}

async function check(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Check DNS now' }).click()
  await expect(page.getByText(title, { exact: true })).toBeVisible()
}

/** The same with a reply that takes name servers in different states. */
function replied(servers: readonly object[], state: string, title: string): Scene {
  return {
    as: 'business',
    refused: true,
    show: async (page, world) => {
      const reply = { name: '_dmarc.customer-1.example', state, servers, more: 0, reason: null }
      await fault(page, 'POST', '/records/check', 200, {
        ...reply,
        asked: servers.length === 1 ? 'resolvers' : 'name_servers',
        checked_at: '2026-11-20T12:00:00.000Z',
      })
      await openWizard(page, world, 'dmarc', 'business', 'customer-1.example')
      await generate(page, 'dmarc')
      await check(page, title)
    },
  }
}

const record = 'v=DMARC1; p=none; rua=mailto:dmarc@customer-1.example'
const live = { state: 'live', found: [record], ttl: 300, reason: null }

export const publishingScenes = {
  'dmarc-builder-check-missing': checked('dmarc', 'customer-9.example', 'No DMARC record on your name servers yet'),
  'spf-builder-check-different': checked('spf', 'shop.example', 'Another SPF record is published on your name servers'),
  'spf-builder-check-several': checked('spf', 'twospf.example', '2 SPF records are published on your name servers'),
  'spf-builder-check-failed': checked('spf', 'unreachable.example', 'The record could not be checked'),
  'dmarc-builder-check-partly': replied(
    [
      { host: 'ns1.namehost.example', ...live },
      { host: 'ns2.namehost.example', state: 'missing', found: [], ttl: null, reason: null },
    ],
    'partly',
    '1 of 2 name servers has the record',
  ),
  'dmarc-builder-check-live': replied(
    [
      { host: 'ns1.namehost.example', ...live },
      { host: 'ns2.namehost.example', ...live },
    ],
    'live',
    'The record is live on both name servers',
  ),
  'dmarc-builder-check-resolvers': replied([{ host: null, ...live }], 'live', 'The record is live'),
  'spf-builder-finding': {
    as: 'business',
    refused: true,
    show: async (page, { accounts }) => {
      await page.goto(`/spf-wizard/${accounts.business.domains['toomany.example']}?finding=spf_permerror`)
      await ready(page, 'spf')
      await expect(page.getByLabel('Include domains').and(page.getByRole('textbox'))).toBeFocused()
    },
  },
  'dmarc-builder-finding': {
    as: 'business',
    refused: true,
    show: async (page, { accounts }) => {
      await page.goto(`/dmarc-wizard/${accounts.business.domains['nodmarc.example']}?finding=dmarc_missing`)
      await expect(page.getByText(/^Filled with the advised record for/)).toBeVisible()
      await expect(page.getByLabel('Policy', { exact: true })).toBeFocused()
    },
  },
  'dmarc-builder-finding-kept': {
    as: 'business',
    refused: true,
    show: async (page, world) => {
      await openWizard(page, world, 'dmarc', 'business', 'nodmarc.example')
      await page.getByLabel('Forensic report email (RUF), optional').fill('forensic@nodmarc.example')
      await page.getByLabel('Policy', { exact: true }).selectOption('reject')
      await page.goto(`/dmarc-wizard/${world.accounts.business.domains['nodmarc.example']}?finding=dmarc_missing`)
      await expect(page.getByRole('button', { name: 'Apply the fix' })).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

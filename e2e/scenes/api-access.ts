import { expect, type Page } from '@playwright/test'
import type { listApiKeys, ReplyOf } from '@waxseal/contract'
import { answer, fault, type Scene } from './scene.ts'

type Keys = ReplyOf<typeof listApiKeys>

const hour = 3_600_000
const at = (ms: number) => new Date(Date.now() + ms).toISOString()

const key = {
  id: '1',
  name: 'Nightly report',
  starts_with: 'ak_3q2-7',
  scopes: ['read'],
  created_at: at(-40 * 24 * hour),
  created_by: 'Ada Business',
  expires_at: at(50 * 24 * hour),
  expired: false,
  last_used_at: at(-5 * hour),
} satisfies Keys['keys'][number]

const keys: Keys = {
  allowed: true,
  keys: [
    {
      ...key,
      id: '2',
      name: 'Provisioning',
      starts_with: 'ak_Zk0aP',
      scopes: ['read', 'scan', 'write'],
      last_used_at: null,
    },
    key,
    {
      ...key,
      id: '3',
      name: 'Dashboard of the support team in the northern offices',
      starts_with: 'ak_p9_Xw',
      scopes: ['read', 'scan'],
      created_by: 'Katherine Johnson',
      expires_at: at(-24 * hour),
      expired: true,
    },
    { ...key, id: '4', name: 'Backup', starts_with: 'ak_Lm4Qe', expires_at: null, last_used_at: at(-30 * 24 * hour) },
  ],
}

async function open(page: Page, reply: Keys): Promise<void> {
  await answer(page, '/api-keys', reply)
  await page.goto('/account#api')
  await expect(page.getByText('Examples', { exact: true })).toBeVisible()
}

const openDialog = (page: Page) => page.getByRole('button', { name: 'Create API key' }).click()

export const apiAccessScenes = {
  'api-keys': { as: 'business', show: page => open(page, keys) },
  'api-keys-examples': {
    as: 'business',
    show: async page => {
      await open(page, { keys: [], allowed: true })
      await page.getByText('Examples', { exact: true }).click()
      await expect(page.getByRole('heading', { name: 'TypeScript' })).toBeVisible()
    },
  },
  'api-keys-form': {
    as: 'business',
    show: async page => {
      await open(page, keys)
      await openDialog(page)
      await page.getByLabel('Scopes').selectOption('Read, scan and write')
      await page.getByRole('button', { name: 'Create key' }).click()
      await expect(page.getByRole('dialog').getByText('Please enter a name')).toBeVisible()
    },
  },
  'api-keys-refused': {
    as: 'business',
    show: async page => {
      await open(page, keys)
      const detail = 'A workspace can have at most 50 API keys. Revoke one first.'
      await fault(page, 'POST', '/api-keys', 400, { detail, code: 'validation' })
      await openDialog(page)
      await page.getByRole('dialog').getByLabel('Name').fill('Nightly report')
      await page.getByRole('button', { name: 'Create key' }).click()
      await expect(page.getByText(detail)).toBeVisible()
    },
  },
  'api-keys-created': {
    as: 'business',
    show: async page => {
      await open(page, keys)
      const secret = 'ak_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAA'
      await fault(page, 'POST', '/api-keys', 201, { api_key: key, key: secret })
      await openDialog(page)
      await page.getByRole('dialog').getByLabel('Name').fill('Nightly report')
      await page.getByRole('button', { name: 'Create key' }).click()
      await expect(page.getByText(secret)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
  'api-keys-revoke': {
    as: 'business',
    show: async page => {
      await open(page, keys)
      await page.getByRole('button', { name: 'Revoke Nightly report' }).click()
      await expect(page.getByRole('alertdialog')).toContainText('Revoke Nightly report?')
    },
  },
  'api-keys-locked': {
    as: 'clear',
    show: async page => {
      await open(page, { keys: [], allowed: false })
      await expect(page.getByText('API keys are not part of your')).toBeVisible()
    },
  },
  'api-keys-upgrade': {
    as: 'clear',
    show: async page => {
      await open(page, { keys: [], allowed: false })
      await page.getByRole('region', { name: 'API access' }).getByRole('button', { name: 'Upgrade' }).click()
      await expect(page.getByRole('dialog', { name: 'Use the API' })).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

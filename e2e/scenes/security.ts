import { expect, type Page } from '@playwright/test'
import type { accountDeletion, listSessions, ReplyOf } from '@waxseal/contract'
import * as wording from '@waxseal/contract/wording'
import { answer, fault, rewrite, type Scene } from './scene.ts'

type Sessions = ReplyOf<typeof listSessions>
type Deletion = ReplyOf<typeof accountDeletion>

const hour = 3_600_000
const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'

const sessions: Sessions = {
  sessions: [
    { id: '1', current: true, user_agent: chrome, signed_in_at: at(-3 * hour), last_active_at: at(-60_000) },
    { id: '2', current: false, user_agent: iPhone, signed_in_at: at(-50 * hour), last_active_at: at(-5 * hour) },
    { id: '3', current: false, user_agent: null, signed_in_at: at(-90 * hour), last_active_at: at(-80 * hour) },
  ],
}

const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const setUp = {
  method: 'totp',
  totpURI: `otpauth://totp/Waxseal:ada@waxseal.example?secret=${key}&issuer=Waxseal&digits=6&period=30`,
  backupCodes: ['aQ7xK-0pLmZ', 'Bf3nR-8sTuV', 'cW2yH-5jKdE', 'Dg9bM-1qXzA', 'eL6vP-4rNtC'].flatMap(code => [
    code,
    code.split('').reverse().join(''),
  ]),
}

async function open(page: Page, isOn = false): Promise<void> {
  await answer(page, '/account/sessions', sessions)
  await rewrite<{ user: object }>(page, '/identity/get-session', body => ({
    ...body,
    user: { ...body.user, twoFactorEnabled: isOn },
  }))
  await page.goto('/account#security')
  await expect(page.getByText('This session')).toBeVisible()
  await expect(page.getByRole('button', { name: isOn ? 'Turn off' : 'Set up' })).toBeVisible()
}

/** Answers a change of the sign-in instead of the server. */
const post = (page: Page, path: string, json: object, status = 200) =>
  page.route(`**/api/identity${path}`, route => route.fulfill({ status, json }))

async function toQrCode(page: Page): Promise<void> {
  await post(page, '/two-factor/enable', setUp)
  await open(page)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('dialog').getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
}

async function toSignInCode(page: Page): Promise<void> {
  await post(page, '/sign-in/email', { twoFactorRedirect: true, twoFactorMethods: ['totp'] })
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByLabel('Email').fill('ada@waxseal.example')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Code from your app')).toBeFocused()
}

const deletion: Deletion = {
  email: 'ada@waxseal.example',
  removed_at: null,
  workspaces: [
    { id: '1', name: 'Ada business', effect: 'deleted', domains: 23 },
    { id: '2', name: 'Northern offices', effect: 'left', domains: 4 },
  ],
}

/** Presses the last button of the account page once the sections above it are there: while these grow, it moves away. */
async function pressDelete(page: Page): Promise<void> {
  await page.goto('/account#delete')
  const button = page.getByRole('button', { name: 'Delete account' })
  await expect(button).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await button.click()
}

async function openDeletion(page: Page, reply: Deletion): Promise<void> {
  await answer(page, '/account/deletion', reply)
  await pressDelete(page)
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' }).first()).toBeVisible()
}

export const securityScenes = {
  'account-security': { as: 'business', show: page => open(page) },
  'security-on': { as: 'business', show: page => open(page, true) },
  'password-refused': {
    as: 'business',
    refused: true,
    show: async page => {
      await post(page, '/change-password', { detail: 'The password is not correct', code: 'INVALID_PASSWORD' }, 400)
      await open(page)
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByLabel('Current password').fill('wrong')
      await page.getByLabel('New password').fill('another horse battery')
      await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByText('The password is not correct')).toBeVisible()
    },
  },
  'email-change': {
    as: 'business',
    show: async page => {
      await post(page, '/change-email', { status: true })
      await rewrite<object>(page, '/config', reply => ({ ...reply, mail: true }))
      await open(page)
      await page.getByRole('button', { name: 'Change email' }).click()
      await page.getByLabel('New email').fill('countess@waxseal.example')
      await page.getByRole('button', { name: 'Send link' }).click()
      await expect(page.getByText('Confirm the new address')).toBeVisible()
    },
  },
  'two-factor-set-up': { as: 'business', show: toQrCode },
  'backup-codes': {
    as: 'business',
    show: async page => {
      await post(page, '/two-factor/verify-totp', { user: {} })
      await toQrCode(page)
      await page.getByLabel('Code from the app').fill('123456')
      await page.getByRole('button', { name: 'Turn on' }).click()
      await expect(page.getByRole('list', { name: 'Backup codes' })).toBeVisible()
    },
  },
  'sign-in-code': { as: null, show: toSignInCode },
  'sign-in-code-wrong': {
    as: null,
    refused: true,
    show: async page => {
      const detail = 'The code is not correct. Enter the one that your app shows now.'
      await post(page, '/two-factor/verify-totp', { detail, code: 'INVALID_CODE' }, 401)
      await toSignInCode(page)
      await page.keyboard.type('123456')
      await page.keyboard.press('Enter')
      await expect(page.getByText(detail)).toBeVisible()
    },
  },
  'delete-account': {
    as: 'business',
    show: async page => {
      await openDeletion(page, deletion)
      await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
      await expect(page.getByText(wording.typeDeletionPhrase())).toBeVisible()
    },
  },
  'delete-refused': {
    as: 'business',
    refused: true,
    show: async page => {
      const detail = wording.stillIncluded('perfect.example', 'perfect-example-k3x9qf.waxseal.email')
      await page.route('**/api/account/deletion', route =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 409, json: { detail, code: 'conflict', request_id: '1' } })
          : route.fulfill({ json: deletion }),
      )
      await pressDelete(page)
      await page.getByLabel('Type “delete my account” to confirm').fill('delete my account')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
      await expect(page.getByRole('button', { name: 'Delete anyway' })).toBeVisible()
    },
  },
  'delete-blocked': {
    as: 'business',
    show: async page => {
      await openDeletion(page, {
        ...deletion,
        workspaces: [{ id: '1', name: 'Ada business', effect: 'blocks', domains: 23 }],
      })
      await expect(page.getByText('You cannot delete your account yet')).toBeVisible()
    },
  },
  'account-deleted': {
    as: 'business',
    show: async page => {
      await fault(page, 'GET', '/auth/me', 403, { detail: 'This account is deleted', code: 'account_deleted' })
      await answer(page, '/account/deletion', { ...deletion, removed_at: at(24 * 24 * hour), workspaces: [] })
      await page.goto('/account')
      await expect(page.getByText('You can restore ada@waxseal.example')).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

/** Sign-in by Clerk: a server of its own, the page with a script in place of Clerk's, and tokens as Clerk makes them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { aDataFolder } from '../packages/server/src/testing/data-folder.ts'
import { type FakeClerk, startFakeClerk } from '../packages/server/src/testing/fake-clerk.ts'
import { axeFindings } from './axe.ts'
import { expect, ignoreConsole, test } from './fixtures.ts'

const host = 'clerk.waxseal.example'
const script = `https://${host}/npm/@clerk/clerk-js@6/dist/clerk.browser.js`
const port = 3941
const url = `http://localhost:${port}`

test.describe.configure({ mode: 'serial' })

let clerk: FakeClerk
let server: ChildProcess
let data: string

test.beforeAll(async () => {
  test.setTimeout(180_000)
  clerk = await startFakeClerk(`https://${host}`)
  data = await aDataFolder('clerk')
  server = spawn(join(import.meta.dirname, '..', 'bin', 'waxseal'), ['serve'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: data,
      LOG_LEVEL: 'warn',
      AUTH: 'clerk',
      CLERK_PUBLISHABLE_KEY: `pk_test_${btoa(`${host}$`)}`,
      CLERK_SECRET_KEY: `sk_test_${'k'.repeat(40)}`,
      CLERK_JWT_KEY: clerk.jwtKey,
      CLERK_API_URL: clerk.url,
    },
    stdio: 'ignore',
  })
  const status = async (): Promise<number | undefined> => {
    // A start that fails is noticed at once. One on a busy machine takes minutes, and is waited for.
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    return (await fetch(`${url}/readyz`).catch(() => null))?.status
  }
  await expect.poll(status, { timeout: 170_000 }).toBe(200)
})

test.afterAll(async () => {
  const end = new Promise(resolve => server.once('exit', resolve))
  server.kill('SIGTERM')
  await end
  await clerk.close()
  rmSync(data, { recursive: true, force: true })
})

/** What Clerk's script defines. The test decides who is signed in; signing in goes to a page of Clerk, as theirs does. */
function clerkScript(token: string | null): string {
  return `{
    const user = { id: 'user_1', fullName: 'Zoë Müller', primaryEmailAddress: { emailAddress: 'zoe@example.org' } }
    const session = { id: 'sess_1', getToken: async () => ${JSON.stringify(token)} }
    const now = () => (window.Clerk.session ? { user, session } : { user: null, session: null })
    const listeners = []
    window.Clerk = {
      session: ${token === null ? 'null' : 'session'},
      load: async () => {},
      addListener(listener) { listeners.push(listener); listener(now()) },
      async signOut() { window.Clerk.session = null; for (const listener of listeners) listener(now()) },
      async redirectToUserProfile() { location.assign('https://${host}/user') },
      async redirectToSignIn({ signInForceRedirectUrl }) {
        location.assign('https://${host}/sign-in?redirect_url=' + encodeURIComponent(signInForceRedirectUrl))
      },
    }
  }`
}

async function withScript(page: Page, token: string | null): Promise<void> {
  await page.route(script, route =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
      body: clerkScript(token),
    }),
  )
}

test('a visitor signs in on the page of Clerk, which leads back here', async ({ open }) => {
  const page = await open(null)
  await withScript(page, null)
  await page.route(`https://${host}/sign-in*`, route =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Clerk</h1>' }),
  )
  await page.goto(`${url}/dashboard`)
  await expect(page).toHaveURL(`${url}/`)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(`https://${host}/sign-in?redirect_url=${encodeURIComponent(`${url}/`)}`)
})

test('a person of Clerk has an account here, and signs out', async ({ open }) => {
  const page = await open(null)
  const token = await clerk.token({
    azp: url,
    email: 'zoe@example.org',
    email_verified: true,
    name: 'Zoë Müller',
    expires: 600,
  })
  clerk.sessions.set('sess_1', 'user_1')
  await withScript(page, token)
  await page.route(`https://${host}/user`, route => route.fulfill({ contentType: 'text/html', body: '<h1>You</h1>' }))
  await page.goto(`${url}/account`)
  await expect(page.getByText('zoe@example.org').first()).toBeVisible()
  const security = page.getByRole('region', { name: 'Sign-in & security' })
  await security.getByRole('button', { name: 'Open profile' }).click()
  await expect(page).toHaveURL(`https://${host}/user`)
  await page.goBack()
  await expect(security.getByText('This session')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL(`${url}/`)
})

test('a script that does not load is an error with Retry, and the page says nothing of signing out', async ({
  open,
}) => {
  const page = await open(null)
  ignoreConsole(page)
  await page.route(script, route => route.abort())
  await page.goto(`${url}/dashboard`)
  const alert = page.getByRole('alert')
  await expect(alert.getByText('Sign-in did not load')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.unroute(script)
  const token = await clerk.token({
    azp: url,
    email: 'zoe@example.org',
    email_verified: true,
    name: 'Zoë Müller',
    expires: 600,
  })
  await withScript(page, token)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
})

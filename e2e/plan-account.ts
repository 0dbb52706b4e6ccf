import type { Page } from '@playwright/test'
import { sampleHeader } from '@waxseal/core/headers'
import type { Tier } from '@waxseal/core/plan'
import { type Call, caller } from './api.ts'
import { password, type World } from './world.ts'

/** A person on a plan who has used up what Starter and Pro allow in numbers. */
export interface Subscriber {
  page: Page
  tier: Tier
  call: Call
  /** The id of the first domain: its newest scan is the last one that Starter allows. */
  first: string
  /** The id of the second domain, scanned once. On Starter it is left from a Pro plan that ended. */
  second: string
}

/** Ten, as many as Pro allows. */
const domainNames = ['monitoring', 'nodmarc', ...Array.from({ length: 8 }, (_, index) => `customer-${index}`)].map(
  name => `${name}.example`,
)
/** How many of them Starter keeps, each scanned once on Pro. */
const kept = 2
/** The scans that Starter allows in a month. */
const monthlyScans = 10
/** With the owner they are the five members of Pro. */
const proInvitations = 4
const proConfigurations = 3

let subscribers = 0

/**
 * Signs up a new person in this signed-out page and brings the account to the plan, with its limits used up. Starter had
 * Pro before, which gave it a second domain. Throws with the answer of a call that is refused.
 */
export async function subscribe(page: Page, { url }: World, tier: Tier): Promise<Subscriber> {
  const email = `${tier}-${process.pid}-${Date.now()}-${subscribers++}@waxseal.example`
  const reply = await page.request.post(`${url}/api/identity/sign-up/email`, {
    headers: { origin: url },
    data: { name: 'Annie Easley', email, password },
  })
  if (!reply.ok()) throw new Error(`sign-up of ${email}: ${reply.status()} ${await reply.text()}`)
  const cookies = await page.context().cookies(`${url}/api/identity`)
  const call = await caller(url, cookies.map(({ name, value }) => `${name}=${value}`).join('; '))
  await call('GET', '/auth/me')
  await buy(call, url, tier === 'free' ? 'pro' : tier)

  const ids: string[] = []
  for (const domain_name of tier === 'free' ? domainNames.slice(0, kept) : domainNames) {
    ids.push(((await call('POST', '/domains', { domain_name })) as { id: string }).id)
  }
  const [first = '', second = ''] = ids
  await Promise.all([first, second].map(id => scan(call, id)))
  if (tier === 'free') {
    await endPlan(call)
    await useUpScans(call, first)
  } else await useUpNumbers(call)
  return { page, tier, call, first, second }
}

const scan = (call: Call, id: string) => call('POST', `/diagnostics/scan/${id}`, {})

/** The id of a page of test mode. */
const pageId = (answer: unknown): string => (answer as { url: string }).url.split('/').at(-1) ?? ''

async function buy(call: Call, url: string, plan: Tier): Promise<void> {
  const checkout = { plan, billing_period: 'monthly', origin_url: url }
  const session = pageId(await call('POST', '/payments/create-checkout', checkout))
  const paid = (await call('POST', `/billing/test/${session}/outcome`, { outcome: 'pay' })) as { url: string }
  const returned = new URL(paid.url, url).searchParams.get('session_id')
  await call('GET', `/payments/checkout-status/${returned}`)
}

async function endPlan(call: Call): Promise<void> {
  const portal = pageId(await call('POST', '/payments/create-portal-session', {}))
  for (const action of ['cancel', 'move_clock']) await call('POST', `/billing/test/${portal}/action`, { action })
}

/** One lookup of the day goes to a message, so the last scan of the month has none left. */
async function useUpScans(call: Call, id: string): Promise<void> {
  await call('POST', '/headers/analyze', { raw_headers: sampleHeader })
  // One after the other: a second scan of a domain would join the running one.
  for (let scans = kept; scans < monthlyScans; scans++) await scan(call, id)
}

async function useUpNumbers(call: Call): Promise<void> {
  for (let sent = 0; sent < proInvitations; sent++) await call('POST', '/workspace/invitations', { role: 'viewer' })
  for (const original_domain of domainNames.slice(0, proConfigurations)) {
    await call('POST', '/spf-flattening/flatten', {
      original_domain,
      original_spf_record: 'v=spf1 ip4:203.0.113.17 -all',
    })
  }
}

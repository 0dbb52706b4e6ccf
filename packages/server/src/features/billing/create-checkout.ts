import { randomUUID } from 'node:crypto'
import { type BodyOf, type createCheckout as endpoint, type ReplyOf, wording } from '@waxseal/contract'
import { canonicalTier, isSame, type Meaning, type Offer, plans, slotAfter, type Wish } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { type Billing, CustomerGone, type ProviderSubscription } from '../../ports.ts'
import { recordEvent } from '../audit/record.ts'
import { type Actor, authorId } from '../workspaces/actor.ts'
import type { Person } from '../workspaces/sign-in.ts'
import { settled } from './checkout-status.ts'
import { closeCheckout, insertCheckout, openCheckoutOf } from './checkout-store.ts'
import { type CustomerRow, customerOf, insertCustomer } from './customer-store.ts'
import { downgrade } from './downgrade.ts'
import { costOf, isFree, meaningNow, preview, refuseTooLate } from './preview-change.ts'
import { asking, providerOf } from './provider.ts'
import { hasChange, holdForPage, keepingChange } from './released.ts'
import { restoreAgainAt } from './released-store.ts'
import { sync } from './sync.ts'
import { inTurn } from './turn.ts'

type Reply = ReplyOf<typeof endpoint>
type CheckoutDeps = Pick<Deps, 'store' | 'billing' | 'now' | 'env'>

/** Whose checkout it is. */
interface Buyer {
  actor: Actor
  customer: CustomerRow
  /** Of this server, where the page returns to. */
  origin: string
  /** Absent: whatever the wish means is done. */
  step: Exclude<BodyOf<typeof endpoint>['step'], 'preview'>
}

/** The one meaning that a step does. A person who agreed to one of them has not agreed to another. */
const meaningsOfSteps = { buy: 'checkout', confirm: 'upgrade', schedule: 'downgrade' } as const

/**
 * What a choice on the plan cards leads to: a page to pay on, a page that confirms an upgrade, or a downgrade that is
 * scheduled; with the step `preview`, what it would lead to. Prices are never the client's.
 *
 * @throws Refusal `validation`, `conflict`, `upstream`
 */
export async function createCheckout(
  deps: CheckoutDeps,
  actor: Actor,
  person: Pick<Person, 'email'>,
  body: BodyOf<typeof endpoint>,
): Promise<Reply> {
  const origin = ownOrigin(deps, body.origin_url)
  const plan = canonicalTier(body.plan)
  if (plan === null) throw new Refusal('validation', wording.unknownPlan)
  const wish = { plan, period: body.billing_period }
  const choose = async () => {
    const { step } = body
    if (step === 'preview') return look(deps, actor, wish)
    const customer = await customerFor(deps, actor, person, wish)
    return inTurn(deps, customer, present => follow(deps, { actor, customer, origin, step }, present, wish))
  }
  return asking(wording.changeFailed, async () => {
    try {
      return await choose()
    } catch (error) {
      // It is forgotten now: the second try makes a new customer.
      if (error instanceof CustomerGone) return choose()
      throw error
    }
  })
}

/** A page would otherwise return to a site that someone else chose. */
function ownOrigin({ env }: Pick<Deps, 'env'>, text: string): string {
  const { origin } = new URL(env.publicUrl)
  if (!URL.canParse(text) || new URL(text).origin !== origin)
    throw new Refusal('validation', wording.otherOrigin(origin))
  return origin
}

/** A preview makes no customer either: without one there is no subscription, and nothing to ask the provider. */
async function look(deps: CheckoutDeps, actor: Actor, wish: Wish): Promise<Reply> {
  const customer = await customerOf(deps.store.db, providerOf(deps).kind, actor.workspace.id)
  if (customer === undefined) return preview(deps, actor, null, wish)
  return inTurn(deps, customer, subscription => preview(deps, actor, subscription && { customer, subscription }, wish))
}

/** The customer of the workspace, made with the first purchase. */
async function customerFor(
  deps: CheckoutDeps,
  { workspace }: Actor,
  { email }: Pick<Person, 'email'>,
  { plan }: Wish,
): Promise<CustomerRow> {
  const { db } = deps.store
  const billing = providerOf(deps)
  const known = await customerOf(db, billing.kind, workspace.id)
  if (known !== undefined) return known
  if (plan === 'free') throw new Refusal('conflict', wording.noSubscription)
  const customerId = await billing.createCustomer({ ...workspace, email })
  const createdAt = deps.now()
  const nextSyncAt = slotAfter(24 * 3_600_000, workspace.id, createdAt)
  await insertCustomer(db, { workspaceId: workspace.id, provider: billing.kind, customerId, createdAt, nextSyncAt })
  const row = await customerOf(db, billing.kind, workspace.id)
  if (row === undefined) throw new Refusal('conflict', wording.subscriptionMoved)
  return row
}

async function follow(
  deps: CheckoutDeps,
  buyer: Buyer,
  present: ProviderSubscription | null,
  wish: Wish,
): Promise<Reply> {
  const meaning = meaningNow(present, wish, deps.now())
  if (buyer.step !== undefined && meaning.kind !== meaningsOfSteps[buyer.step])
    throw new Refusal('conflict', wording.subscriptionMoved)
  const isGranted = 'offer' in meaning && (await isFree(deps, buyer.actor, meaning.offer))
  if (!isGranted && meaning.kind === 'upgrade') await refuseTooLate(deps, required(present), meaning, buyer.customer)
  const reopened = await openPage(deps, buyer, present, isGranted ? null : meaning)
  if (isGranted) throw new Refusal('conflict', wording.planGranted)
  if (reopened !== null) return reopened
  switch (meaning.kind) {
    case 'checkout':
      return buy(deps, buyer, meaning.offer)
    case 'upgrade':
      return upgrade(deps, buyer, required(present), meaning)
    case 'downgrade':
      return downgrade(deps, buyer, required(present), meaning)
    default:
      return meaning satisfies never
  }
}

/** A meaning that changes a subscription was made of one. */
function required(present: ProviderSubscription | null): ProviderSubscription {
  if (present === null) throw new Error('there is no subscription to change')
  return present
}

/**
 * The page that is open for the same wish, in another tab or after a double click. A page for another wish is closed first,
 * so that two plans are never paid.
 *
 * @param meaning null: nothing is sold, so that every page closes that the provider can close
 * @throws Refusal `conflict` when that page was paid in this moment, or the provider cannot close it
 */
async function openPage(
  deps: CheckoutDeps,
  { actor, customer }: Buyer,
  present: ProviderSubscription | null,
  meaning: Meaning | null,
): Promise<Reply | null> {
  const { db } = deps.store
  const billing = providerOf(deps)
  const before = await openCheckoutOf(db, actor.workspace.id)
  const open = before && (await settled(deps, before, present))
  if (open === undefined || open.status !== 'open') return null
  const { row } = open
  const sold = meaning !== null && 'offer' in meaning && isSame(row, meaning.offer) ? meaning : null
  if (row.kind === 'checkout' && sold?.kind === 'checkout') return { url: row.url }
  // A downgrade that was scheduled meanwhile, or again, is taken back together with a new page.
  if (row.kind === 'change' && sold?.kind === 'upgrade' && !sold.release)
    return { ...(await costOf(billing, customer, required(present), sold.offer)), url: row.url }
  // After a subscription has ended its change can no longer be confirmed.
  if (row.sessionId === null && sold === null && meaning?.kind !== 'checkout') {
    if (meaning === null) return null
    throw new Refusal('conflict', wording.upgradeOpen)
  }
  if (row.sessionId !== null && (await billing.closeCheckout(row.sessionId)) === 'complete') {
    await closeCheckout(db, row.id, 'complete')
    throw new Refusal('conflict', wording.subscriptionMoved)
  }
  await closeCheckout(db, row.id, 'expired')
  // What it had taken back waits for no page now. One that opens in its place says until when.
  await restoreAgainAt(db, actor.workspace.id, deps.now())
  return null
}

async function buy(deps: CheckoutDeps, { actor, customer, origin }: Buyer, offer: Offer): Promise<Reply> {
  const billing = providerOf(deps)
  const id = randomUUID()
  const { customerId } = customer
  const page = await billing.openCheckout({ reference: id, customerId, offer, urls: urlsOf(origin, id) })
  await keepPage(deps, actor, { ...rowOf(deps, actor, billing, offer), id, kind: 'checkout', ...page })
  return { url: page.url }
}

/** Opens the page of an upgrade. A change that is scheduled is taken back while it is open: the provider refuses it otherwise. */
async function upgrade(
  deps: CheckoutDeps,
  buyer: Buyer,
  present: ProviderSubscription,
  { offer }: Extract<Meaning, { kind: 'upgrade' }>,
): Promise<Reply> {
  const { customer } = buyer
  const billing = providerOf(deps)
  const cost = await costOf(billing, customer, present, offer)
  const open = () => openChange(deps, buyer, present, offer)
  if (!hasChange(present)) return { ...cost, url: await open() }
  const work = async () => {
    await billing.release(present.id)
    return open()
  }
  const url = await keepingChange(deps, customer, present, { work, isDone: () => false })
  if (url === undefined) throw new Error('a page was neither opened nor refused')
  return { ...cost, url }
}

async function openChange(
  deps: CheckoutDeps,
  { actor, customer, origin }: Buyer,
  present: ProviderSubscription,
  offer: Offer,
): Promise<string> {
  const billing = providerOf(deps)
  const id = randomUUID()
  const change = { reference: id, customerId: customer.customerId, subscriptionId: present.id, offer }
  const page = await billing.openChange({ ...change, urls: urlsOf(origin, id) })
  await keepPage(deps, actor, { ...rowOf(deps, actor, billing, offer), id, kind: 'change', ...page })
  await holdForPage(deps, customer.workspaceId, present, page.expiresAt)
  if (hasChange(present)) await sync(deps, customer, actor.by)
  return page.url
}

/** The page with its event: what is paid on it comes from the provider. */
async function keepPage(deps: CheckoutDeps, actor: Actor, row: Parameters<typeof insertCheckout>[1]): Promise<void> {
  await deps.store.transaction(async tx => {
    await insertCheckout(tx, row)
    const detail = { plan: plans[row.plan].label, period: row.period }
    await recordEvent(deps, tx, actor, { action: 'plan.page_opened', detail })
  })
}

const urlsOf = (origin: string, id: string) => ({
  success: `${origin}/account?session_id=${id}`,
  cancel: `${origin}/account?cancelled=true`,
})

function rowOf({ now }: CheckoutDeps, actor: Actor, { kind: provider }: Billing, { plan, period }: Offer) {
  return { workspaceId: actor.workspace.id, author: authorId(actor), provider, plan, period, createdAt: now() }
}

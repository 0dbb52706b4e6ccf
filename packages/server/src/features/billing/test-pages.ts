import { type actInTestPortal, type testPage as pageEndpoint, type ReplyOf, wording } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { TestAction, TestBilling, TestOutcome, TestPage, TestResult } from '../../ports.ts'
import type { Actor } from '../workspaces/actor.ts'
import { customerOf } from './customer-store.ts'
import { presentSubscription } from './portal.ts'
import { asking, testModeOf } from './provider.ts'
import { restoreNow } from './released.ts'
import { receiveEvent } from './sync.ts'

type PageDeps = Pick<Deps, 'store' | 'billing' | 'now'>

/** What a page of test mode shows. @throws Refusal `not_found`, also for a page of another workspace */
export async function testPage(deps: PageDeps, actor: Actor, sessionId: string): Promise<ReplyOf<typeof pageEndpoint>> {
  return present(await requirePage(deps, testModeOf(deps), actor, sessionId))
}

/** What comes of a choice on a page to pay on. The event arrives as one of a provider does. */
export async function chooseOutcome(
  deps: PageDeps,
  actor: Actor,
  sessionId: string,
  outcome: TestOutcome,
): Promise<ReplyOf<typeof actInTestPortal>> {
  const billing = testModeOf(deps)
  await requirePage(deps, billing, actor, sessionId)
  const answer = await delivered(deps, () => billing.choose(sessionId, outcome))
  const customer = await customerOf(deps.store.db, billing.kind, actor.workspace.id)
  if (customer === undefined || !isLeft(answer.page, outcome)) return answer
  await restoreNow(deps, customer)
  return { ...answer, page: await testPage(deps, actor, sessionId) }
}

/** The page of a change was left without paying: what it had taken back is scheduled again. */
const isLeft = ({ kind }: { kind: string }, outcome: TestOutcome): boolean =>
  kind === 'change' && (outcome === 'cancel' || outcome === 'expire')

/** What comes of an action in the portal. */
export async function actInPortal(
  deps: PageDeps,
  actor: Actor,
  sessionId: string,
  action: TestAction,
): Promise<ReplyOf<typeof actInTestPortal>> {
  const billing = testModeOf(deps)
  await requirePage(deps, billing, actor, sessionId)
  return delivered(deps, () => billing.act(sessionId, action))
}

async function delivered(
  deps: PageDeps,
  work: () => Promise<TestResult | null>,
): Promise<ReplyOf<typeof actInTestPortal>> {
  return asking(wording.changeFailed, async () => {
    const result = await work()
    if (result === null) throw new Refusal('not_found', wording.notFound)
    if (result.event !== null) await receiveEvent(deps, result.event)
    return { page: present(result.page), url: result.url, declined: result.declined }
  })
}

async function requirePage(
  { store }: PageDeps,
  billing: TestBilling,
  actor: Actor,
  sessionId: string,
): Promise<TestPage> {
  const page = await asking(wording.changeFailed, () => billing.look(sessionId))
  const customer = await customerOf(store.db, billing.kind, actor.workspace.id)
  if (page === null || page.customerId !== customer?.customerId) throw new Refusal('not_found', wording.notFound)
  return page
}

function present(page: TestPage): ReplyOf<typeof pageEndpoint> {
  const { kind, state, offer, amountCents, expiresAt, returnUrl, subscription, failsNext } = page
  return {
    kind,
    state,
    plan: offer?.plan ?? null,
    billing_period: offer?.period ?? null,
    amount: amountCents / 100,
    expires_at: expiresAt.toISOString(),
    return_url: returnUrl,
    subscription: subscription && presentSubscription(subscription),
    fails_next: failsNext,
  }
}

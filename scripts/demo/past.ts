import type { Tier } from '@waxseal/core/plan'
import type { Deps } from '../../packages/server/src/deps.ts'
import { addDomain } from '../../packages/server/src/features/domains/add-domain.ts'
import { setTags } from '../../packages/server/src/features/domains/tags.ts'
import { checkDomain } from '../../packages/server/src/features/monitoring/check-domain.ts'
import { claimDueChecks } from '../../packages/server/src/features/monitoring/claim-checks.ts'
import { decide } from '../../packages/server/src/features/scans/decisions.ts'
import { runScan } from '../../packages/server/src/features/scans/run-scan.ts'
import { startScan } from '../../packages/server/src/features/scans/start-scan.ts'
import type { Actor } from '../../packages/server/src/features/workspaces/actor.ts'
import { signUpAll } from './accounts.ts'
import { addedDaysAgo, changes, daysOfAll, guestDecision, scanDays, tags } from './past.data.ts'
import type { DemoInternet } from './world.ts'

const dayMs = 86_400_000
/** The number of domains scanned at a time. */
const atOnce = 8

/** A clock that can be set back; it runs on from there. */
export interface Clock {
  now: () => Date
  putBack(ms: number): void
}

export function aClock(): Clock {
  let behind = 0
  return {
    now: () => new Date(Date.now() - behind),
    putBack(ms) {
      behind = ms
    },
  }
}

interface Watched {
  actor: Actor
  name: string
  id: string
}

interface Past {
  internet: DemoInternet
  clock: Clock
  /** The password of every account. */
  password: string
  /** A folder without pages, because they are not needed yet. */
  pages: string
  say: (line: string) => void
  signal: AbortSignal
}

/**
 * Creates the history of the demo with the clock set back: opens accounts, adds domains, and on each day really scans
 * every watched domain in the world of that day. Ends today.
 *
 * @returns the accounts
 */
export async function createHistory(
  deps: Deps,
  { internet, clock, password, pages, say, signal }: Past,
): Promise<readonly { tier: Tier; actor: Actor }[]> {
  const whole = new AbortController()
  clock.putBack((scanDays[0] + 1) * dayMs)
  const { people, guestActor } = await signUpAll(deps, { password, pages })
  const watched: Watched[] = []
  for (const day of scanDays) {
    clock.putBack(day * dayMs)
    internet.turnTo(day)
    for (const { actor, domains } of people) {
      for (const name of domains.filter(each => addedOn(each) === day)) {
        const { id } = await addDomain(deps, actor, name)
        await setTags(deps, actor, id, tags[name] ?? [])
        watched.push({ actor, name, id })
      }
    }
    const scanned = watched.filter(({ name }) => daysOfAll.includes(day) || addedOn(name) === day || hasChanged(name))
    say(`Scanning ${scanned.length} domains as they ${timeOf(day)} …`)
    // The newest first, because the slow ones are among them.
    await inTurn(scanned.toReversed(), async ({ actor, id }) => {
      // A running scan is allowed to finish, because it still writes into the store.
      if (signal.aborted) return
      await runScan(deps, await startScan(deps, actor, id), whole.signal)
    })
    await checkDns(deps, whole.signal)
    signal.throwIfAborted()
  }
  const decided = watched.find(({ name }) => name === guestDecision.domain)
  if (decided !== undefined) await decide(deps, guestActor, decided.id, guestDecision.decision)
  return people
}

/** Makes the DNS checks that are due on this day, so that what changed since the last one is in the history. */
async function checkDns(deps: Deps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { checks, claimed } = await claimDueChecks(deps, 100)
    await inTurn(checks, check => checkDomain(deps, check, signal))
    if (claimed === 0) return
  }
}

/** "are", "were 1 day ago", "were 7 days ago". */
function timeOf(daysAgo: number): string {
  if (daysAgo === 0) return 'are'
  return `were ${daysAgo} ${daysAgo === 1 ? 'day' : 'days'} ago`
}

function addedOn(name: string): number {
  return addedDaysAgo[name] ?? scanDays[0]
}

function hasChanged(name: string): boolean {
  return changes.some(({ zone }) => zone === name)
}

async function inTurn<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}

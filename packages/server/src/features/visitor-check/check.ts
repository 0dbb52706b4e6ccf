import { setTimeout as wait } from 'node:timers/promises'
import { wording } from '@waxseal/contract'
import type { ScanResult } from '@waxseal/core/health'
import { normalizeDomain } from '@waxseal/scanner'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { throttleOf } from '../../http/rate-limit.ts'
import type { ScanStep } from '../scans/follow-scan.ts'
import { busy, type KnownCheck, type RunningCheck, type RunningChecks } from './running-checks.ts'

/** How many checks a client may start: an IPv4 address, or a /64 of IPv6. */
const limit = { max: 5, windowMs: 3_600_000 }

/** A follower of a check that does not change hears so often that it is still followed. */
const aliveEveryMs = 5_000

/** What a visitor follows: the check that runs, or the result that is shared. */
export type Followed = { check: RunningCheck } | { result: ScanResult }

/**
 * Checks a domain for a visitor. A check of the same name that runs is joined, and a result of the last ten minutes is
 * given again: both cost the visitor nothing.
 *
 * @param client who asks, as `clientOf` gives it
 * @throws Refusal `not_found` where the operator has switched it off; `invalid_domain`; `rate_limited` for the client's
 * sixth check in an hour; `unavailable` while even the queue is full. The last two say when to try again.
 */
export async function checkForVisitor(
  deps: Deps,
  checks: RunningChecks,
  { typed, client }: { typed: string; client: string },
): Promise<Followed> {
  if (!deps.env.visitorCheck) throw new Refusal('not_found', wording.notFound)
  if (typed.trim() === '') throw new Refusal('invalid_domain', wording.enterDomain)
  const normalized = normalizeDomain(typed)
  if (!normalized.ok) throw new Refusal('invalid_domain', wording.invalidDomain)
  const name = normalized.ascii

  const before = checks.known(name)
  if (before !== undefined) return follow(before)

  // Before the client is counted: who finds no place has not used a check.
  if (checks.isFull(name, client)) throw busy()
  const seconds = await throttleOf(deps)(`visitor-check ${client}`, limit)
  // Another visitor may have started the same check meanwhile, and it may even have ended.
  const meanwhile = checks.known(name)
  if (meanwhile !== undefined) return follow(meanwhile)
  if (seconds === null) return { check: checks.start(name, client) }
  throw new Refusal('rate_limited', wording.checkLimit, { retryAfterSeconds: seconds })
}

async function follow(known: KnownCheck): Promise<Followed> {
  return 'check' in known ? known : { result: await known.result() }
}

/**
 * Yields the place of a check in the queue, then its progress, when it changes (null is an occasional keep-alive) and returns the result. Leaving
 * early does not end the check: others may wait for it, and its result is shared.
 *
 * @throws Refusal `unavailable` when the check failed, or `signal` fires
 */
export async function* followCheck(followed: Followed, signal: AbortSignal): AsyncGenerator<ScanStep, ScanResult> {
  if ('result' in followed) return followed.result
  const { check } = followed
  const ended = check.ended.then(
    () => true,
    () => true,
  )
  let shown: ScanStep = null
  while (!signal.aborted) {
    const now = check.step()
    const changed = check.changed()
    yield now === shown ? null : now
    shown = now
    const alive = new AbortController()
    const late = wait(aliveEveryMs, false, { signal: AbortSignal.any([signal, alive.signal]) }).catch(() => false)
    const isOver = await Promise.race([ended, changed.then(() => false), late])
    alive.abort()
    if (isOver) return check.ended
  }
  throw new Refusal('unavailable', wording.checkFailed)
}

import { setTimeout as wait } from 'node:timers/promises'
import { type ScanProgress, wording } from '@waxseal/contract'
import type { ScanResult } from '@waxseal/core/health'
import { normalizeDomain } from '@waxseal/scanner'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { throttleOf } from '../../http/rate-limit.ts'
import type { KnownCheck, RunningCheck, RunningChecks } from './running-checks.ts'

/** How many checks a client may start: an IPv4 address, or a /64 of IPv6. */
const limit = { max: 5, windowMs: 3_600_000 }

/** A check ends after 60 seconds at most; most take a few. */
const busySeconds = 10

const lookEveryMs = 200

/** What a visitor follows: the check that runs, or the result that is shared. */
export type Followed = { check: RunningCheck } | { result: ScanResult }

/**
 * Checks a domain for a visitor. A check of the same name that runs is joined, and a result of the last ten minutes is
 * given again: both cost the visitor nothing.
 *
 * @param client who asks, as `clientOf` gives it
 * @param onWait gets the seconds to wait, before a refusal that ends by itself
 * @throws Refusal `not_found` where the operator has switched it off; `invalid_domain`; `rate_limited` for the client's
 * sixth check in an hour; `unavailable` while four checks run.
 */
export async function checkForVisitor(
  deps: Deps,
  checks: RunningChecks,
  { typed, client, onWait }: { typed: string; client: string; onWait: (seconds: number) => void },
): Promise<Followed> {
  if (!deps.env.visitorCheck) throw new Refusal('not_found', wording.notFound)
  if (typed.trim() === '') throw new Refusal('invalid_domain', wording.enterDomain)
  const normalized = normalizeDomain(typed)
  if (!normalized.ok) throw new Refusal('invalid_domain', wording.invalidDomain)
  const name = normalized.ascii

  const before = checks.known(name)
  if (before !== undefined) return follow(before)

  // The place is taken before the client is counted: who finds none has not used a check.
  const place = checks.place()
  if (place === null) {
    onWait(busySeconds)
    throw new Refusal('unavailable', wording.checksBusy)
  }
  const seconds = await throttleOf(deps)(`visitor-check ${client}`, limit).catch((cause: unknown) => {
    place.free()
    throw cause
  })
  // Another visitor may have started the same check meanwhile, and it may even have ended.
  const meanwhile = checks.known(name)
  if (seconds === null && meanwhile === undefined) return { check: place.start(name) }
  place.free()
  if (meanwhile !== undefined) return follow(meanwhile)
  onWait(seconds ?? busySeconds)
  throw new Refusal('rate_limited', wording.checkLimit)
}

async function follow(known: KnownCheck): Promise<Followed> {
  return 'check' in known ? known : { result: await known.result() }
}

/**
 * Yields the progress of a check when it changes (null is an occasional keep-alive) and returns the result. Leaving
 * early does not end the check: others may wait for it, and its result is shared.
 *
 * @throws Refusal `unavailable` when the check failed, or `signal` fires
 */
export async function* followCheck(
  followed: Followed,
  signal: AbortSignal,
): AsyncGenerator<ScanProgress | null, ScanResult> {
  if ('result' in followed) return followed.result
  const { check } = followed
  const ended = check.ended.then(
    () => true,
    () => true,
  )
  let shown: ScanProgress | null = null
  while (!signal.aborted) {
    const now = check.progress()
    yield now === shown ? null : now
    shown = now
    const late = wait(lookEveryMs, false, { signal }).catch(() => false)
    if (await Promise.race([ended, late])) return check.ended
  }
  throw new Refusal('unavailable', wording.checkFailed)
}

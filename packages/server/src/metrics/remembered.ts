import { displayText } from '@waxseal/core/dns'
import type { Deps } from '../deps.ts'
import type { Part } from './parts.ts'
import { within } from './within.ts'

/** Asks a server of the outside: null when it answers as it should, else why not. */
export type Check = (signal: AbortSignal) => Promise<string | null>

/** Each probe of a supervisor asks for the state; the other side sees a check this often at most. */
const freshMs = { ok: 5 * 60_000, failed: 60_000 } as const
const limitMs = 10_000

/**
 * A part that is checked rarely. The log says once that it fails and once that it works again.
 *
 * @param says the two lines of the log
 * @returns its state: the last one while that is fresh, or while a check takes longer than the patience in milliseconds
 */
export function remembered(
  check: Check,
  { now, log }: Pick<Deps, 'now' | 'log'>,
  says: { failed: string; well: string },
): (patienceMs: number) => Promise<Part> {
  let last: Part = { state: 'unknown', at: null, reason: null }
  let running: Promise<void> | null = null

  const isFresh = () => {
    if (last.at === null) return false
    return Math.abs(now().getTime() - last.at.getTime()) < freshMs[last.state === 'ok' ? 'ok' : 'failed']
  }

  async function run(): Promise<void> {
    const reason = await within(limitMs, check(AbortSignal.timeout(limitMs))).catch(reasonOf)
    if (reason !== null && last.state !== 'failed') log.warn({ reason }, says.failed)
    if (reason === null && last.state === 'failed') log.info(says.well)
    last = { state: reason === null ? 'ok' : 'failed', at: now(), reason }
  }

  return async patienceMs => {
    if (isFresh()) return last
    running ??= run().finally(() => {
      running = null
    })
    // A reader without patience gets the last state; the check goes on.
    await within(patienceMs, running).catch(() => {})
    return last
  }
}

/** The message of an error, safe to display. */
export function reasonOf(cause: unknown): string {
  return displayText(cause instanceof Error ? cause.message : String(cause), 200)
}

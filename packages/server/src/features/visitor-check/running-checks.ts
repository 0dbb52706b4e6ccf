import { type ScanProgress, wording } from '@waxseal/contract'
import type { ScanResult } from '@waxseal/core/health'
import { organizationalDomain } from '@waxseal/scanner'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { fairPlaces, PlacesFull } from '../../jobs/fair-places.ts'
import { packDocument, type StoredDocument, unpackDocument } from '../scans/document.ts'
import type { ScanStep } from '../scans/follow-scan.ts'
import { isOverBudget } from '../scans/name-budget.ts'

/** How long a result is given to everyone who asks for its name. */
const sharedMs = 10 * 60_000

/** How long a link to it can be created, by those who still read it. */
const heldMs = 60 * 60_000

/**
 * Each makes some hundred queries in its first second and holds its answers in memory. A slow one waits for servers most of
 * the time, and keeps nobody out.
 */
const limits = { places: 24, young: 4, youngMs: 2_000, eachMax: 3, waitingMax: 100 }

/** When a visitor may try again, in seconds: by then many of those who wait have their result. */
const busySeconds = 30

/** The results of an hour, compressed. A hostile zone can make one large; the oldest go first. */
const resultBytesMax = 32 * 1024 * 1024

/** A check that runs, and everyone who waits for it. */
export interface RunningCheck {
  /** Its place in the queue, or its progress. */
  step: () => ScanStep
  /** Resolves at the next change. */
  changed: () => Promise<void>
  /** Rejects when the program failed. What the domain does never makes it reject. */
  ended: Promise<ScanResult>
}

interface Shared {
  name: string
  at: number
  document: StoredDocument
}

/** The check of a name that runs, or its result, if that is not older than ten minutes. */
export type KnownCheck = { check: RunningCheck } | { result: () => Promise<ScanResult> }

export interface RunningChecks {
  /** What is known of this name; undefined: nothing. It does not wait, so no check ends unseen between two looks. */
  known(name: string): KnownCheck | undefined
  /** Whether even the queue has no place for a check of this name by this client. */
  isFull(name: string, client: string): boolean
  /** Starts a check of this name when it is the client's turn. Until then its place in the queue is known. */
  start(name: string, client: string): RunningCheck
  /** The document of the check of this name that ended at this time, if that is not longer ago than an hour. */
  document(name: string, finishedAt: string): StoredDocument | undefined
  /** Ends all that run. */
  close(): void
}

const keyOf = (name: string, finishedAt: string): string => `${name} ${finishedAt}`

/** The checks of visitors in this process. A link stores its report (`links.ts`), and nothing else does. */
export function runningChecks(deps: Pick<Deps, 'scan' | 'now' | 'log' | 'store'>): RunningChecks {
  const checks = new Map<string, RunningCheck>()
  /** By name and time, the newest last. */
  const results = new Map<string, Shared>()
  const stopping = new AbortController()
  const places = fairPlaces(limits)

  function forgetOld(): void {
    const oldest = deps.now().getTime() - heldMs
    let bytes = 0
    // The newest first: a Map keeps the order in which they were set.
    for (const [key, { at, document }] of [...results].toReversed()) {
      bytes += document.body.byteLength
      if (at <= oldest || bytes > resultBytesMax) results.delete(key)
    }
  }

  async function scan(name: string, onProgress: (progress: ScanProgress) => void): Promise<ScanResult> {
    try {
      const result = await deps.scan({
        name,
        tier: 'free',
        previous: null,
        selectors: [],
        confirmedSelectors: [],
        forVisitor: true,
        sharesAnswers: await isOverBudget(deps, deps.store.db, name, null),
        takeThreatLookup: async () => true,
        signal: stopping.signal,
        onProgress,
      })
      const document = await packDocument(result)
      results.set(keyOf(name, result.finishedAt), { name, at: deps.now().getTime(), document })
      forgetOld()
      return result
    } catch (err) {
      deps.log.error({ err, domain: name }, 'the check of a visitor failed')
      throw new Refusal('unavailable', wording.checkFailed)
    }
  }

  async function scanInTurn(name: string, client: string, onStep: (step: ScanStep) => void): Promise<ScanResult> {
    try {
      const leave = await places.take(client, {
        signal: stopping.signal,
        onPlace: place => onStep({ place }),
        alone: organizationalDomain(name),
      })
      try {
        return await scan(name, progress => onStep({ progress }))
      } finally {
        leave()
      }
    } catch (cause) {
      if (cause instanceof Refusal) throw cause
      throw cause instanceof PlacesFull ? busy() : new Refusal('unavailable', wording.checkFailed, { cause })
    } finally {
      checks.delete(name)
    }
  }

  return {
    known(name) {
      const check = checks.get(name)
      if (check !== undefined) return { check }
      forgetOld()
      const since = deps.now().getTime() - sharedMs
      const shared = [...results.values()].findLast(each => each.name === name && each.at > since)
      return shared && { result: () => unpackDocument(shared.document) }
    },
    isFull: (name, client) => places.isFull(client, organizationalDomain(name)),
    start(name, client) {
      let step: ScanStep = null
      let changed = Promise.withResolvers<void>()
      const ended = scanInTurn(name, client, now => {
        step = now
        changed.resolve()
        changed = Promise.withResolvers()
      })
      // Everyone who waits for it may have gone.
      ended.catch(() => {})
      const check: RunningCheck = { step: () => step, changed: () => changed.promise, ended }
      checks.set(name, check)
      return check
    },
    document(name, finishedAt) {
      forgetOld()
      return results.get(keyOf(name, finishedAt))?.document
    },
    close: () => stopping.abort(new Error('the server is stopping')),
  }
}

/** The refusal of a visitor for whom even the queue has no place. */
export function busy(): Refusal {
  return new Refusal('unavailable', wording.checksBusy, { retryAfterSeconds: busySeconds })
}

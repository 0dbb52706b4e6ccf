import { type ScanProgress, wording } from '@waxseal/contract'
import type { ScanResult } from '@waxseal/core/health'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { packDocument, type StoredDocument, unpackDocument } from '../scans/document.ts'

/** How long a result is given to everyone who asks for its name. */
const sharedMs = 10 * 60_000

/** How long a link to it can be created, by those who still read it. */
const heldMs = 60 * 60_000

/** Each makes some hundred queries a second and holds its answers in memory. */
const atOnceMax = 4

/** The results of an hour, compressed. A hostile zone can make one large; the oldest go first. */
const resultBytesMax = 32 * 1024 * 1024

/** A check that runs, and everyone who waits for it. */
export interface RunningCheck {
  progress: () => ScanProgress | null
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
  /** Takes one of the four places; null: all are taken. `free` gives it back, for a check that does not start. */
  place(): { free: () => void; start: (name: string) => RunningCheck } | null
  /** The document of the check of this name that ended at this time, if that is not longer ago than an hour. */
  document(name: string, finishedAt: string): StoredDocument | undefined
  /** Ends all that run. */
  close(): void
}

const keyOf = (name: string, finishedAt: string): string => `${name} ${finishedAt}`

/** The checks of visitors in this process. A link stores its report (`links.ts`), and nothing else does. */
export function runningChecks(deps: Pick<Deps, 'scan' | 'now' | 'log'>): RunningChecks {
  const checks = new Map<string, RunningCheck>()
  /** By name and time, the newest last. */
  const results = new Map<string, Shared>()
  const stopping = new AbortController()
  let taken = 0

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
    } finally {
      checks.delete(name)
      taken -= 1
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
    place() {
      if (taken >= atOnceMax) return null
      taken += 1
      return {
        free: () => {
          taken -= 1
        },
        start: name => {
          let progress: ScanProgress | null = null
          const ended = scan(name, now => {
            progress = now
          })
          // Everyone who waits for it may have gone.
          ended.catch(() => {})
          const check: RunningCheck = { progress: () => progress, ended }
          checks.set(name, check)
          return check
        },
      }
    },
    document(name, finishedAt) {
      forgetOld()
      return results.get(keyOf(name, finishedAt))?.document
    },
    close: () => stopping.abort(new Error('the server is stopping')),
  }
}

import { type ScanProgress, wording } from '@waxseal/contract'
import type { ScanResult } from '@waxseal/core/health'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { packDocument, type StoredDocument, unpackDocument } from '../scans/document.ts'

/** How long a result is given to everyone who asks for its name. */
const sharedMs = 10 * 60_000

/** Each makes some hundred queries a second and holds its answers in memory. */
const atOnceMax = 4

/** The results of ten minutes, compressed. A hostile zone can make one large; the oldest go first. */
const resultBytesMax = 32 * 1024 * 1024

/** A check that runs, and everyone who waits for it. */
export interface RunningCheck {
  progress: () => ScanProgress | null
  /** Rejects when the program failed. What the domain does never makes it reject. */
  ended: Promise<ScanResult>
}

interface Shared {
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
  /** Ends all that run. */
  close(): void
}

/** The checks of visitors in this process. Nothing of them is stored anywhere else. */
export function runningChecks(deps: Pick<Deps, 'scan' | 'now' | 'log'>): RunningChecks {
  const checks = new Map<string, RunningCheck>()
  const results = new Map<string, Shared>()
  const stopping = new AbortController()
  let taken = 0

  function forgetOld(): void {
    const oldest = deps.now().getTime() - sharedMs
    let bytes = 0
    // The newest first: a Map keeps the order in which they were set.
    for (const [name, { at, document }] of [...results].toReversed()) {
      bytes += document.body.byteLength
      if (at <= oldest || bytes > resultBytesMax) results.delete(name)
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
      results.delete(name)
      results.set(name, { at: deps.now().getTime(), document: await packDocument(result) })
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
      const shared = results.get(name)
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
    close: () => stopping.abort(new Error('the server is stopping')),
  }
}

import type { Answer, Resolver } from '@waxseal/core/dns'
import type { HeaderAnalysis } from '@waxseal/core/headers'
import type { CheckedSignature } from '@waxseal/scanner'
import { whenAborted } from '../jobs/abort.ts'
import { fairPlaces } from '../jobs/fair-places.ts'
import { startThread, watchdog } from '../threads/thread.ts'
import { threadPool } from '../threads/thread-pool.ts'

/** To the thread. */
export type MessageJob =
  | { kind: 'analyze'; bytes: Uint8Array }
  /** With the answers about the keys of its signatures, by name. */
  | { kind: 'verify'; bytes: Uint8Array; keys: ReadonlyMap<string, Answer<'TXT'>>; now: Date }

interface Analyzed {
  /** Bounded: of its lists what can be stored (`boundedAnalysis`). */
  analysis: HeaderAnalysis
  /** The number of hops in all. */
  hops: number
  hasBody: boolean
}

/** From the thread. A problem quotes nothing of the message. */
export type MessageReply =
  | ({ kind: 'analyzed' } & Analyzed)
  | { kind: 'verified'; signatures: readonly CheckedSignature[] }
  /** These keys are not among the answers. */
  | { kind: 'missing'; names: readonly string[] }
  | { kind: 'failed'; problem: string }

/** Most messages need two: which keys, and then with them. An ARC chain may show its next key only after the last one. */
const roundsMax = 12

/** Limits, for tests. */
interface Limits {
  /** 1 MB of hostile headers takes some 0.4 s. */
  watchdogMs?: number
  /** A thread without work ends after this time. */
  idleMs?: number
  waitingMax?: number
  /** The module that runs in the thread. */
  module?: URL
}

/** Reads messages that strangers write, in a thread of its own: none of them holds up a page. */
export interface MessageThreads {
  /**
   * Analyzes a header.
   *
   * @param holder whose message it is: one of each is analyzed in turn, and when the queue is full the one who has most in it
   *   is refused
   * @throws PlacesFull; the signal's reason; an Error when the analysis failed or took too long
   */
  analyze(bytes: Uint8Array, holder: string, signal: AbortSignal): Promise<Analyzed>
  /**
   * Verifies the signatures of a whole message. The resolver is asked for their keys, and ends with the caller's signal.
   *
   * @throws as `analyze`
   */
  verify(
    bytes: Uint8Array,
    holder: string,
    options: { resolver: Resolver; signal: AbortSignal; now: Date },
  ): Promise<readonly CheckedSignature[]>
  close(): Promise<void>
}

/** Starts no thread before the first message. */
export function messageThreads({
  watchdogMs = 5_000,
  idleMs,
  waitingMax = 64,
  module = new URL('./message-thread.ts', import.meta.url),
}: Limits = {}): MessageThreads {
  const places = fairPlaces({ places: 1, eachMax: 1, waitingMax })
  const pool = threadPool<MessageJob, MessageReply>({
    most: 1,
    ...(idleMs !== undefined && { idleMs }),
    start: () =>
      startThread({
        module,
        saysReady: true,
        resourceLimits: { maxOldGenerationSizeMb: 256 },
        watch: watchdog(watchdogMs),
      }),
  })

  /** Does one job in its turn. Who goes away leaves the thread to end it: to start another one takes longer. */
  async function inTurn(job: MessageJob, holder: string, signal: AbortSignal): Promise<MessageReply> {
    const leave = await places.take(holder, { signal })
    const done = pool.run(job).finally(leave)
    done.catch(() => {})
    return Promise.race([done, whenAborted(signal)])
  }

  async function done<K extends MessageReply['kind']>(
    work: Promise<MessageReply>,
    ...kinds: K[]
  ): Promise<Extract<MessageReply, { kind: K }>> {
    const reply = await work.catch((cause: unknown) => {
      if (cause instanceof Error && cause.name !== 'ThreadEnded') throw cause
      throw new Error('a message could not be analyzed', { cause })
    })
    if (!kinds.some(kind => kind === reply.kind)) throw new Error('a message could not be analyzed', { cause: reply })
    return reply as Extract<MessageReply, { kind: K }>
  }

  return {
    async analyze(bytes, holder, signal) {
      const { kind: _, ...analyzed } = await done(inTurn({ kind: 'analyze', bytes }, holder, signal), 'analyzed')
      return analyzed
    },
    async verify(bytes, holder, { resolver, signal, now }) {
      const keys = new Map<string, Answer<'TXT'>>()
      for (let round = 0; round < roundsMax; round++) {
        const reply = await done(inTurn({ kind: 'verify', bytes, keys, now }, holder, signal), 'verified', 'missing')
        if (reply.kind === 'verified') return reply.signatures
        const ask = async (name: string) => keys.set(name, await resolver.query(name, 'TXT'))
        await Promise.all(reply.names.map(ask))
      }
      throw new Error('a message could not be analyzed')
    },
    close: () => pool.close(),
  }
}

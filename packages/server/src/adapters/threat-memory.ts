import type { StoredVirusTotal, VirusTotalMemory } from '@waxseal/scanner'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { threatCache, threatQuota } from '../db/schema/index.ts'
import { storableJson } from '../db/storable.ts'
import type { Store } from '../db/store.ts'

export interface StoredVirusTotalOptions {
  now: () => Date
  /** The quota of the key: requests in a minute, and in a UTC day. */
  perMinute: number
  perDay: number
}

const source = 'virustotal'
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The maximum size of a stored answer, as JSON in UTF-8. */
const answerMax = 256 * 1024

/**
 * How far the clocks of processes may differ. What lies further ahead was written before a clock was set back: the
 * bucket then starts again, so that a wrong clock cannot close it for longer than this.
 */
const skewMs = 5 * minuteMs

/**
 * The answers of VirusTotal and the quota of its key in the database, shared by all processes of an installation. A call
 * rejects when the database fails; the source then sends no request, and says that it could not.
 */
export function storedVirusTotalMemory({ db }: Pick<Store, 'db'>, options: StoredVirusTotalOptions): VirusTotalMemory {
  const { now, perMinute, perDay } = options
  return {
    async recall({ kind, name }) {
      const at = now().getTime()
      const [row] = await db
        .select({ answer: threatCache.answer })
        .from(threatCache)
        .where(
          and(
            eq(threatCache.source, source),
            eq(threatCache.subjectKind, kind),
            eq(threatCache.subjectName, name),
            gt(threatCache.askedAt, new Date(at - dayMs)),
            lte(threatCache.askedAt, new Date(at + skewMs)),
          ),
        )
      return row?.answer ?? null
    },
    async keep({ kind, name }, given) {
      const answer = bounded(storableJson(given))
      if (answer === null) return
      const askedAt = new Date(answer.evidence.askedAt)
      await db
        .insert(threatCache)
        .values({ source, subjectKind: kind, subjectName: name, answer, askedAt })
        .onConflictDoUpdate({
          target: [threatCache.source, threatCache.subjectKind, threatCache.subjectName],
          set: { answer, askedAt },
        })
    },
    take: () => (perMinute < 1 || perDay < 1 ? Promise.resolve(false) : taken()),
    async pause(until) {
      const at = now()
      const pausedUntil = new Date(Math.min(until.getTime(), at.getTime() + dayMs))
      await db
        .insert(threatQuota)
        .values({ source, ...startsOf(at), minuteRequests: 0, dayRequests: 0, pausedUntil })
        .onConflictDoUpdate({
          target: threatQuota.source,
          set: {
            pausedUntil: sql`case when ${threatQuota.pausedUntil} <= ${pauseMax(at)}
              then greatest(${threatQuota.pausedUntil}, excluded.paused_until) else excluded.paused_until end`,
          },
        })
    },
  }

  /** One statement: the row's lock makes concurrent takers wait, and each sees the count of the one before. */
  async function taken(): Promise<boolean> {
    const at = now()
    const { minute, minuteRequests, day, dayRequests, pausedUntil } = threatQuota
    /** A process whose clock is a little behind counts into the newer minute, and into the newer day. */
    const isAhead = sql`${minute} > excluded.minute + ${`${skewMs} milliseconds`}::interval`
    const isMinute = sql`(${minute} >= excluded.minute and not ${isAhead})`
    const isDay = sql`(${day} = excluded.day or (${day} > excluded.day and not ${isAhead}))`
    const isPaused = sql`coalesce(${pausedUntil} > ${timeOf(at)} and ${pausedUntil} <= ${pauseMax(at)}, false)`
    const rows = await db
      .insert(threatQuota)
      .values({ source, ...startsOf(at), minuteRequests: 1, dayRequests: 1 })
      .onConflictDoUpdate({
        target: threatQuota.source,
        set: {
          minute: sql`case when ${isMinute} then ${minute} else excluded.minute end`,
          minuteRequests: sql`case when ${isMinute} then ${minuteRequests} + 1 else 1 end`,
          day: sql`case when ${isDay} then ${day} else excluded.day end`,
          dayRequests: sql`case when ${isDay} then ${dayRequests} + 1 else 1 end`,
        },
        setWhere: sql`not ${isPaused}
          and (not ${isMinute} or ${minuteRequests} < ${perMinute}::int)
          and (not ${isDay} or ${dayRequests} < ${perDay}::int)`,
      })
      .returning({ source: threatQuota.source })
    return rows.length === 1
  }
}

const startsOf = (at: Date) => ({ minute: startOf(at, minuteMs), day: startOf(at, dayMs) })
const startOf = (at: Date, ms: number): Date => new Date(Math.floor(at.getTime() / ms) * ms)

/** A pause that ends later was made before a clock was set back. */
const pauseMax = (at: Date) => timeOf(new Date(at.getTime() + dayMs + skewMs))

const timeOf = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** An answer that is larger than any of VirusTotal's goes without the text of its response; null: it is larger still. */
function bounded(answer: StoredVirusTotal): StoredVirusTotal | null {
  if (sizeOf(answer) <= answerMax) return answer
  const { report, evidence } = answer
  const short = { report, evidence: { ...evidence, lines: ['(too long to be stored)'] } }
  return sizeOf(short) <= answerMax ? short : null
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

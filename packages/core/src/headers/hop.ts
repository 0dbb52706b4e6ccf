import type { HeaderLine } from './field.ts'
import type { Received } from './received.ts'

/** One hop of a message, from one `Received` field. */
export interface Hop extends Omit<Received, 'time'> {
  /** 1 is the oldest. */
  number: number
  /** ISO 8601 in UTC. */
  time: string | null
  /** Seconds since the nearest older hop with a time; negative when the clocks disagree. */
  delaySeconds: number | null
  at: HeaderLine
}

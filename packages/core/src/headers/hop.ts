import type { HeaderLine } from './field.ts'

/** One hop of a message, from one `Received` field (RFC 5321 section 4.4). A missing part is null. */
export interface Hop {
  /** 1 is the oldest. */
  number: number
  /** The token after `from`, as written: a host name, `[192.0.2.1]`, `unknown`. */
  from: string | null
  /** The token after `by`, as written. */
  by: string | null
  /** The client's address as the receiving host saw it, without brackets, IPv6 in lower case. */
  address: string | null
  /** The client's name by reverse DNS as the receiving host saw it, in lower case. */
  reverseName: string | null
  /** The token after `with`, in upper case: `ESMTPS`. */
  protocol: string | null
  /** The hop was encrypted, by its protocol or its comments; null: the field does not show it. */
  encrypted: boolean | null
  /** ISO 8601 in UTC. */
  time: string | null
  /** Seconds since the nearest older hop with a time; negative when the clocks disagree. */
  delaySeconds: number | null
  at: HeaderLine
}

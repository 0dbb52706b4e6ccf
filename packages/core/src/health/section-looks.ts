import type { BlacklistRow } from '../blacklist/index.ts'
import type { MxHost } from '../mx/index.ts'
import type { DelegationReply } from '../zone/index.ts'
import { couldNotCheck, notApplicable, type Status } from './statuses.ts'

type Delegation = DelegationReply
type NameServer = Delegation['servers'][number]

/** The problem of a mail server before a connection; null: its name has an address. */
export const hostTroubles: Readonly<Record<MxHost['state'], Status | null>> = {
  resolved: null,
  unresolvable: { tone: 'poor', word: 'Does not resolve' },
  unchecked: couldNotCheck,
  'ip-literal': { tone: 'poor', word: 'IP address, not a name' },
  private: { tone: 'poor', word: 'Private address' },
  null: { tone: 'fair', word: 'Null MX with other MX' },
  cut: { tone: 'idle', word: 'Over the limit of 20 hosts', mark: 'none' },
}

/** A server that only one of the two lists has. */
export function onlyListedWords({ listed }: NameServer, { zone, parent }: Delegation): string | null {
  if (listed === 'parent') return `listed by ${parent} only`
  return listed === 'zone' ? `listed by ${zone} only` : null
}

const nameServerStatuses: Readonly<Record<NameServer['state'], Status>> = {
  answers: { tone: 'excellent', word: 'Answers' },
  partly: { tone: 'poor', word: 'Does not serve the zone' },
  lame: { tone: 'poor', word: 'Does not serve the zone' },
  silent: { tone: 'unknown', word: 'No answer' },
  'no-address': { tone: 'poor', word: 'No address' },
  private: { tone: 'poor', word: 'Private address' },
  unknown: couldNotCheck,
}

/** The answer of a name server to our own question. */
export function nameServerStatus({ state, lame }: Pick<NameServer, 'state' | 'lame'>): Status {
  const status = nameServerStatuses[state]
  return state === 'partly' ? { ...status, word: `${status.word} at ${lame.join(', ')}` } : status
}

const order: Readonly<Record<BlacklistRow['status'], number>> = { listed: 0, clean: 1, error: 2 }

/** Listed first, then clean, then error; otherwise in the order of the catalogue. */
export function listsByVerdict<Row extends Pick<BlacklistRow, 'status'>>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => order[one.status] - order[other.status])
}

/** The verdict of a list. */
export function listStatus({ status, trouble }: Pick<BlacklistRow, 'status' | 'trouble'>): Status {
  if (status === 'listed') return { word: 'Listed', tone: 'poor' }
  if (status === 'clean') return { word: 'Clean', tone: 'excellent' }
  return trouble === 'not-applicable' ? notApplicable : couldNotCheck
}

/** A list's own term for a listing, when it says more than that it is one. */
export function listingCodes(labels: readonly string[]): string {
  const telling = labels.filter(label => label !== 'LISTED')
  return telling.length === 0 ? '' : ` (${telling.join(', ')})`
}

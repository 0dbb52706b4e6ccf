import type { MxHost } from '../mx/index.ts'
import type { DelegationReply } from '../zone/index.ts'
import { couldNotCheck, type Status } from './statuses.ts'

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

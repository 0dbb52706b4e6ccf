import type { CheckId } from '../check/index.ts'
import type { ChangesReply } from '../health/index.ts'
import { type Answer, list, paragraph } from './answer.ts'
import { dayOf } from './explain-finding.ts'
import type { DnsChangeFacts } from './facts.ts'

/** The kinds of records that a check judges, as the types of DNS changes begin. */
const kindsOf: { readonly [K in CheckId]: readonly string[] } = {
  dns: ['ns', 'a', 'aaaa'],
  mx: ['mx'],
  spf: ['spf'],
  dmarc: ['dmarc'],
  dkim: ['dkim'],
  blacklist: ['mx', 'spf'],
  threat: [],
  relay: ['mx'],
  transport: ['mx'],
}

const changesMax = 5

/**
 * The changes of DNS records between two scans that can be behind a finding that is new, worse, better or fixed: those of
 * the records that its check judges.
 *
 * @param at ISO 8601 of the later scan
 */
export function tracesOf(
  changes: Pick<ChangesReply, 'since' | 'added' | 'fixed' | 'changed'>,
  dnsChanges: readonly DnsChangeFacts[],
  at: string,
): Answer {
  const moved = [...changes.added, ...changes.changed, ...changes.fixed]
  const kinds = new Set(moved.flatMap(({ check }) => kindsOf[check]))
  const behind = dnsChanges.filter(({ at: seen, type }) => {
    return seen > changes.since && seen <= at && kinds.has(type.split('_')[0] ?? '')
  })
  if (behind.length === 0) return []
  return [
    ...paragraph('These DNS changes came in between, and can explain it:'),
    ...list(behind.slice(0, changesMax).map(({ at: seen, description }) => ({ lead: dayOf(seen), text: description }))),
  ]
}

import { failureWords } from '@waxseal/core/check'
import { dmarcKind } from '@waxseal/core/dmarc'
import {
  type Answer,
  displayText,
  type FailureReason,
  liveState,
  overallState,
  type RecordKind,
  textOf,
} from '@waxseal/core/dns'
import { spfKind } from '@waxseal/core/spf'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../workspaces/actor.ts'
import { targetOf } from './target.ts'

type Given = Parameters<typeof targetOf>[2] & { kind: 'spf' | 'dmarc'; record: string }

const kinds: Record<Given['kind'], RecordKind> = { spf: spfKind, dmarc: dmarcKind }

/** The time limit of the whole check: a person waits. */
const limitMs = 5_000
/** The most records of one server in the reply, and the length of each. */
const mostShown = 5
const longestShown = 4_096

/**
 * Whether a record is live at the name servers of its zone now. Stores nothing.
 *
 * @throws Refusal as `targetOf`
 */
export async function checkRecord(deps: Deps, actor: Actor, given: Given, signal: AbortSignal) {
  const target = await targetOf(deps, actor, given)
  const name = given.kind === 'dmarc' ? `_dmarc.${target.name}` : target.name
  const lookups = deps.lookups(AbortSignal.any([signal, AbortSignal.timeout(limitMs)]), actor.workspace.id)
  const { servers: answers, more, reason } = await lookups.each(name, 'TXT')
  const servers = answers.map(({ host, answer }) => ({ host, ...viewOf(answer, given.record, kinds[given.kind]) }))
  return {
    name,
    state: overallState(servers.map(({ state }) => (state === 'could_not_check' ? null : state))),
    asked: servers.some(({ host }) => host === null) ? ('resolvers' as const) : ('name_servers' as const),
    servers,
    more,
    reason: reason === null ? null : wordsOf(reason),
    checked_at: deps.now().toISOString(),
  }
}

function viewOf(answer: Answer<'TXT'>, wanted: string, kind: RecordKind) {
  if (answer.kind === 'failed') {
    return { state: 'could_not_check' as const, found: [], ttl: null, reason: wordsOf(answer.reason) }
  }
  const { state, found } = liveState(answer.kind === 'records' ? answer.records.map(textOf) : [], wanted, kind)
  return {
    state,
    found: found.slice(0, mostShown).map(text => displayText(text, longestShown)),
    ttl: found.length === 0 ? null : answer.via.ttl,
    reason: null,
  }
}

/** Our own time limit is the only thing that cancels a question while someone waits for the reply. */
function wordsOf(reason: FailureReason): string {
  return failureWords[reason === 'cancelled' ? 'timeout' : reason]
}

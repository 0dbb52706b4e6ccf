import { roleLabels } from '../../plan/index.ts'
import { type Answer, andWords, paragraph } from '../answer.ts'
import { changedAfterBlocks, changedDomainsBlocks } from '../changed-after.ts'
import { roleWords } from '../places.ts'
import { type Context, scanOf } from './context.ts'
import type { Resolved } from './resolve.ts'

/** The most domains whose scans are read for one answer. */
export const scansMax = 200
/** The most domains that a question names whose scans are read. */
export const namedMax = 8

/** Where the answer rests on scans that monitoring has seen overtaken. */
export function changesAbove(resolved: Resolved, { own: [named], facts, isNamed, within }: Context): Answer {
  const isFacts =
    resolved.kind === 'attribute' ||
    resolved.kind === 'joint' ||
    (resolved.kind === 'topic' && resolved.topic.of !== 'none')
  const isGeneral = resolved.kind === 'text' || resolved.kind === 'setup'
  if (!isFacts && !isGeneral) return []
  if (named === undefined) return isGeneral ? [] : changedDomainsBlocks(within)
  const scan = scanOf(facts, named.name)
  return scan === null || (isGeneral && !isNamed) ? [] : changedAfterBlocks(scan)
}

/** Who may do what the answer says how to do, where whoever asks may not. */
export function roleNote(resolved: Resolved, { facts: { account } }: Context): Answer {
  if (resolved.kind !== 'topic' || account === null) return []
  const { place, isOfRole } = resolved.topic
  const own = isOfRole === true ? `Your role is ${roleLabels[account.caller.role]}.` : ''
  return paragraph(place === undefined ? own : roleWords(place, account.caller))
}

/** What the answer does not have, because a plan or a bound cut it. */
export function cutWords(resolved: Resolved, { within, own, isCut }: Context): Answer {
  const isAcross =
    resolved.kind === 'attribute' ||
    resolved.kind === 'joint' ||
    (resolved.kind === 'topic' && resolved.topic.of === 'domains')
  if (own.length === 0 && isCut && isAcross)
    return paragraph('On Starter, answers are about one domain at a time.', 'quiet')
  const left = [...new Set(own.map(({ name }) => name))].slice(namedMax)
  if (left.length > 0 && isAcross)
    return paragraph(
      `I read at most ${namedMax} domains that a question names. Left out: ${andWords(left.slice(0, 20))}.`,
      'quiet',
    )
  if (own.length > 0 || within.length <= scansMax || !restsOnScans(resolved)) return []
  return paragraph(`This is from the scans of ${scansMax} of your ${within.length} domains.`, 'quiet')
}

/** Whether an answer over all domains rests on the scan of each. */
function restsOnScans(resolved: Resolved): boolean {
  if (resolved.kind === 'topic') return resolved.topic.needsScans === true
  return resolved.kind === 'joint' || (resolved.kind === 'attribute' && resolved.attribute.row === undefined)
}

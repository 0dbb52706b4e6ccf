import type { Facts } from '../facts.ts'
import { questionMax } from '../question.ts'
import { withoutLeadIn } from '../reading/lead-in.ts'
import { domainsWith } from './attribute-answer.ts'
import type { Context } from './context.ts'
import { contextOf, newThread, type Thread } from './conversation.ts'
import { domainsOfJoint } from './joint-answer.ts'
import { isAnswered, partsOf } from './parts.ts'
import { accountNeeded, type Resolved, resolve } from './resolve.ts'
import { namedInFull } from './short-names.ts'

/** The most questions before this one that are read. */
const earlierMax = 6

/** A question in its conversation, with what it was understood as. */
export interface Understood {
  context: Context
  resolved: Resolved
}

/** What a message asks: one thing, or several that are each understood. */
export function understand(asked: string, earlier: readonly string[], facts: Facts): readonly Understood[] {
  let thread = newThread
  for (const one of earlier.slice(-earlierMax)) {
    const before = namedInFull(withoutLeadIn(one.slice(0, questionMax)), facts.domains)
    for (const each of understoodIn(before, thread, facts))
      thread = continuedThread(thread, each.context, each.resolved, before)
  }
  const text = namedInFull(withoutRole(withoutLeadIn(asked.slice(0, questionMax))), facts.domains)
  return understoodIn(text, thread, facts)
}

function understoodIn(text: string, thread: Thread, facts: Facts): readonly Understood[] {
  const whole = understoodAs(text, thread, facts)
  const isRefused = whole.resolved.kind === 'refused'
  const parts = isRefused || isOneFact(whole) ? partsOf(text, whole.context) : null
  if (parts === null) return [whole]
  const found: Understood[] = []
  let before: Thread = { ...thread, own: whole.context.own.length > 0 ? whole.context.own : thread.own }
  for (const part of parts) {
    const one = understoodAs(part, before, facts)
    if (!isAnswered(one.resolved)) return [whole]
    found.push(one)
    before = continuedThread(before, one.context, one.resolved, part)
  }
  // One answer to both would leave one of them out.
  if (!isRefused && !areFacts(found)) return [whole]
  // Two periods or domains of the account are read apart, or not at all.
  const asked = found.flatMap(({ context, resolved }) => accountNeeded(resolved, context) ?? [])
  const isMixed = new Set(asked.map(({ domain, since, until }) => `${domain} ${since} ${until}`)).size > 1
  return isMixed ? [whole] : found
}

const isOneFact = ({ resolved }: Understood): boolean =>
  (resolved.kind === 'attribute' && resolved.form === 'one' && resolved.attribute.id !== 'certificate') ||
  (resolved.kind === 'topic' && resolved.topic.id === 'write-record')

/** Whether they are different facts of the domains that they name. */
function areFacts(all: readonly Understood[]): boolean {
  const ids = all.map(({ resolved }) =>
    resolved.kind === 'attribute' && resolved.form === 'one' ? resolved.attribute.id : null,
  )
  return !ids.includes(null) && new Set(ids).size === ids.length
}

function understoodAs(text: string, thread: Thread, facts: Facts): Understood {
  const context = contextOf(text, thread, facts)
  const goesOn = context.reading.refers.it || context.reading.refers.goesOn || context.reading.tokens.length <= 4
  return { context, resolved: resolve(context, goesOn ? `${thread.text} ${text}` : text, text) }
}

/** "As a viewer, …": the answer is for the user, in any role that the question names. */
function withoutRole(text: string): string {
  return text.replace(/^\s{0,9}as (?:an? |the )?(?:viewer|editor|admin|administrator|owner|member|user)\b[,:]?/i, ' ')
}

function continuedThread(thread: Thread, context: Context, resolved: Resolved, text: string): Thread {
  return {
    own: context.own.length > 0 ? context.own : thread.own,
    named: [...thread.named.filter(({ name }) => !context.own.some(each => each.name === name)), ...context.own],
    reading: isSubject(resolved) ? context.reading : null,
    text,
    listed: listedBy(resolved, context),
  }
}

/** Whether a question after it can be about the same: not after a greeting, or what was not understood. */
function isSubject(resolved: Resolved): boolean {
  if (resolved.kind === 'refused' || resolved.kind === 'foreign') return false
  return resolved.kind !== 'topic' || !['hello', 'thanks', 'help', 'model'].includes(resolved.topic.id)
}

function listedBy(resolved: Resolved, context: Context): readonly string[] {
  if (resolved.kind === 'topic') return resolved.topic.lists?.(context) ?? []
  if (resolved.kind === 'joint')
    return domainsOfJoint(resolved.joint, context)
      .filter(({ meets }) => meets === true)
      .map(({ name }) => name)
  if (resolved.kind !== 'attribute' || resolved.form === 'one') return []
  return domainsWith(resolved.attribute, context)
    .filter(({ meets }) => meets === true)
    .map(({ name }) => name)
}

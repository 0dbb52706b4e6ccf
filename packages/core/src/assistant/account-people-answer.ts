import { featureNeeds, isAtLeast, plans, roleLabels } from '../plan/index.ts'
import type { AccountFacts, KeyFacts, KeysFacts, MemberFacts, MembersFacts, PlanFacts } from './account-facts.ts'
import type { AccountQuestion } from './account-question.ts'
import {
  absenceWords,
  atLeastWords,
  countWords,
  cutWords,
  lines,
  sentence,
  those,
  totalWords,
  verdictWords,
} from './account-words.ts'
import { type Answer, paragraph } from './answer.ts'
import { dayOf, momentOf } from './explain-finding.ts'

/** Who belongs to the workspace. @param plan null: it was not read */
export function membersAnswer(
  { members }: MembersFacts,
  plan: PlanFacts | null,
  { role, form }: Pick<AccountQuestion, 'role' | 'form'>,
): Answer {
  const found = role === undefined ? { ...members, isCut: false } : those(members, each => each.role === role)
  const what = role === undefined ? 'member' : roleLabels[role].toLowerCase()
  const verdict = verdictWords(form, found.total > 0)
  const room = plan === null || role !== undefined ? '' : ` ${roomWords(plan.quotas.members)}`
  return [
    ...paragraph(`${verdict}The workspace has ${totalWords(found, what)}.${room}`),
    ...(form === 'count' ? [] : lines(found, memberLine, 'members')),
    ...cutWords(found, members.items.length, 'members, in the order in which they joined'),
  ]
}

function memberLine({ name, email, role, joinedAt, isCaller }: MemberFacts): { lead: string; text: string } {
  return {
    lead: isCaller ? `${name.text} (you):` : `${name.text}:`,
    text: `${email.text}, ${roleLabels[role].toLowerCase()}, since ${dayOf(joinedAt)}.`,
  }
}

function roomWords({ used, limit }: PlanFacts['quotas']['members']): string {
  if (limit === null) return 'The plan has no limit of members.'
  const left = limit - used
  const counted = `The plan has ${countWords(limit, 'member')}, open invitations counted`
  return left > 0 ? `${counted}: ${countWords(left, 'place is', 'places are')} left.` : `${counted}: no place is left.`
}

/** The open invitations. */
export function invitationsAnswer({ invitations }: MembersFacts, { form }: Pick<AccountQuestion, 'form'>): Answer {
  if (!invitations.known) return paragraph(absenceWords(invitations.why))
  const { value } = invitations
  const verdict = verdictWords(form, value.total > 0)
  const first = `${totalWords(value, 'invitation is', 'invitations are')} open.`
  return [
    ...paragraph(`${verdict}${sentence(first)}`),
    ...(form === 'count'
      ? []
      : lines(
          value,
          ({ role, createdAt, expiresAt }) =>
            `${roleLabels[role]}: created on ${dayOf(createdAt)}, expires on ${momentOf(expiresAt)}.`,
          'invitations',
        )),
  ]
}

/** The API keys, without the keys. */
export function keysAnswer(
  { tier, caller }: AccountFacts,
  { allowed, keys }: KeysFacts,
  { scope, keyState, form }: Pick<AccountQuestion, 'scope' | 'keyState' | 'form'>,
): Answer {
  const meets = (key: KeyFacts) =>
    (scope === undefined || key.scopes.includes(scope)) &&
    (keyState === undefined || (keyState === 'expired' ? key.isExpired : key.lastUsedAt === null))
  const isWhole = scope === undefined && keyState === undefined
  const found = isWhole ? { ...keys, isCut: false } : those(keys, meets)
  const kind = keyState === undefined ? 'API key' : `${keyState} API key`
  const verdict = verdictWords(form, found.total > 0)
  const of = scope === undefined ? '' : ` with the scope ${scope}`
  const need = plans[featureNeeds.api_access].label
  const lock = allowed ? '' : `API keys need ${need}: on ${plans[tier].label} none of them works.`
  const who = isAtLeast(caller.role, 'admin') ? '' : `Only ${atLeastWords('admin')} create and revoke keys.`
  return [
    ...paragraph(`${verdict}The workspace has ${totalWords(found, kind)}${of}.`),
    ...paragraph(lock),
    ...(form === 'count' ? [] : lines(found, keyLine, 'API keys')),
    ...cutWords(found, keys.items.length, 'API keys'),
    ...paragraph(who, 'quiet'),
  ]
}

function keyLine({ name, scopes, createdBy, createdAt, expiresAt, isExpired, lastUsedAt }: KeyFacts) {
  const used = lastUsedAt === null ? 'never used' : `last used on ${momentOf(lastUsedAt)}`
  const end = expiresAt === null ? 'does not expire' : `${isExpired ? 'expired' : 'expires'} on ${dayOf(expiresAt)}`
  return {
    lead: `${name.text}:`,
    text: `${scopes.join(', ')}; created by ${createdBy.text} on ${dayOf(createdAt)}; ${used}; ${end}.`,
  }
}

import { alertsAnswer, alertTypesAnswer, channelsAnswer } from './account-alerts-answer.ts'
import { activityAnswer, changesAnswer } from './account-changes-answer.ts'
import { checksAnswer, schedulesAnswer, tagsAnswer } from './account-domains-answer.ts'
import type { AccountFacts, AccountGroup, AccountGroups } from './account-facts.ts'
import { invitationsAnswer, keysAnswer, membersAnswer } from './account-people-answer.ts'
import { planAnswer, quotaAnswer, renewalAnswer } from './account-plan-answer.ts'
import type { AccountQuestion, AccountTopic } from './account-question.ts'
import { decisionsAnswer, headersAnswer, hostedAnswer } from './account-records-answer.ts'
import { absenceWords } from './account-words.ts'
import { type Answer, heading, paragraph } from './answer.ts'
import { markdownOf } from './markdown.ts'

/**
 * The answer to a question about the account, from the facts alone. What the caller may not read is said with the reason.
 *
 * @param facts with the groups of `groupsFor(question)`, read with the domain and the period of the question
 * @throws Error when a group of these was not read
 */
export function accountAnswer(facts: AccountFacts, question: AccountQuestion): Answer {
  const answer = answerOf(facts, question)
  const isHeaded = answer.some(({ kind }) => kind === 'heading')
  return isHeaded || markdownOf(answer).length <= plainMax ? answer : [...heading(2, titles[question.topic]), ...answer]
}

/** The most characters of an answer without a heading. */
const plainMax = 1_200

const titles: { readonly [T in AccountTopic]: string } = {
  plan: 'Your plan',
  quota: 'Your plan',
  renewal: 'Your plan',
  alerts: 'Alerts',
  'alert-types': 'Alert types',
  channels: 'Alert channels',
  schedules: 'Scheduled scans',
  checks: 'DNS monitoring',
  tags: 'Tags',
  members: 'Members',
  invitations: 'Invitations',
  keys: 'API keys',
  decisions: 'Accepted and muted findings',
  hosted: 'Hosted SPF records',
  headers: 'Header analyses',
  changes: 'What changed',
  activity: 'Who did what',
}

function answerOf(facts: AccountFacts, question: AccountQuestion): Answer {
  const from = <G extends AccountGroup>(group: G, say: (value: AccountGroups[G]) => Answer): Answer => {
    const read = facts.groups[group]
    if (read === undefined) throw new Error(`the facts of the group ${group} were not read`)
    return read.known ? say(read.value) : paragraph(absenceWords(read.why))
  }
  const { plan } = facts.groups
  switch (question.topic) {
    case 'plan':
      return from('plan', value => planAnswer(facts, value))
    case 'quota':
      return from('plan', value => quotaAnswer(facts, value, question))
    case 'renewal':
      return from('plan', value => renewalAnswer(facts, value))
    case 'alerts':
      return from('alerts', value => alertsAnswer(value, question))
    case 'alert-types':
      return from('channels', value => alertTypesAnswer(facts, value))
    case 'channels':
      return from('channels', value => channelsAnswer(facts, value, question))
    case 'schedules':
      return from('domains', value => schedulesAnswer(value, question))
    case 'checks':
      return from('domains', value => checksAnswer(value, question))
    case 'tags':
      return from('domains', value => tagsAnswer(value, question))
    case 'members':
      return from('members', value => membersAnswer(value, plan?.known ? plan.value : null, question))
    case 'invitations':
      return from('members', value => invitationsAnswer(value, question))
    case 'keys':
      return from('keys', value => keysAnswer(facts, value, question))
    case 'decisions':
      return from('decisions', value => decisionsAnswer(value, question))
    case 'hosted':
      return from('hosted', value => hostedAnswer(value, question))
    case 'headers':
      return from('headers', value => headersAnswer(value, question))
    case 'changes':
      return from('changes', value => changesAnswer(value, question))
    case 'activity':
      return from('activity', value => activityAnswer(value, question))
    default:
      return question.topic satisfies never
  }
}

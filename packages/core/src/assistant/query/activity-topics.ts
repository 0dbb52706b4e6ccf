import type { AuditAction } from '../../audit/index.ts'
import { accountAnswer } from '../account-answers.ts'
import type { AccountQuestion } from '../account-question.ts'
import { type Answer, paragraph } from '../answer.ts'
import { dayOf } from '../explain-finding.ts'
import type { Context } from './context.ts'
import { periodOf } from './of-account.ts'
import { termsIn } from './term-of-question.ts'
import type { Topic } from './topic.ts'

/** What people call an action, by the words of the question. */
const verbs: readonly (readonly [words: RegExp, actions: readonly AuditAction[]])[] = [
  [/ (?:who (?:put|registered|imported|entered)|added|did i add) /, ['domain.added', 'domain.imported']],
  [/ (?:deleted|removed|delete|remove) /, ['domain.removed', 'member.removed', 'key.revoked']],
  [/ (?:accepted|accept) /, ['finding.accepted']],
  [/ (?:muted|mute) /, ['finding.muted']],
  [/ (?:invited|invite) /, ['member.invited']],
  [/ (?:who scheduled|schedule|schedules|scheduled) /, ['domain.schedule_changed']],
]

/** "Who added this domain, and when?": from the audit log, as far as whoever asks may read it. */
export const activityTopics: readonly Topic[] = [
  {
    id: 'activity',
    of: 'none',
    asks: ['activity', 'who changed', 'who added', 'who deletedomain', 'who invite', 'who schedule', 'who tag'],
    also: 'changed added adddomain domain record invite member tag schedule scan all last issue workspace deletedomain list when which what is who access role alert apikey plan spf dkim dmarc mx dns key policy monitor',
    when: ({ reading }) => reading.concepts.has('activity') || reading.forms.has('who'),
    account: context => activityQuestion(context),
    // The day on which a domain was added, which everyone may read.
    reads: ['domains'],
    answer: context => activity(context),
  },
]

function activityQuestion({ reading, own: [named], isNamed }: Context): AccountQuestion {
  const actions = verbs.find(([words]) => words.test(reading.text))?.[1]
  return {
    topic: 'activity',
    form: 'list',
    ...(named !== undefined && isNamed && { domain: named.name }),
    ...periodOf(reading),
    ...(actions !== undefined && { actions }),
    ...(/ (?:did|have) i /.test(reading.text) && { isMine: true }),
  }
}

function activity(context: Context): Answer {
  const { facts, own, isNamed } = context
  if (facts.account === null) return paragraph('I cannot answer this here. The audit log on the Account page has it.')
  // No entry of the log is about these, so any other entry would be another answer.
  if (context.reading.concepts.has('tag'))
    return paragraph('There is no recorded action about tags: the audit log does not keep who changes them.')
  const [named] = own
  const read = facts.account.groups.domains
  const row =
    read?.known === true && isNamed ? read.value.domains.items.find(({ name }) => name === named?.name) : undefined
  const question = activityQuestion(context)
  const isAdded = question.actions?.includes('domain.added') === true
  return [
    ...paragraph(row === undefined || !isAdded ? '' : `${row.name} was added on ${dayOf(row.addedAt)}.`, 'strong'),
    ...paragraph(
      termsIn(context).size === 0
        ? ''
        : 'Who changed a record at your DNS provider, no scan can see: the log of that provider does. The DNS history shows when it changed.',
    ),
    ...accountAnswer(facts.account, question),
  ]
}

import { accountAnswer } from '../account-answers.ts'
import type { AccountQuestion, AccountTopic } from '../account-question.ts'
import { paragraph } from '../answer.ts'
import type { Reading } from '../reading/read.ts'
import { accountConditions } from './account-conditions.ts'
import type { Context } from './context.ts'
import type { Asked } from './match.ts'
import type { Topic } from './topic.ts'

/** The period of a question, as the facts are read. */
export function periodOf({ period }: Reading): Pick<AccountQuestion, 'since' | 'until'> {
  return period === null ? {} : { since: period.since, ...(period.until !== undefined && { until: period.until }) }
}

/** A topic that the facts of the account answer. */
export function ofAccount(
  id: AccountTopic,
  asked: Asked & { when?: Topic['when'] },
  question: (context: Context) => Partial<AccountQuestion> & Pick<AccountQuestion, 'topic'>,
): Topic {
  const whole = (context: Context): AccountQuestion => {
    const { reading, own } = context
    const { forms } = reading
    const form = forms.has('howmany')
      ? 'count'
      : forms.has('is') && !forms.has('which') && !forms.has('what') && !forms.has('who')
        ? 'yes-no'
        : 'list'
    const [named] = own
    return {
      form,
      ...(named !== undefined && context.isNamed && { domain: named.name }),
      ...periodOf(reading),
      ...accountConditions(id, reading),
      ...question(context),
    }
  }
  return {
    ...asked,
    id,
    when: context => asked.when?.(context) !== false && accountConditions(id, context.reading) !== null,
    of: 'none',
    account: whole,
    answer: context =>
      context.facts.account === null
        ? paragraph('I cannot answer this here. The Account page has it.')
        : accountAnswer(context.facts.account, whole(context)),
  }
}

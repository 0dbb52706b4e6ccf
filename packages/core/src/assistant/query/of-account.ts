import { accountAnswer } from '../account-answers.ts'
import type { AccountQuestion } from '../account-question.ts'
import { paragraph } from '../answer.ts'
import type { Context } from './context.ts'
import type { Asked } from './match.ts'
import type { Topic } from './topic.ts'

/** A topic that the facts of the account answer. */
export function ofAccount(
  id: string,
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
      ...(reading.period !== null && { since: reading.period.since }),
      ...question(context),
    }
  }
  return {
    ...asked,
    id,
    of: 'none',
    account: whole,
    answer: context =>
      context.facts.account === null
        ? paragraph('I cannot answer this here. The Account page has it.')
        : accountAnswer(context.facts.account, whole(context)),
  }
}

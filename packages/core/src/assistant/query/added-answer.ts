import { countWords, cutWords, lines, periodWords, sentence } from '../account-words.ts'
import { type Answer, paragraph } from '../answer.ts'
import { dayOf } from '../explain-finding.ts'
import type { Context } from './context.ts'
import { periodOf } from './of-account.ts'

/** When domains were added: those that a question names, those of its period, or all. */
export function addedAnswer({ facts, own, reading }: Context): Answer {
  const read = facts.account?.groups.domains
  if (read?.known !== true) return paragraph('I cannot answer this here. The list of domains has it.')
  const { since = '', until = '9999' } = periodOf(reading)
  const shown = read.value.domains.items
    .filter(({ name }) => own.length === 0 || own.some(each => each.name === name))
    .filter(({ addedAt }) => since <= addedAt && addedAt < until)
    .toSorted((one, other) => other.addedAt.localeCompare(one.addedAt))
  const { total, items } = read.value.domains
  const isPart = own.length > 0 || reading.period !== null
  const isCut = total > items.length
  return [
    ...paragraph(
      reading.period !== null
        ? `${sentence(countWords(shown.length, 'domain was', 'domains were'))} added${periodWords(periodOf(reading))}.`
        : isPart
          ? ''
          : 'When the domains were added, the newest first:',
    ),
    ...lines(
      { items: shown, total: isPart || isCut ? shown.length : total },
      ({ name, addedAt }) => ({ lead: `${name}:`, text: `added on ${dayOf(addedAt)}.` }),
      'domains',
    ),
    ...cutWords({ isCut: own.length === 0 && isCut }, items.length, 'domains, in alphabetical order'),
  ]
}

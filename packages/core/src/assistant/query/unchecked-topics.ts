import { checkNames } from '../../check/index.ts'
import { type Answer, list, paragraph } from '../answer.ts'
import { dayOf } from '../explain-finding.ts'
import type { ScanFacts } from '../facts.ts'
import { aboutScan, type Topic } from './topic.ts'

const linesMax = 12
/** Words of people who doubt a result that is not whole. */
const doubting: ReadonlySet<string> = new Set('trust trustworthy rely really reliable believe'.split(' '))

/** "Some blocklists could not be checked: can I trust that?": which gave no verdict, and what that means. */
export const uncheckedTopics: readonly Topic[] = [
  aboutScan({
    id: 'lists-unchecked',
    asks: ['unchecked blacklist', 'unchecked listname', 'unchecked blacklist secure'],
    also: 'blacklist listname score secure scan exist which howmany list shown report deliver issue without',
    takes: ['numbers', 'words'],
    when: ({ own, reading }) =>
      own.length === 1 && reading.unknown.every(word => doubting.has(word)) && !reading.forms.has('when'),
    answer: scan => listsUnchecked(scan),
  }),
]

function listsUnchecked({ domain, at, blocklists, unchecked, score }: ScanFacts): Answer {
  const { applicable, failed, listedOn } = blocklists
  const lines = unchecked.filter(line => line.startsWith(`${checkNames.blacklist.title}:`))
  if (failed === 0 && lines.length === 0)
    return paragraph(`In the scan of ${domain} of ${dayOf(at)}, all ${applicable} blocklists gave a verdict.`, 'strong')
  return [
    ...paragraph(
      failed === 0
        ? `Some addresses of ${domain} could not be looked up (${dayOf(at)}), so no blocklist was asked about them.`
        : `${failed} of ${applicable} blocklists gave no verdict about ${domain} (${dayOf(at)}).${failed >= applicable ? '' : ` Of the others ${listedOn.length === 0 ? 'none lists it' : `${listedOn.join(', ')} ${listedOn.length === 1 ? 'lists' : 'list'} it`}.`}`,
      'strong',
    ),
    ...paragraph(
      `A list without a verdict counts neither as clean nor as listed, and costs no points${score === null ? '' : `: the score of ${score} says nothing about these lists`}. Look there yourself, or scan again; many lists refuse queries from public resolvers.`,
    ),
    ...list(lines.slice(0, linesMax)),
  ]
}

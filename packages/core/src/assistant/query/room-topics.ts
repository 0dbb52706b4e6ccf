import { lookupsMax } from '../../spf/index.ts'
import { type Answer, paragraph, published } from '../answer.ts'
import { dayOf } from '../explain-finding.ts'
import type { ScanFacts } from '../facts.ts'
import { fewerLookups } from '../setup/setup-parts.ts'
import { aboutScan, type Topic } from './topic.ts'

const room = / (?:add|adding|room|space|fit|fits|one more|another|more|how much|full) /

/** "Can I add one more include to this domain?": the lookups that are left. */
export const roomTopics: readonly Topic[] = [
  aboutScan({
    id: 'lookup-room',
    asks: ['include', 'include quota', 'spf quota', 'lookup quota', 'service quota spf', 'include lookup'],
    also: 'quota spf record send service broken without include lookup exist is howmany adddomain',
    takes: ['numbers', 'words'],
    when: ({ own, reading }) =>
      own.length === 1 &&
      room.test(reading.text) &&
      reading.services.length === 0 &&
      reading.terms.length === 0 &&
      reading.unknown.every(word => adding.has(word)) &&
      (reading.concepts.has('quota') || / (?:room|space|one more|another) /.test(reading.text)),
    answer: scan => roomAnswer(scan),
  }),
]

const adding: ReadonlySet<string> = new Set('add adding room space fit fits breaking'.split(' '))

function roomAnswer({ domain, at, details: { spf }, records }: ScanFacts): Answer {
  const seen = records.filter(({ kind }) => kind === 'spf').slice(0, 3)
  if (spf === null)
    return paragraph(`The SPF record of ${domain} could not be read, so the room in it is not known.`, 'strong')
  if (spf.records.length !== 1)
    return [
      ...paragraph(
        `${domain} has ${spf.records.length === 0 ? 'no SPF record' : 'several SPF records, which is an error: merge them first'}.`,
        'strong',
      ),
      ...seen.flatMap(published),
    ]
  const { lookups, isWhole, isPermerror } = spf
  if (lookups === null) return paragraph(`How many lookups the SPF record of ${domain} needs is not known.`, 'strong')
  const left = lookupsMax - lookups
  const many = `${isWhole ? '' : 'at least '}${lookups} of the ${lookupsMax} DNS lookups allowed (${dayOf(at)})`
  return [
    ...paragraph(
      left < 0
        ? `No. The SPF record of ${domain} needs ${isWhole ? '' : 'at least '}${lookups} DNS lookups, and ${lookupsMax} are allowed (${dayOf(at)}): receivers return permerror.`
        : isPermerror
          ? `The SPF record of ${domain} is broken (permerror). Repair it first.`
          : left === 0
            ? `No. The SPF record of ${domain} needs ${many}.`
            : `The SPF record of ${domain} needs ${many}, so ${left} ${left === 1 ? 'is' : 'are'} left.`,
      'strong',
    ),
    ...seen.flatMap(published),
    ...paragraph(
      left > 0
        ? 'An include costs one lookup, and what the record behind it needs: often one to four more. Name the service, and I say how many it would be; the SPF Record Builder under Tools counts live.'
        : '',
    ),
    ...(left <= 2 ? fewerLookups() : []),
  ]
}

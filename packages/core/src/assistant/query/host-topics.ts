import { type Answer, list, paragraph } from '../answer.ts'
import type { ScanFacts } from '../facts.ts'
import type { Context } from './context.ts'
import type { Topic } from './topic.ts'

const listMax = 25

/** "Which domains use mx1.example.net?": a host that is no domain of the user, and what refers to it. */
export const hostTopics: readonly Topic[] = [
  {
    id: 'host-users',
    of: 'none',
    asks: [
      'which hosts named',
      'which reachable named',
      'which named',
      'howmany hosts named',
      'howmany named',
      'which include named',
      'which mx named',
      'which mailserver named',
      'which nameserver named',
      'which rua named',
      'list named all',
      'which send named',
    ],
    also: 'domain all hosts reachable mx mailserver nameserver include rua spf send record receive exist without only service address dmarc goto covers',
    takes: ['names', 'terms'],
    needsScans: true,
    when: ({ own, foreign, reading }) =>
      own.length === 0 &&
      foreign.length === 1 &&
      !reading.concepts.has('without') &&
      !reading.concepts.has('blacklist'),
    answer: context => hostAnswer(context),
  },
]

function hostAnswer({ facts, foreign: [name = ''] }: Context): Answer {
  const found = facts.scans.flatMap(scan => {
    const uses = usesOf(scan, name)
    return uses.length === 0 ? [] : [{ lead: `${scan.domain}:`, text: `${uses.join(', ')}.` }]
  })
  return [
    ...paragraph(
      found.length === 0
        ? `No record of your ${facts.scans.length} scanned domains names ${name}.`
        : `${found.length} of your ${facts.scans.length} scanned domains have ${name} in a record:`,
      'strong',
    ),
    ...list(found.slice(0, listMax)),
    ...paragraph(found.length > listMax ? `${found.length - listMax} more are not shown here.` : ''),
  ]
}

function usesOf({ details }: ScanFacts, name: string): readonly string[] {
  const { mx, nameServers, spf, dmarc } = details
  const isOf = (host: string) => host === name || host.endsWith(`.${name}`)
  return [
    ...(mx ?? []).filter(({ host }) => isOf(host)).map(({ preference, host }) => `MX ${preference} ${host}`),
    ...(nameServers ?? []).filter(isOf).map(host => `name server ${host}`),
    ...(spf?.includes ?? []).filter(each => isOf(each.name)).map(each => `SPF include of ${each.name}`),
    ...(dmarc?.rua ?? [])
      .filter(uri => isOf(uri.slice(uri.lastIndexOf('@') + 1)))
      .map(uri => `DMARC reports to ${uri.replace(/^mailto:/i, '')}`),
  ]
}

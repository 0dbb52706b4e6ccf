import { type Answer, paragraph, published } from '../answer.ts'
import { explainFinding } from '../explain-finding.ts'
import type { ScanFacts } from '../facts.ts'
import { onlyDecidedWords, openOf } from '../term-state.ts'
import { scansOf, type Topic } from './topic.ts'

/** "Why does this domain get no reports?": what the scan found about their addresses. */
export const reportsTopics: readonly Topic[] = [
  {
    id: 'no-reports',
    of: 'domain',
    asks: ['rua without', 'why rua', 'rua issue', 'rua fix', 'what rua without', 'rua without why', 'rua broken'],
    also: 'dmarc record address receive exist goto domain without service send issue fix broken only who why what when should hosts compare',
    takes: ['words', 'names'],
    when: ({ isNamed, reading }) =>
      isNamed && !reading.concepts.has('ruf') && reading.unknown.length <= 1 && !reading.forms.has('write'),
    answer: context => scansOf(context).slice(0, 3).flatMap(reportsOf),
  },
]

function reportsOf(scan: ScanFacts): Answer {
  const { domain, details, findings, records } = scan
  const about = findings.filter(({ id }) => id.startsWith('dmarc_rua'))
  const shown = records.filter(({ kind }) => kind === 'dmarc').slice(0, 1)
  if (details.dmarc === null)
    return paragraph(`It is not known where the reports of ${domain} go: its DMARC record could not be read.`)
  if (about.length > 0 && openOf(about).length === 0)
    return [...paragraph(`Reports of ${domain}: ${onlyDecidedWords}`, 'strong'), ...shown.flatMap(published)]
  if (about.length > 0)
    return openOf(about)
      .slice(0, 2)
      .flatMap(each => explainFinding(each, { score: scan.score, title: `${domain}: ${each.reason}` }))
  const to = details.dmarc.rua.map(uri => uri.replace(/^mailto:/i, ''))
  return [
    ...paragraph(
      to.length === 0
        ? `${domain} names no address for reports (rua), so no receiver sends any.`
        : `The record of ${domain} is correct: reports go to ${to.join(', ')}. No scan can see whether they arrive. The first ones come one or two days after the record was published, and only from receivers that got mail of the domain.`,
      'strong',
    ),
    ...shown.flatMap(published),
  ]
}

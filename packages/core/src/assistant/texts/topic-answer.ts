import { type Answer, heading, list, paragraph } from '../answer.ts'
import { dayOf, fixOf } from '../explain-finding.ts'
import type { FindingFacts, ScanFacts } from '../facts.ts'
import type { TopicText } from './topic-text.ts'

/** The findings of a scan that are named; the report has the others. */
const findingsMax = 3

/** The findings of a scan that show the cause that a text is about, in the text's order, without those that someone accepted or muted. */
export function findingsBehind({ findings }: TopicText, scan: ScanFacts): readonly FindingFacts[] {
  const order: readonly string[] = findings ?? []
  return order.flatMap(id => scan.findings.filter(finding => finding.id === id && finding.decision === undefined))
}

/**
 * A text as an answer: its title, the text, what the scan of the domain shows of it, and the source with the month in which
 * it was read.
 *
 * @param scan null: the question is about no domain, or it has no scan
 */
export function topicAnswer(text: TopicText, scan: ScanFacts | null): Answer {
  return [
    ...heading(2, text.title),
    ...text.answer,
    ...(scan === null || text.findings === undefined ? [] : scanBlocks(text, scan)),
    ...paragraph(`Source: ${text.source}. Read in ${monthOf(text.checked)}.`, 'quiet'),
  ]
}

function scanBlocks(text: TopicText, scan: ScanFacts): Answer {
  const { domain, at, unchecked } = scan
  const found = findingsBehind(text, scan)
  const shown = found.slice(0, findingsMax)
  const open = unchecked.length > 0 ? ' Some lookups of it failed.' : ''
  if (shown.length === 0) {
    return paragraph(`The scan of ${domain} of ${dayOf(at)} has no finding that shows this cause.${open}`)
  }
  const more = found.length > shown.length ? `The report has ${found.length - shown.length} more.` : ''
  return [
    ...heading(3, `In the scan of ${domain} of ${dayOf(at)}`),
    ...list(shown.map(({ reason }) => reason)),
    ...(shown[0] === undefined ? [] : fixOf(shown[0])),
    ...paragraph(`${more}${open}`.trim()),
    ...paragraph(
      shown.length > 1 ? 'The report says what to do about each, with the exact record where one can be given.' : '',
    ),
  ]
}

/** `2026-11`: November 2026. */
export function monthOf(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

import type { HeaderAnalysisReply } from '@waxseal/contract'
import { analysisWords, levelTones, threatLevel, utcTime } from '@waxseal/core/headers'
import type { HeaderReport } from '../ports.ts'
import { bounds, cut, firstOf } from './bounds.ts'
import { authentication } from './header-authentication.ts'
import { deliveryPath } from './header-path.ts'
import { rawHeader } from './header-raw.ts'
import { reputation } from './header-reputation.ts'
import { masthead } from './masthead.ts'
import { ink, styles, type TextStyle } from './palette.ts'
import { keyValues, paragraph, record, scoreBar, section } from './parts.ts'
import { Sheet } from './sheet.ts'

/**
 * The report of a header analysis as a PDF: the same facts and words as on the screen, then the header itself. Its size
 * is bounded, whatever the message.
 *
 * @param options.escaped shows everything but ASCII as code points
 */
export async function headerReport(
  { analysis, exportedAt, identity }: HeaderReport,
  options: { escaped?: boolean } = {},
): Promise<Uint8Array> {
  const analyzedAt = utcTime(analysis.created_at)
  const sheet = new Sheet({
    title: `Email header analysis, ${analyzedAt}`,
    foot: `Waxseal header analysis ${analysis.id}, ${analyzedAt}`,
    ...options,
  })
  masthead(sheet, {
    title: 'Email header analysis',
    times: [`Analyzed ${analyzedAt}`, `Exported ${utcTime(exportedAt)}`],
    ...(identity && { identity }),
  })
  keyHeaders(sheet, analysis)
  threat(sheet, analysis)
  authentication(sheet, analysis)
  deliveryPath(sheet, analysis.parsed_data)
  reputation(sheet, analysis.vt_results, analysis.parsed_data.sending_ip)
  rawHeader(sheet, analysis.raw_headers, analysis.raw_headers_cut_from)
  return sheet.finish()
}

function keyHeaders(sheet: Sheet, { parsed_data: data }: HeaderAnalysisReply): void {
  const fields: readonly [string, string | null, TextStyle?][] = [
    ['From', data.from],
    ['Return Path', data.return_path, styles.record],
    ['To', data.to],
    ['Subject', data.subject],
    ['Sending IP', data.sending_ip, styles.record],
    ['Message ID', data.message_id, styles.record],
  ]
  const repeated = (data.repeated ?? []).flatMap(({ label, values }) =>
    values.map(({ line, text }): [string, string | null] => [`${label} (line ${line})`, text]),
  )
  keyValues(
    sheet,
    [...fields, ...repeated].map(([label, value, style = styles.text]) =>
      value === null || value.trim() === ''
        ? ([label, analysisWords.notFound, { ...styles.text, color: ink.ink3 }] as const)
        : ([label, cut(value), { ...style, leading: styles.text.leading }] as const),
    ),
  )
}

function threat(sheet: Sheet, { threat_score: score, findings }: HeaderAnalysisReply): void {
  const level = threatLevel(score)
  section(sheet, 'Threat Assessment', () => {
    scoreBar(sheet, { score, look: { word: level, tone: levelTones[level] }, scale: 'out of 100' })
    const hasReason = findings.some(({ points }) => points > 0)
    paragraph(sheet, hasReason ? analysisWords.reasons : analysisWords.noReasons)
    sheet.skip(6)
    const { shown, rest } = firstOf(findings, bounds.findings, ['finding is', 'findings are'])
    if (shown.length > 0) sheet.rule()
    for (const each of shown) finding(sheet, each)
    if (rest !== null) paragraph(sheet, rest, styles.small)
  })
}

type Finding = HeaderAnalysisReply['findings'][number]

const pointsWidth = 36

/** One reason of the score, or a note: what it is, what it means, what to do, and the lines it rests on. */
function finding(sheet: Sheet, { points, title, meaning, advice, clause, evidence }: Finding): void {
  const [left, width] = [sheet.left + pointsWidth, sheet.width - pointsWidth]
  sheet.need(60)
  sheet.skip(7)
  sheet.inside('Sect', () => {
    const [label, style] = points > 0 ? [`+${points}`, styles.name] : ['Note', styles.small]
    sheet.inside('P', () => sheet.draw([label], { ...style, leading: styles.name.leading }))
    sheet.flow('H3', cut(title), styles.name, { left, width })
    sheet.flow('P', cut(meaning), styles.quiet, { left, width })
    if (advice !== '') sheet.flow('P', cut(advice), styles.text, { left, width })
    sheet.skip(2)
    sheet.flow('P', clause, styles.small, { left, width })
    evidenceLines(sheet, evidence, left)
  })
  sheet.skip(5)
  sheet.rule()
}

function evidenceLines(sheet: Sheet, lines: Finding['evidence'], left: number): void {
  const { shown, rest } = firstOf(lines, bounds.headerLines, ['line is', 'lines are'])
  const width = sheet.left + sheet.width - left
  for (const { label, line, text } of shown) {
    sheet.need(44)
    sheet.skip(3)
    sheet.flow('P', `Line ${line}: ${cut(label, bounds.cell)}`, styles.small, { left, width })
    record(sheet, cut(sheet.shown(cut(text), styles.record), bounds.shown), { left })
  }
  if (rest !== null) sheet.flow('P', rest, styles.small, { left, width })
}

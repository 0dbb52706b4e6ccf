import { checkNames, severityTone } from '@waxseal/core/check'
import { utcTime } from '@waxseal/core/headers'
import {
  areServersSilent,
  badgesOf,
  deniedNote,
  doesNotExist,
  type FindingReply,
  lossesOf,
  notRunWords,
  notScoredNote,
  type ScanReply,
  scanSummary,
  scoreStep,
  sharedAnswersWords,
  signed,
  silentServersNote,
} from '@waxseal/core/health'
import { changedAfterScan, changeLines, knownOf, resultWords } from '@waxseal/core/watch'
import type { DomainReport } from '../ports.ts'
import { bounds, cut } from './bounds.ts'
import { masthead } from './masthead.ts'
import { ink, styles, type TextStyle, tones } from './palette.ts'
import { paragraph, part, section, stateAt } from './parts.ts'
import { drawSeal } from './seal.ts'
import type { Sheet } from './sheet.ts'
import { type Column, table } from './table.ts'

interface FirstPage {
  scannedAt: string
  /** What to fix, in order. */
  steps: readonly FindingReply[]
}

const stepsMax = 5

/** The first page: the domain, its score, where its points went, and what to do first. */
export function firstPage(
  sheet: Sheet,
  { scan, unicode, exportedAt, identity }: DomainReport,
  { scannedAt, steps }: FirstPage,
): void {
  const times = [`Scanned ${scannedAt}`, `Exported ${utcTime(exportedAt)}`]
  masthead(sheet, { title: 'Email security report', times, ...(identity !== undefined && { identity }) })
  sheet.flow('P', cut(unicode ?? scan.domain_name), domainStyle)
  if (unicode !== null) sheet.flow('P', scan.domain_name, styles.record)
  sheet.skip(4)
  paragraph(sheet, `Scanned by Waxseal from ${utcTime(scan.started_at)} to ${scannedAt}.`, styles.small)
  if (scan.answers_from !== undefined)
    paragraph(sheet, `${sharedAnswersWords} ${utcTime(scan.answers_from)}.`, styles.small)
  sheet.skip(8)
  for (const sentence of scanSummary(scan, unicode ?? scan.domain_name, steps[0] ?? null)) {
    paragraph(sheet, cut(sentence), styles.text)
  }
  sheet.skip(10)
  sealAndBadges(sheet, scan)
  const { changes } = knownOf(scan)
  if (changes.length > 0) {
    const lines = changeLines(changes, utcTime).map(line => `${line}.`)
    note(sheet, { look: 'bad', title: changedAfterScan, text: cut(`${lines.join(' ')} ${resultWords(changes)}`) })
  }
  if (scan.health_score === null) note(sheet, notScoredNote(scan))
  else if (doesNotExist(scan)) note(sheet, deniedNote(scan))
  else if (areServersSilent(scan)) note(sheet, silentServersNote(scan))
  if (scan.health_score !== null) deductions(sheet, scan, scan.health_score)
  firstSteps(sheet, scan, steps)
}

const domainStyle: TextStyle = { ...styles.section, size: 14, leading: 19 }
const sealSize = 150
const badgeHeight = 23

function sealAndBadges(sheet: Sheet, scan: ScanReply): void {
  const top = sheet.y
  drawSeal(sheet, scan.health_score, lossesOf(scan), { left: sheet.left - 6, top: top - 6, size: sealSize })
  const left = sheet.left + sealSize + 26
  const width = sheet.left + sheet.width - left
  const wordsAt = left + 150
  sheet.inside('L', () => {
    for (const [at, { name, status }] of badgesOf(scan, false).entries()) {
      const y = top + at * badgeHeight
      sheet.y = y
      sheet.rule(ink.line, { left, width })
      sheet.inside('LI', () => {
        sheet.inside('Lbl', () => sheet.draw([name], styles.name, { left, y: y + 5 }))
        sheet.inside('LBody', () => stateAt(sheet, status, { left: wordsAt, y: y + 5 }))
      })
    }
  })
  sheet.y = top + sealSize - 4
}

function note(sheet: Sheet, { look, title, text }: ReturnType<typeof notScoredNote>): void {
  sheet.skip(6)
  stateAt(sheet, { word: title, tone: look === 'bad' ? 'poor' : 'unknown' }, { left: sheet.left, y: sheet.y })
  sheet.skip(styles.name.leading + 2)
  paragraph(sheet, text)
}

interface Row {
  letter: string
  reason: string
  points: string
  bar: { from: number; to: number; fill: string }
  style: TextStyle
}

/** Each deduction as a bar that starts where the one before ended. */
function deductions(sheet: Sheet, scan: ScanReply, score: number): void {
  const rows: Row[] = []
  let level = 100
  for (const { check, reason, points, severity } of scan.findings.filter(({ points }) => points < 0)) {
    const to = Math.max(0, level + points)
    const bar = { from: to, to: level, fill: tones[severityTone[severity]].fill }
    rows.push({ letter: checkNames[check].letter, reason, points: signed(points), bar, style: styles.quiet })
    level = to
  }
  const notRun = notRunWords(scan)
  const label = notRun === null ? 'Health score' : `Health score (${notRun})`
  const whole = { letter: '', style: styles.name }
  section(sheet, 'Points lost', () => {
    if (rows.length === 0) paragraph(sheet, 'No points lost.')
    table(sheet, deductionColumns, [
      { ...whole, reason: 'Starting score', points: '100', bar: { from: 0, to: 100, fill: ink.ink3 } },
      ...rows,
      { ...whole, reason: label, points: String(score), bar: { from: 0, to: score, fill: ink.ink3 } },
    ])
  })
}

const deductionColumns: readonly Column<Row>[] = [
  { title: 'Check', share: 0.08, cell: ({ letter }) => ({ texts: [{ text: letter, style: styles.name }] }) },
  {
    title: 'Reason',
    share: 0.56,
    cell: ({ reason, style }) => ({ texts: [{ text: cut(reason, 100), style }] }),
  },
  { title: 'Points', share: 0.1, cell: ({ points }) => ({ texts: [{ text: points, style: styles.name }] }) },
  { title: 'Score', share: 0.26, cell: ({ bar }) => ({ bar }) },
]

function firstSteps(sheet: Sheet, { health_score: score }: ScanReply, steps: readonly FindingReply[]): void {
  const shown = steps.slice(0, stepsMax)
  if (shown.length === 0) return
  section(sheet, 'What to fix first', () => {
    for (const [at, finding] of shown.entries()) {
      const gain = scoreStep(score, finding)
      part(sheet, `${at + 1}. ${cut(finding.reason, bounds.cell)}`, null, () => {
        if (gain !== null) paragraph(sheet, `Score ${gain}`, styles.small)
        paragraph(sheet, cut(finding.advice), styles.text)
      })
    }
    const more = steps.length - shown.length
    if (more > 0) {
      sheet.skip(6)
      paragraph(sheet, `${more} more ${more === 1 ? 'issue follows' : 'issues follow'} below.`, styles.small)
    }
  })
}

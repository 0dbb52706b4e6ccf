import { checkIds, checkNames, type Look, severityTone, severityWord } from '@waxseal/core/check'
import { utcTime } from '@waxseal/core/headers'
import {
  countWords,
  type Decided,
  decisionWords,
  type FindingReply,
  holds,
  isIssue,
  noIssuesWords,
  scoreStays,
  scoreStep,
  signed,
  sortOut,
  suspected,
} from '@waxseal/core/health'
import type { DomainReport } from '../ports.ts'
import { bounds, cut } from './bounds.ts'
import { actionHeight, actionOf } from './domain-action.ts'
import type { Citations } from './domain-evidence.ts'
import { styles } from './palette.ts'
import { paragraph, part, section, stateAt } from './parts.ts'
import type { Sheet } from './sheet.ts'

type Decisions = ReturnType<typeof sortOut<FindingReply, Decided>>
type DecidedFinding = Decisions['shown'][number]

interface Context {
  decided: Decisions
  cited: Citations
}

/** Every finding by check, the accepted ones in their place and the muted ones below, as the screen has them. */
export function findings(sheet: Sheet, report: DomainReport, { decided, cited }: Context): void {
  const { shown, muted } = decided
  section(
    sheet,
    'Findings',
    () => {
      if (shown.length + muted.length === 0) {
        return paragraph(sheet, noIssuesWords(report.scan))
      }
      paragraph(sheet, `${countWords({ shown, muted })}.`, styles.small)
      let drawn = 0
      const isFull = () => drawn >= bounds.domainFindings || sheet.pages >= bounds.findingsTo
      const some = (group: readonly DecidedFinding[], title: string): void => {
        const [first] = group
        if (first === undefined || isFull()) return
        sheet.need(40 + heightOf(sheet, first.finding))
        sheet.bookmark(title, 1)
        part(sheet, title, null, () => {
          for (const each of group) {
            if (isFull()) return
            finding(sheet, each, { report, cited })
            drawn += 1
          }
        })
      }
      for (const check of checkIds) {
        some(
          shown.filter(({ finding }) => finding.check === check),
          checkNames[check].title,
        )
      }
      some(muted, `Muted (${muted.length})`)
      const rest = shown.length + muted.length - drawn
      sheet.skip(6)
      if (rest > 0) {
        const what = rest === 1 ? 'finding is' : 'findings are'
        paragraph(sheet, `${rest.toLocaleString('en')} more ${what} not shown here.`, styles.small)
      }
      if ([...shown, ...muted].some(({ decision }) => holds(decision))) paragraph(sheet, scoreStays, styles.small)
    },
    380,
  )
}

/** By check, as the report has them. */
export function inOrder(shown: readonly DecidedFinding[]): readonly DecidedFinding[] {
  return checkIds.flatMap(check => shown.filter(({ finding }) => finding.check === check))
}

const pointsWidth = 36

function finding(
  sheet: Sheet,
  { finding, decision }: DecidedFinding,
  { report, cited }: { report: DomainReport; cited: Citations },
): void {
  const { severity, points, title, reason, meaning, advice, clause, since } = finding
  const [left, width] = [sheet.left + pointsWidth, sheet.width - pointsWidth]
  // A suspicion that costs nothing yet has the look of its badge.
  const look: Look =
    severity === 'info' && isIssue(finding) ? suspected : { word: severityWord[severity], tone: severityTone[severity] }
  const name = cut(reason === '' ? title : reason)
  const lines = sheet.lines(name, styles.name, width)
  sheet.need(heightOf(sheet, finding))
  sheet.skip(7)
  sheet.inside('Sect', () => {
    sheet.inside('P', () => sheet.draw([signed(points)], points < 0 ? styles.name : styles.quiet))
    sheet.inside('H4', () => sheet.flowLines(lines, styles.name, { left }))
    const gain = scoreStep(report.scan.health_score, finding)
    const end = stateAt(sheet, look, { left, y: sheet.y })
    if (gain !== null) {
      const at = left + end + 12
      sheet.inside('P', () =>
        sheet.draw([`Score ${gain}`], { ...styles.small, leading: styles.name.leading }, { left: at }),
      )
    }
    sheet.skip(styles.name.leading + 2)
    sheet.flow('P', cut(meaning), styles.quiet, { left, width })
    sheet.skip(2)
    sheet.flow('P', `What to do: ${cut(advice)}`, styles.text, { left, width })
    actionOf(sheet, report.scan, finding, left)
    sheet.skip(2)
    const seen = since === null ? '' : `, last seen on ${utcDay(new Date(since))}; this scan could not check it`
    sheet.flow('P', `${clause}${seen}`, styles.small, { left, width })
    const numbers = cited.of(finding)
    if (numbers !== null) sheet.flow('P', numbers, styles.small, { left, width })
    if (decision !== null) decisionLines(sheet, decision, left)
  })
  sheet.skip(5)
  sheet.rule()
}

/** A finding that is not higher stays on one page: less than half of one. */
const wholeMax = 300

/** About the height of a finding that stays on one page, else of its beginning. */
function heightOf(sheet: Sheet, finding: FindingReply): number {
  const left = sheet.left + pointsWidth
  const lines = [finding.meaning, finding.advice].flatMap(text =>
    sheet.lines(cut(text), styles.text, sheet.width - pointsWidth),
  )
  const beginning = (lines.length + 4) * styles.text.leading + 24
  const whole = beginning + actionHeight(sheet, finding, left)
  return whole <= wholeMax ? whole : Math.min(beginning, 240)
}

function decisionLines(sheet: Sheet, decision: Decided, left: number): void {
  const width = sheet.left + sheet.width - left
  const { word, rest } = decisionWords(decision, utcDay)
  sheet.skip(3)
  sheet.flow('P', `${word} ${cut(rest)}`, styles.small, { left, width })
  if (decision.note !== '')
    sheet.flow('P', `“${cut(decision.note.replaceAll('\n', ' '))}”`, styles.small, { left, width })
}

/** `2026-11-25 UTC` */
function utcDay(time: Date): string {
  return `${utcTime(time.toISOString()).slice(0, 10)} UTC`
}

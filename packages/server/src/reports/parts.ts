import type { Look } from '@waxseal/core/check'
import { bounds } from './bounds.ts'
import { recordLines } from './line-breaks.ts'
import { ink, styles, type TextStyle, tones } from './palette.ts'
import type { Sheet } from './sheet.ts'
import { drawSign } from './signs.ts'
import { visible } from './visible-text.ts'

/**
 * Opens with a rule and a title, which never stays alone at the foot of a page.
 *
 * @param room the height of the title with what follows at once
 */
export function section(sheet: Sheet, title: string, work: () => void, room = 120): void {
  sheet.need(room)
  sheet.skip(20)
  sheet.rule(ink.ink, { thickness: 0.8 })
  sheet.skip(8)
  sheet.bookmark(title)
  sheet.inside('Sect', () => {
    sheet.flow('H2', title, styles.section)
    sheet.skip(6)
    work()
  })
}

/**
 * A part of a section.
 *
 * @param room the height of the title with what follows at once
 */
export function part(sheet: Sheet, title: string, look: Look | null, work: () => void, room = 64): void {
  sheet.need(room)
  sheet.skip(10)
  const { y } = sheet
  sheet.flow('H3', title, styles.name)
  if (look !== null) {
    const left = sheet.left + sheet.widthOf(sheet.shown(title, styles.name), styles.name) + 12
    stateAt(sheet, look, { left, y })
  }
  sheet.skip(3)
  work()
}

export function paragraph(sheet: Sheet, text: string, style: TextStyle = styles.quiet): void {
  sheet.flow('P', text, style)
}

const signSize = 8.5
/** From the left side of a sign to its word. */
export const signRoom = signSize + 4

/** A state at a place of the page: its sign, then as much of its word as fits. Returns the width of both. */
export function stateAt(
  sheet: Sheet,
  { word, tone }: Look,
  { left, y, width = sheet.left + sheet.width - left }: { left: number; y: number; width?: number },
): number {
  const style = { ...styles.name, color: tones[tone].text }
  drawSign(sheet, tones[tone], { left, top: y + (style.leading - signSize) / 2, size: signSize })
  const shown = sheet.fitted(sheet.shown(word, style), style, width - signRoom)
  sheet.inside('P', () => sheet.draw([shown], style, { left: left + signRoom, y }))
  return signRoom + sheet.widthOf(shown, style)
}

const labelWidth = 92

/** Labels with their values, a rule below each unless they are `isDense`. */
export function keyValues(
  sheet: Sheet,
  rows: readonly (readonly [label: string, value: string, style?: TextStyle])[],
  { isDense = false }: { isDense?: boolean } = {},
): void {
  const gap = isDense ? 0 : 3
  sheet.inside('L', () => {
    for (const [label, value, style = styles.text] of rows) {
      const lines = sheet.lines(value, style, sheet.width - labelWidth)
      sheet.need(Math.min(lines.length, 3) * style.leading + 6)
      sheet.skip(gap)
      sheet.inside('LI', () => {
        sheet.inside('Lbl', () =>
          sheet.draw(sheet.lines(label, styles.quiet, labelWidth), { ...styles.quiet, color: ink.ink3 }),
        )
        sheet.inside('LBody', () => sheet.flowLines(lines, style, { left: sheet.left + labelWidth }))
      })
      sheet.skip(gap)
      if (!isDense) sheet.rule()
    }
  })
}

interface RecordOptions {
  left?: number
  /** The number of the first line: every fifth is shown beside the block. */
  numberedFrom?: number
  /** At most so many lines as drawn are shown. */
  linesMax?: number
  /** Stays on one page where it fits on one: what is copied from it then has no head or foot of a page in it. */
  whole?: boolean
}

const padding = 7
/** The lines of a record that are kept on one page. */
const wholeLinesMax = 55
const endOfLine = /\r\n|\r|\n/

/** What became of a record. */
export interface DrawnRecord {
  /** Lines of the record, and those of them that are drawn to their end. */
  lines: number
  whole: number
}

/**
 * A block in a font of fixed width. What is copied from it, with its lines joined, is the record: a longer line goes on
 * below without a hyphen.
 */
export function record(
  sheet: Sheet,
  text: string,
  { left = sheet.left, numberedFrom, linesMax = Number.POSITIVE_INFINITY, whole: isWhole = false }: RecordOptions = {},
): DrawnRecord {
  const width = sheet.left + sheet.width - left
  const setting = { voice: styles.record.voice, size: styles.record.size, width: width - 2 * padding }
  const drawn: string[] = []
  const numbers: (number | null)[] = []
  const lines = text.split(endOfLine)
  let whole = 0
  for (const [index, line] of lines.entries()) {
    const left = linesMax - drawn.length
    if (left <= 0) break
    // A line of a megabyte is not measured to its end.
    const start = Number.isFinite(left) ? line.slice(0, left * 200) : line
    const pieces = recordLines(sheet.shown(start, styles.record), setting).slice(0, left)
    drawn.push(...pieces)
    numbers.push(...pieces.map((_, at) => (at === 0 ? (numberedFrom ?? 1) + index : null)))
    if (pieces.length < left || index === lines.length - 1) whole += start.length === line.length ? 1 : 0
  }
  sheet.need(styles.record.leading * Math.min(drawn.length, isWhole ? wholeLinesMax : 2) + 2 * padding)
  sheet.skip(4)
  sheet.inside('Code', () =>
    sheet.flowLines(drawn, styles.record, {
      left: left + padding,
      under(height, first, count) {
        const { y } = sheet
        sheet.artifact(doc => doc.rect(left, y - 4, width, height + 8).fill(ink.sunken))
        for (let at = first; at < first + count; at++) {
          const number = numbers[at] ?? null
          const top = y + (at - first) * styles.record.leading
          if (number === null) continuation(sheet, left + 2, top)
          if (number === null || number % 5 !== 0 || numberedFrom === undefined) continue
          const at0 = sheet.left - 6 - sheet.widthOf(String(number), numberStyle)
          sheet.artifactLine(String(number), numberStyle, at0, top)
        }
      },
    }),
  )
  sheet.skip(8)
  return { lines: lines.length, whole }
}

/** The height that `zoneRecord` needs on a page: what introduces a record asks for it too, and stays with it. */
export function recordHeight(sheet: Sheet, text: string, { left = sheet.left }: { left?: number } = {}): number {
  const setting = { ...styles.record, width: sheet.left + sheet.width - left - 2 * padding }
  const lines = text
    .slice(0, bounds.recordLines * 200)
    .split(endOfLine)
    .flatMap(line => recordLines(visible(line, styles.record.voice), setting))
  return styles.record.leading * Math.min(lines.length, bounds.recordLines) + 2 * padding
}

/** A record of a zone, on one page where it fits on one. What is far longer than any record ends with a sentence. */
export function zoneRecord(sheet: Sheet, text: string, { left = sheet.left }: { left?: number } = {}): void {
  const { lines, whole } = record(sheet, text, { left, whole: true, linesMax: bounds.recordLines })
  if (whole < lines) sheet.flow('P', 'The rest of this text is not shown here.', styles.small, { left })
}

/** The mark of a line that continues the one above. */
function continuation(sheet: Sheet, left: number, top: number): void {
  sheet.artifact(doc =>
    doc
      .moveTo(left, top + 3)
      .lineTo(left, top + 6)
      .lineTo(left + 3, top + 6)
      .lineWidth(0.5)
      .stroke(ink.ink3),
  )
}

const numberStyle: TextStyle = { voice: 'text', size: 6.5, leading: 11, color: ink.ink3 }

/** A score from 0 to 100 with its bar, its word, and the scale in words. */
export function scoreBar(sheet: Sheet, { score, look, scale }: { score: number; look: Look; scale: string }): void {
  const height = 7
  sheet.need(styles.score.leading + 24)
  const { y } = sheet
  const number = String(score)
  sheet.inside('P', () => sheet.draw([number], styles.score))
  let left = sheet.left + sheet.widthOf(number, styles.score) + 7
  sheet.inside('P', () => sheet.draw([scale], styles.quiet, { left, y: y + 16 }))
  left += sheet.widthOf(scale, styles.quiet) + 16
  stateAt(sheet, look, { left, y: y + 16 })
  sheet.skip(styles.score.leading + 3)
  const top = sheet.y
  const width = 300
  sheet.artifact(doc => {
    doc.rect(sheet.left, top, width, height).fill(ink.sunken)
    const filled = Math.max(1, (Math.min(100, Math.max(0, score)) / 100) * width)
    doc.rect(sheet.left, top, filled, height).fill(tones[look.tone].fill)
  })
  sheet.skip(height + 8)
}

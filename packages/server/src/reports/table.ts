import type { Look, Tone } from '@waxseal/core/check'
import { ink, styles, type TextStyle, tones } from './palette.ts'
import { signRoom, stateAt } from './parts.ts'
import type { Sheet } from './sheet.ts'

/** One paragraph in a cell. */
export interface CellText {
  text: string
  style: TextStyle
  /** How far from the left side of the cell, in points. */
  indent?: number
}

/** What a cell shows, from top to bottom: its texts, and then a state. */
export interface Cell {
  texts?: readonly CellText[]
  look?: Look
  /** A part of a bar as wide as the cell, each end from 0 to 100. */
  bar?: { from: number; to: number; fill: string }
}

export interface Column<Row> {
  title: string
  /** A part of the whole width, 0 to 1. */
  share: number
  cell: (row: Row) => Cell
}

const gap = 10
const above = 5

/** A table with its head on each page. A row is never divided: its texts must fit on a page. */
export function table<Row>(sheet: Sheet, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const places = placesOf(sheet, columns)
  sheet.inside('Table', () => {
    head(sheet, places)
    for (const row of rows) {
      const cells = places.map(({ column, left, width }) => ({
        left,
        width,
        ...measured(sheet, column.cell(row), width),
      }))
      const height = Math.max(...cells.map(cell => cell.height)) + 2 * above
      if (sheet.room < height) {
        sheet.breakPage()
        head(sheet, places)
      }
      const { y } = sheet
      sheet.inside('TR', () => {
        for (const { left, width, blocks, look, bar } of cells) {
          sheet.inside('TD', () => {
            let top = y + above
            for (const { lines, style, indent } of blocks) {
              sheet.draw(lines, style, { left: left + indent, y: top })
              top += lines.length * style.leading
            }
            if (look !== null) drawLook(sheet, look, { left, y: top })
            if (bar !== null) drawBar(sheet, bar, { left, width, y: y + above })
          })
        }
      })
      sheet.skip(height)
      sheet.rule()
    }
  })
}

interface Place<Row> {
  column: Column<Row>
  left: number
  width: number
}

function placesOf<Row>(sheet: Sheet, columns: readonly Column<Row>[]): Place<Row>[] {
  const usable = sheet.width - gap * (columns.length - 1)
  let left = sheet.left
  return columns.map(column => {
    const place = { column, left, width: usable * column.share }
    left += place.width + gap
    return place
  })
}

/** It never stays alone at the foot of a page. */
function head<Row>(sheet: Sheet, places: readonly Place<Row>[]): void {
  const style: TextStyle = { ...styles.small, color: ink.ink3 }
  sheet.need(60)
  sheet.inside('TR', () => {
    for (const { column, left } of places) sheet.inside('TH', () => sheet.draw([column.title], style, { left }))
  })
  sheet.skip(style.leading + 3)
  sheet.rule(ink.ink3)
}

/** A state over as many lines as its words need. */
function drawLook(
  sheet: Sheet,
  { tone, words: [word = '', ...more] }: { tone: Tone; words: readonly string[] },
  { left, y }: { left: number; y: number },
): void {
  stateAt(sheet, { word, tone }, { left, y })
  if (more.length === 0) return
  const at = { left: left + signRoom, y: y + styles.name.leading }
  sheet.inside('P', () => sheet.draw(more, toned(styles.name, tone), at))
}

function drawBar(
  sheet: Sheet,
  { from, to, fill }: NonNullable<Cell['bar']>,
  { left, width, y }: { left: number; width: number; y: number },
): void {
  const height = 6
  const top = y + (styles.text.leading - height) / 2
  sheet.artifact(doc => {
    doc.rect(left, top, width, height).fill(ink.sunken)
    doc.rect(left + (from / 100) * width, top, Math.max(1, ((to - from) / 100) * width), height).fill(fill)
  })
}

function measured(sheet: Sheet, { texts = [], look, bar }: Cell, width: number) {
  const blocks = texts.map(({ text, style, indent = 0 }) => {
    return { lines: bounded(sheet.lines(text, style, width - indent)), style, indent }
  })
  const height = blocks.reduce((sum, { lines, style }) => sum + lines.length * style.leading, 0)
  const words = look === undefined ? [] : bounded(sheet.lines(look.word, styles.name, width - signRoom))
  return {
    blocks,
    look: look === undefined ? null : { tone: look.tone, words },
    bar: bar ?? null,
    height: height + words.length * styles.name.leading,
  }
}

/** More lines of one text could make a row higher than a page. */
const linesMax = 8

function bounded(lines: string[]): string[] {
  return lines.length <= linesMax ? lines : [...lines.slice(0, linesMax - 1), '…']
}

/** A text in the color of a state. */
export function toned(style: TextStyle, tone: Tone): TextStyle {
  return { ...style, color: tones[tone].text }
}

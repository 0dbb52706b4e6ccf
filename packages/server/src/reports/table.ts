import { ink, styles, type TextStyle, tones } from './palette.ts'
import { type Look, stateAt } from './parts.ts'
import type { Sheet } from './sheet.ts'

/** One paragraph in a cell. */
export interface CellText {
  text: string
  style: TextStyle
}

/** What a cell shows, from top to bottom: its texts, and then a state. */
export interface Cell {
  texts?: readonly CellText[]
  look?: Look
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
      const cells = places.map(({ column, left, width }) => ({ left, ...measured(sheet, column.cell(row), width) }))
      const height = Math.max(...cells.map(cell => cell.height)) + 2 * above
      if (sheet.room < height) {
        sheet.breakPage()
        head(sheet, places)
      }
      const { y } = sheet
      sheet.inside('TR', () => {
        for (const { left, blocks, look } of cells) {
          sheet.inside('TD', () => {
            let top = y + above
            for (const { lines, style } of blocks) {
              sheet.draw(lines, style, { left, y: top })
              top += lines.length * style.leading
            }
            if (look !== null) stateAt(sheet, look, { left, y: top })
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

function measured(sheet: Sheet, { texts = [], look }: Cell, width: number) {
  const blocks = texts.map(({ text, style }) => ({ lines: bounded(sheet.lines(text, style, width)), style }))
  const height = blocks.reduce((sum, { lines, style }) => sum + lines.length * style.leading, 0)
  return { blocks, look: look ?? null, height: height + (look === undefined ? 0 : styles.name.leading) }
}

/** More lines of one text could make a row higher than a page. */
const linesMax = 8

function bounded(lines: string[]): string[] {
  return lines.length <= linesMax ? lines : [...lines.slice(0, linesMax - 1), '…']
}

/** A text in the color of a state. */
export function toned(style: TextStyle, tone: Look['tone']): TextStyle {
  return { ...style, color: tones[tone].text }
}

import { styleText } from 'node:util'

export type Style = Parameters<typeof styleText>[0]

/**
 * Makes text safe for a terminal: escapes everything that would move the cursor, change colors or hide itself, then
 * applies the style. All external text goes through it.
 */
export type Paint = (text: string, style?: Style) => string

/** A paint with colors, for terminals, or without. */
export function paintFor(colour: boolean): Paint {
  return (text, style) => {
    const clean = printable(text)
    return colour && style !== undefined ? styleText(style, clean, { validateStream: false }) : clean
  }
}

const invisible = /[\p{C}\p{Zl}\p{Zp}]/gu

/** Control, format and other invisible characters as `\u{…}`; DNS data can contain any byte. */
export function printable(text: string): string {
  return text.replace(invisible, char => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
}

/**
 * Aligns rows in columns with two spaces between; the last column is not padded. Cells are plain text; `styles` by
 * column.
 */
export function columns(paint: Paint, rows: readonly (readonly string[])[], styles: readonly (Style | null)[] = []) {
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, printable(cell).length)
  }
  return rows.map(row =>
    row
      .map((cell, index) => {
        const padding = index === row.length - 1 ? '' : ' '.repeat((widths[index] ?? 0) - printable(cell).length)
        return paint(cell, styles[index] ?? undefined) + padding
      })
      .join('  ')
      .trimEnd(),
  )
}

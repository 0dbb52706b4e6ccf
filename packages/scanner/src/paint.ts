import { styleText } from 'node:util'

export type Style = Parameters<typeof styleText>[0]

/**
 * Makes text fit for a terminal: everything that would move the cursor, change colours or hide itself is written as an
 * escape, then the style is put around it. All text from outside goes through here.
 */
export type Paint = (text: string, style?: Style) => string

/** A paint that colours, for terminals, or only cleans. */
export function paintFor(colour: boolean): Paint {
  return (text, style) => {
    const clean = printable(text)
    return colour && style !== undefined ? styleText(style, clean, { validateStream: false }) : clean
  }
}

const invisible = /[\p{C}\p{Zl}\p{Zp}]/gu

/** Control, format and other invisible characters as `\u{…}`; DNS data can hold any octet. */
export function printable(text: string): string {
  return text.replace(invisible, char => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Columns side by side, two blanks between; the last one is not padded. Cells are plain text; `styles` by column. */
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

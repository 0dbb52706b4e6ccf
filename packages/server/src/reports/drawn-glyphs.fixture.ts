import { inflateSync } from 'node:zlib'

/** The glyphs that the pages of a PDF draw. */
export interface DrawnGlyphs {
  all: number
  /** Those with the number 0, which each font keeps for a character that it does not have: a box, or a blank. */
  missing: number
}

/**
 * Counts the glyphs in the pages of a report. The text that a program extracts does not show a missing glyph: Poppler
 * prints a blank for it. Our fonts are embedded with two bytes for each glyph (`Identity-H`), which pdfkit writes as
 * hexadecimal digits.
 *
 * @throws if a font of the file is of another kind, because its numbers mean something else
 */
export function drawnGlyphs(bytes: Buffer): DrawnGlyphs {
  const file = bytes.toString('latin1')
  const encodings = Array.from(file.matchAll(/\/Encoding \/([\w-]+)/g), ([, name]) => name)
  if (encodings.length === 0 || encodings.some(name => name !== 'Identity-H')) {
    throw new Error(`fonts with other encodings: ${encodings.join(', ')}`)
  }
  const glyphs = { all: 0, missing: 0 }
  for (const line of contentsOf(bytes, file).split('\n')) {
    // pdfkit has one command a line. Other commands have hexadecimal strings that are no glyphs.
    if (!line.endsWith(' TJ')) continue
    for (const [, digits = ''] of line.matchAll(/<([0-9a-f]+)>/gi)) {
      const numbers = digits.match(/.{4}/g) ?? []
      glyphs.all += numbers.length
      glyphs.missing += numbers.filter(number => number === '0000').length
    }
  }
  return glyphs
}

/** The unpacked streams that the pages name as their contents. */
function contentsOf(bytes: Buffer, file: string): string {
  const places = placesOf(file)
  const contents = Array.from(file.matchAll(/\/Contents (\d+) 0 R/g), ([, object]) => {
    const start = places[Number(object)] ?? 0
    const first = file.indexOf('stream\n', start) + 'stream\n'.length
    const length = Number(/\/Length (\d+)/.exec(file.slice(start, first))?.[1])
    return inflateSync(bytes.subarray(first, first + length)).toString('latin1')
  })
  if (contents.length === 0) throw new Error('a file without pages')
  return contents.join('\n')
}

/** Where each object starts, by its number: the table at the end of the file. */
function placesOf(file: string): number[] {
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(file)?.[1])
  return Array.from(file.slice(table).matchAll(/^(\d{10}) \d{5} [nf]/gm), ([, place]) => Number(place))
}

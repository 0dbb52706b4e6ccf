import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { drawnGlyphs } from './drawn-glyphs.fixture.ts'

const run = promisify(execFile)

/** Empty where Poppler reads the reports of tests; else what to add to the title of what is skipped. */
export const notHere = spawnSync('pdftotext', ['-v']).error === undefined ? '' : ' (not here: poppler-utils)'

/** A PDF as programs of a user read it. */
export interface ReadPdf {
  bytes: Buffer
  pages: number
  /** The lines in the order in which they are drawn, without those of the foot of each page. */
  lines: string[]
  /** The same as one text. */
  text: string
  /** The foot of each page. */
  feet: string[]
  /** What `pdfinfo`, `pdfinfo -struct` and `pdffonts` print, and scripts and links as `pdfinfo` finds them. */
  info: string
  structure: string
  fonts: string
  scripts: string
  links: string
}

const isFoot = (line: string): boolean => / Page \d+ of \d+$/.test(line)

/** @throws if a character of the report has no glyph */
export async function readPdf(file: Uint8Array): Promise<ReadPdf> {
  const { missing } = drawnGlyphs(Buffer.from(file))
  if (missing > 0) throw new Error(`the report draws ${missing} characters that no font has`)
  const folder = await mkdtemp(join(tmpdir(), 'waxseal-report-'))
  try {
    const path = join(folder, 'report.pdf')
    await writeFile(path, file)
    const print = async (program: string, ...options: string[]): Promise<string> =>
      (await run(program, [...options, path, ...(program === 'pdftotext' ? ['-'] : [])], { maxBuffer: 2 ** 26 })).stdout
    const [info, structure, fonts, scripts, links, text] = await Promise.all([
      print('pdfinfo'),
      print('pdfinfo', '-struct'),
      print('pdffonts'),
      print('pdfinfo', '-js'),
      print('pdfinfo', '-url'),
      print('pdftotext', '-raw', '-enc', 'UTF-8'),
    ])
    const all = text.split(/[\n\f]/).filter(line => line !== '')
    const lines = all.filter(line => !isFoot(line))
    const pages = Number(/^Pages: +(\d+)$/m.exec(info)?.[1])
    const printed = { info, structure, fonts, scripts: scripts.trim(), links: links.trim() }
    return { bytes: Buffer.from(file), pages, lines, text: lines.join('\n'), feet: all.filter(isFoot), ...printed }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What the objects of a PDF say, without its texts: streams and strings are left out. */
export function objectsOf(bytes: Buffer): string {
  const objects = bytes
    .toString('latin1')
    .split('endstream')
    .map(part => part.split('stream\n')[0] ?? '')
    .join('')
  let [shown, depth] = ['', 0]
  for (let at = 0; at < objects.length; at++) {
    const character = objects[at] ?? ''
    if (character === '\\' && depth > 0) at++
    else if (character === '(') depth++
    else if (character === ')') depth--
    else if (depth === 0) shown += character
  }
  return shown
}

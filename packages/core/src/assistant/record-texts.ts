import { parseTerm } from '../spf/index.ts'
import type { Found } from './record-hosts.ts'
import { isSpf, pieces, withoutStop } from './record-keys.ts'

/** Longer records are cut here. */
const recordMax = 2_048

const versions = /v ?= ?(?:spf1|dmarc1|dkim1|stsv1|tlsrptv1|bimi1)/gi

/** The TXT records in a text that begin with a version, in order; also a version alone. */
export function textRecords(text: string): readonly Found[] {
  const found: Found[] = []
  const lineEnd = nextOf(text, /[\r\n]/g)
  const bareEnd = nextOf(text, /[\r\n`"“”<|]/g)
  let from = 0
  for (const { index } of text.matchAll(versions)) {
    if (index < from) continue
    const most = index + recordMax
    const written = recordAt(text, index, Math.min(lineEnd(index), most), Math.min(bareEnd(index), most))
    from = index + written.length
    found.push({ type: 'TXT', text: written.trimEnd(), start: index, end: index + written.trimEnd().length })
  }
  return found
}

/** What ends a record: a line end, or the mark that it began in. */
const marks: Readonly<Record<string, string>> = { '`': '`', '"': '"', '“': '”', '‘': '’', "'": "'", '*': '*', '<': '<' }

/** Finds the first match at or after a place. Places must ascend, so that all calls together read the text once. */
function nextOf(text: string, pattern: RegExp): (from: number) => number {
  let next = -1
  return from => {
    if (next < from) {
      pattern.lastIndex = from
      next = pattern.exec(text)?.index ?? text.length
    }
    return next
  }
}

/** The record that begins here: up to the mark it began in, else as far as it reads like one. */
function recordAt(text: string, start: number, lineEnd: number, bareEnd: number): string {
  const mark = marks[text.charAt(start - 1)]
  const end = mark === undefined ? -1 : text.slice(start, lineEnd).indexOf(mark)
  if (end >= 0) return text.slice(start, start + end)
  const bare = text.slice(start, bareEnd)
  // Where a line begins with it, as in a fenced block, all of the line is the record.
  if (start === 0 || text.charAt(start - 1) === '\n') return bare
  return isSpf(bare) ? spfPart(bare) : tagPart(bare)
}

/** Up to the first word that is no term. A word that could be meant as one stays: the record is then unchecked. */
function spfPart(line: string): string {
  let end = 0
  let isOver = false
  for (const { word, after } of pieces(line, ' ')) {
    const bare = withoutStop(word)
    if (end > 0 && isPlainWord(bare) && (isOver || typeof parseTerm(bare) === 'string')) break
    if (end > 0 && /^[-+~?]?all$/i.test(bare)) isOver = true
    const isFirst = end === 0
    end = after
    if (!isFirst && bare !== word) break
  }
  return withoutStop(line.slice(0, end))
}

/** Up to the first plain word after a tag. */
function tagPart(line: string): string {
  let length = 0
  for (const { word: part } of pieces(line, ';')) {
    const tag = /^ *[^ ]*/.exec(part)?.[0] ?? ''
    const [, next] = /^ *[^ ]+ ([^ ]*)/.exec(part) ?? []
    if (tag.trimStart() !== '' && !tag.includes('=')) break
    if (next !== undefined && isPlainWord(withoutStop(next))) {
      length += tag.length
      break
    }
    length += part.length + 1
  }
  return withoutStop(line.slice(0, length))
}

function isPlainWord(word: string): boolean {
  return /^[\p{L}\p{M}’'-]*$/u.test(word) && !word.startsWith('-')
}

/** Whether a record is its version and nothing else. */
export function isBareVersion(text: string): boolean {
  return /^v ?= ?(?:spf1|dmarc1|dkim1|stsv1|tlsrptv1|bimi1)[;\s]{0,9}$/i.test(text)
}

import { displayText } from '../dns/index.ts'
import { plainText } from './characters.ts'
import type { DmarcFault } from './faults.ts'
import { typos } from './nearest-word.ts'

/** The longest text to read. Honest records stay far below. */
export const longestRecord = 8_192
const mostPieces = 100

/** One tag of a text that was meant as a DMARC record, the name in lower case. */
export interface LooseTag {
  name: string
  value: string
}

/** The tags of a text that was meant as a DMARC record, in order and with repetitions, without `v`. */
export interface LooseRecord {
  tags: readonly LooseTag[]
  /** Words that belong to no tag: `reject` of `v=DMARC1; reject`. */
  words: readonly string[]
  faults: readonly DmarcFault[]
}

/** Spellings of a tag that can mean nothing else. */
const names: Readonly<Record<string, string>> = {
  version: 'v',
  policy: 'p',
  pol: 'p',
  subdomain_policy: 'sp',
  subdomainpolicy: 'sp',
  'subdomain-policy': 'sp',
  subpolicy: 'sp',
  percent: 'pct',
  percentage: 'pct',
}
const tagStart =
  /(?<=^|[\s,|/])(?:v|version|p|policy|sp|np|psd|t|adkim|aspf|fo|rua|ruf|pct|percent|rf|ri|subdomain[_-]?policy|subpolicy) ?[=:]/gi
const policyTags = /^[sn]?p$/
const anyTag = /^([a-z][a-z_-]{0,23}) ?([=:]) ?(.*)$/is

/** A part of the text between two separators. `mark`: the separator before it. */
interface Piece {
  text: string
  mark: ';' | 'comma' | 'line break' | null
}

/**
 * Reads a text that was meant as a DMARC record, however it is written; null when it is the record of another protocol,
 * or too long.
 */
export function readLoosely(octets: string): LooseRecord | { tags: null; faults: readonly DmarcFault[] } {
  if (octets.length > longestRecord) return { tags: null, faults: [{ code: 'too_long' }] }
  const plain = plainText(octets)
  const faults = [...plain.faults]
  const tags: LooseTag[] = []
  const words: string[] = []
  let versionSeen = false
  let before: string | null = null

  const version = (text: string): void => {
    if (!versionSeen) {
      if (tags.length > 0) faults.push({ code: 'version_not_first' })
      else if (words.length > 0) faults.push({ code: 'text_before', found: shown(words.splice(0).join(' ')) })
      if (!/^v ?= ?DMARC1$/.test(text.replace(/^V/, 'v'))) faults.push({ code: 'version', found: shown(text) })
    }
    versionSeen = true
    before = 'v=DMARC1'
  }
  for (const piece of piecesOf(plain.text)) {
    const text = without(' \n,|', piece.text)
    if (text === '') continue
    if (piece.mark !== ';' && before !== null && isTag(text)) {
      faults.push({ code: 'separator', after: before, mark: piece.mark })
    }
    const tag = tagOf(text)
    if (tag === null) {
      const last = tags.at(-1)
      const isList = last?.name === 'rua' || last?.name === 'ruf'
      const [, request, policy] = /^(p|sp|np) ?(none|quarantine|reject)$/i.exec(text) ?? []
      if (isVersion(text)) version(text)
      else if (request !== undefined && policy !== undefined) {
        const name = request.toLowerCase()
        faults.push({ code: 'equals', found: shown(text), meant: `${name}=${policy.toLowerCase()}` })
        tags.push({ name, value: policy })
        before = shown(text)
      } else if (isList && text.includes('@'))
        tags[tags.length - 1] = { name: last.name, value: `${last.value};${text}` }
      else words.push(text)
      continue
    }
    const { name, mark, value } = tag
    const isMisspelled = name !== 'v' && !versionSeen && !policyTags.test(name) && isVersion(value)
    if (name !== 'v' && !isMisspelled) {
      if (names[tag.written] !== undefined) faults.push({ code: 'tag_name', found: tag.written, meant: name })
      else if (mark === ':') {
        faults.push({ code: 'equals', found: shown(text), meant: shown(`${name}=${value}`) })
      }
      tags.push({ name, value })
      before = shown(text)
      continue
    }
    const [, digits, rest = ''] = /^(dmarc1)[\s,|/]+(.+)$/is.exec(value) ?? []
    if (isVersion(value)) version(text)
    else if (digits !== undefined) {
      version(text.slice(0, text.length - rest.length).trimEnd())
      words.push(rest)
    } else if (!versionSeen) return { tags: null, faults: [{ code: 'other_record', found: shown(firstWord(text)) }] }
  }
  if (!versionSeen) faults.push({ code: 'version_missing' })
  return { tags, words, faults: firstOfEach(faults) }
}

/** The parts between semicolons, and in each part its tags, which another separator may divide. */
function piecesOf(text: string): Piece[] {
  // A separator is also missing where the next tag follows the version directly.
  const separated = text.replace(/^(v ?= ?dmarc1)(?=[a-z]{1,5} ?[=:])/i, '$1 ')
  return separated.split(';', mostPieces).flatMap(untrimmed => {
    const part = untrimmed.trim()
    const starts = [...part.matchAll(tagStart)].map(({ index }) => index)
    const cuts = [0, ...starts.filter(start => start > 0)].slice(0, mostPieces)
    return cuts.map((start, at): Piece => {
      if (at === 0) return { text: part.slice(0, cuts[1]), mark: ';' }
      const gap = part.slice(Math.max(0, start - 3), start)
      const mark = gap.includes(',') ? 'comma' : gap.includes('\n') ? 'line break' : null
      return { text: part.slice(start, cuts[at + 1]), mark }
    })
  })
}

function isTag(text: string): boolean {
  return anyTag.test(text)
}

function tagOf(text: string): { name: string; written: string; mark: string; value: string } | null {
  const [, written, mark = '', value = ''] = anyTag.exec(text) ?? []
  if (written === undefined || /^(?:mailto|https?)$/i.test(written)) return null
  const lower = written.toLowerCase()
  return { name: names[lower] ?? lower, written: lower, mark, value: without(' \n,|', value) }
}

/** `DMARC1`, `dmarc 1`, `DMARC`, `v=DMARC1.0` and the like, with typing errors. */
function isVersion(text: string): boolean {
  const value = text.replace(/^v ?[=:]? ?/i, '')
  return /^dmarc[ .=:v-]{0,3}\d{0,2}(?:\.\d)?$/i.test(value) || typos(value.toUpperCase(), 'DMARC1') <= 2
}

/** Without blanks and stray punctuation at both ends. */
function without(marks: string, text: string): string {
  let end = text.length
  while (end > 0 && marks.includes(text.charAt(end - 1))) end--
  let start = 0
  while (start < end && marks.includes(text.charAt(start))) start++
  return text.slice(start, end)
}

function firstWord(text: string): string {
  return text.slice(0, 40).split(' ', 1)[0] ?? ''
}

function shown(text: string): string {
  return displayText(text, 40)
}

/** A separator that is missing everywhere is one fault. */
function firstOfEach(faults: readonly DmarcFault[]): DmarcFault[] {
  const once = new Set(['separator', 'character', 'quotes'])
  return faults.filter(
    (fault, at) => !once.has(fault.code) || faults.findIndex(({ code }) => code === fault.code) === at,
  )
}

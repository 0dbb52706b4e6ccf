import { dmarcRecordCharacters } from '../caps/index.ts'
import { displayRecord } from '../dns/index.ts'
import { plainText } from './characters.ts'
import type { DmarcFault } from './faults.ts'
import { typos } from './nearest-word.ts'
import { piecesOf } from './pieces.ts'
import { isAddresses, tagPositions } from './tag-position.ts'

/** One tag of a text that was meant as a DMARC record, the name in lower case. */
export interface LooseTag {
  name: string
  value: string
  /** How many versions are before it: 2 in the second copy of a record. */
  copy: number
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
const policyTags = /^[sn]?p$/
/** Only a DMARC record has one: the `p` of a DKIM key is long. */
const policyRequest = /^ ?p ?= ?(?:none|quarantine|reject) ?$/i
/** Of the records that people copy from to begin a DMARC record. */
const otherVersion = /^(?:dkim1|spf1)$/i
/** What may be the rest of a mailbox before it: `mpany.example`. */
const restOfName = /^[a-z0-9-]{0,63}(?:\.[a-z0-9-]{1,63}){1,9}(?=[,\s]|$)/i
const anyTag = /^([a-z][a-z_-]{0,23}) ?([=:]) ?(.*)$/is

/**
 * Reads a text that was meant as a DMARC record, however it is written; null when it is the record of another protocol,
 * or too long.
 */
export function readLoosely(octets: string): LooseRecord | { tags: null; faults: readonly DmarcFault[] } {
  if (octets.length > dmarcRecordCharacters) return { tags: null, faults: [{ code: 'too_long' }] }
  const plain = plainText(octets)
  const faults = [...plain.faults]
  const tags: LooseTag[] = []
  const words: string[] = []
  let versions = 0
  let before: string | null = null

  const leaveOut = (tag: 'rua' | 'ruf'): void => void faults.push({ code: 'address_outside', tag })
  const leaveAddressesOut = (): void => {
    for (const { name } of tags) if (isList(name)) leaveOut(name)
    tags.splice(0, tags.length, ...tags.filter(({ name }) => !isList(name)))
  }
  const version = (text: string): void => {
    if (versions === 0) {
      const hasTextBefore = words.length > 0
      if (tags.length > 0) faults.push({ code: 'version_not_first' })
      else if (words.length > 0) faults.push({ code: 'text_before', found: shown(words.splice(0).join(' ')) })
      if (hasTextBefore) leaveAddressesOut()
      if (!/^v ?= ?DMARC1$/.test(text.replace(/^V/, 'v'))) faults.push({ code: 'version', found: shown(text) })
    } else if (versions === 1) faults.push({ code: 'duplicate', tag: 'v' })
    versions++
    before = 'v=DMARC1'
  }
  const pieces = piecesOf(plain.text)
  const hasPolicy = pieces.some(({ text }) => policyRequest.test(text))
  const positions = tagPositions()
  for (const piece of pieces) {
    const text = without(' \n,|', piece.text)
    if (text === '') continue
    const isCopy = versions > 0 && isVersion(text)
    if (piece.mark !== ';' && before !== null && isTag(text) && !isCopy) {
      faults.push({ code: 'separator', after: before, mark: piece.mark })
    }
    const tag = tagOf(text)
    const isHere = positions.isAfterTag(piece, {
      text,
      value: tag?.value ?? null,
      isVersion: isVersion(text) || (tag?.name === 'v' && isVersion(firstWord(tag.value))),
    })
    if (tag !== null && isList(tag.name) && !isHere) {
      leaveOut(tag.name)
      continue
    }
    if (tag === null) {
      const last = tags.at(-1)
      const [, request, policy] = /^(p|sp|np) ?(none|quarantine|reject)$/i.exec(text) ?? []
      if (isVersion(text)) version(text)
      else if (request !== undefined && policy !== undefined) {
        const name = request.toLowerCase()
        faults.push({ code: 'equals', found: shown(text), meant: `${name}=${policy.toLowerCase()}` })
        tags.push({ name, value: policy, copy: versions })
        before = shown(text)
      } else if (last !== undefined && isList(last.name) && (isAddresses(text) || restOfName.test(text)))
        tags[tags.length - 1] = { ...last, value: `${last.value};${text}` }
      else words.push(text)
      continue
    }
    const { name, mark, value } = tag
    const isMisspelled = name !== 'v' && versions === 0 && !policyTags.test(name) && isVersion(value)
    if (name !== 'v' && !isMisspelled) {
      if (names[tag.written] !== undefined) faults.push({ code: 'tag_name', found: tag.written, meant: name })
      else if (mark === ':') {
        faults.push({ code: 'equals', found: shown(text), meant: shown(`${name}=${value}`) })
      }
      tags.push({ name, value, copy: versions })
      before = shown(text)
      continue
    }
    const [, digits, rest = ''] = /^(dmarc1)[\s,|/]+(.+)$/is.exec(value) ?? []
    if (isVersion(value) || (versions === 0 && hasPolicy && otherVersion.test(value))) version(text)
    else if (digits !== undefined) {
      version(text.slice(0, text.length - rest.length).trimEnd())
      words.push(rest)
    } else if (versions === 0) return { tags: null, faults: [{ code: 'other_record', found: shown(firstWord(text)) }] }
  }
  if (versions === 0) faults.push({ code: 'version_missing' })
  return { tags, words, faults: firstOfEach(faults) }
}

function isList(name: string): name is 'rua' | 'ruf' {
  return name === 'rua' || name === 'ruf'
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
  if (text.startsWith('_')) return false
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
  return displayRecord(text, 40)
}

/** A separator that is missing everywhere is one fault. */
function firstOfEach(faults: readonly DmarcFault[]): DmarcFault[] {
  const once = new Set(['separator', 'character', 'quotes'])
  return faults.filter(
    (fault, at) => !once.has(fault.code) || faults.findIndex(({ code }) => code === fault.code) === at,
  )
}

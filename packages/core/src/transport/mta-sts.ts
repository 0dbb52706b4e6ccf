import { displayText } from '../dns/index.ts'
import { fieldsOf, isField, onlyRecord, type RecordReading, trimBlanks } from './record-set.ts'

/*
 * SMTP MTA Strict Transport Security, RFC 8461. The record (section 3.1) only says that there is a policy, and changes
 * its `id` when the policy does; the policy (section 3.2) is a text at a fixed place under HTTPS.
 *
 *   sts-text-record = %s"v=STSv1" 1*(*WSP ";" *WSP sts-field) [*WSP ";" *WSP]
 *   sts-id          = %s"id=" 1*32(ALPHA / DIGIT)
 *
 *   sts-policy-record  = sts-policy-field *WSP *(sts-policy-term sts-policy-field *WSP) [sts-policy-term]
 *   sts-policy-mode    = "mode" ":" *WSP (%s"testing" / %s"enforce" / %s"none")
 *   sts-policy-mx      = "mx" ":" *WSP ["*."] Domain
 *   sts-policy-max-age = "max_age" ":" *WSP 1*10(DIGIT)
 */

const begins = /^v=STSv1[ \t]*;/
/** Quotation marks, blanks of any kind and invisible characters before it are mistakes of copying. */
const resembles = /^[^!#-&(-~]{0,12}v\s{0,9}=\s{0,9}stsv/i

/** Whether a text at `_mta-sts` is, or was meant to be, an MTA-STS record. */
export function isMtaStsText(text: string): boolean {
  return resembles.test(text)
}

/** Parses the text records at `_mta-sts.<domain>` (RFC 8461 section 3.1). Never throws. */
export function readMtaStsRecords(texts: readonly string[]): RecordReading<{ id: string }> {
  const only = onlyRecord(texts, begins, resembles, 'v=STSv1;')
  if (!('text' in only)) return only
  let id: string | null = null
  for (const field of fieldsOf(only.text).slice(1)) {
    if (!isField(field)) {
      return { state: 'invalid', problem: `"${displayText(field, 60)}" is not written as name=value` }
    }
    if (id === null && field.startsWith('id=')) id = field.slice(3)
  }
  if (id === null) return { state: 'invalid', problem: 'the record has no id' }
  if (!/^[A-Za-z0-9]{1,32}$/.test(id)) {
    return { state: 'invalid', problem: `the id ${displayText(id, 60)} is not 1 to 32 letters and digits` }
  }
  return { state: 'valid', id }
}

export type MtaStsMode = 'enforce' | 'testing' | 'none'

/** A year and a quarter of a day: the maximum lifetime of a policy (RFC 8461 section 3.2). */
const longestAge = 31_557_600
const shortAge = 86_400
const linesMax = 1000
const patternsMax = 100

const faultTexts = {
  lines: () => `the policy has more than ${linesMax} lines`,
  line: (detail: string) => `line ${detail} is not written as key: value`,
  version: () => 'the policy has no line version: STSv1',
  mode: () => 'the policy has no mode of enforce, testing or none',
  max_age: () => `the policy has no max_age from 0 to ${longestAge} seconds`,
  pattern: (detail: string) =>
    detail === '' ? 'an mx entry is empty' : `the mx entry ${detail} is not a valid host name`,
  no_mx: () => 'the policy has no mx line',
  too_long: () => 'the policy is longer than 64 KB',
  page: () => 'the server sends a web page instead of it',
} satisfies { readonly [code: string]: (detail: string) => string }

/** Why senders do not use a policy. `detail`: the number of the line, or the pattern, cut and printable; else empty. */
export interface MtaStsFault {
  code: keyof typeof faultTexts
  detail: string
}

export function isFaultCode(code: string): code is MtaStsFault['code'] {
  return Object.hasOwn(faultTexts, code)
}

/** A fault in a few words. */
export function mtaStsFaultText({ code, detail }: MtaStsFault): string {
  return faultTexts[code](detail)
}

/** A parsed policy. It applies when `errors` is empty. */
export interface MtaStsPolicy {
  mode: MtaStsMode | null
  /** Seconds. */
  maxAge: number | null
  /** Patterns in lower case, the first hundred. */
  mx: readonly string[]
  /** Why senders do not use the policy. */
  errors: readonly MtaStsFault[]
  /** Problems that senders tolerate. */
  warnings: readonly string[]
}

const modes: readonly string[] = ['enforce', 'testing', 'none'] satisfies readonly MtaStsMode[]

/**
 * Parses a policy (RFC 8461 section 3.2). Never throws. Lines may end in CRLF or LF; keys are case-sensitive; unknown
 * keys are ignored; the first of two equal keys counts, except for `mx`.
 */
export function parseMtaStsPolicy(text: string): MtaStsPolicy {
  const errors: MtaStsFault[] = []
  const warnings: string[] = []
  const fields = new Map<string, string>()
  const patterns: string[] = []
  const lines = text.split(/\r?\n/, linesMax + 1)
  if (lines.length > linesMax) errors.push({ code: 'lines', detail: '' })
  for (const [at, line] of lines.slice(0, linesMax).entries()) {
    if (line === '' && at === lines.length - 1) continue
    const [, key, value = ''] = /^([A-Za-z0-9][A-Za-z0-9_.-]{0,31}):(.*)$/s.exec(line) ?? []
    if (key === undefined) {
      if (trimBlanks(line) === '') warnings.push('a line of the policy is empty')
      else errors.push({ code: 'line', detail: String(at + 1) })
    } else if (key === 'mx') patterns.push(trimBlanks(value).toLowerCase())
    else if (fields.has(key)) warnings.push(`${displayText(key, 32)} is given more than once, and the first one counts`)
    else fields.set(key, trimBlanks(value))
  }
  if (fields.get('version') !== 'STSv1') errors.push({ code: 'version', detail: '' })
  const mode = modeOf(fields.get('mode'))
  if (mode === null) errors.push({ code: 'mode', detail: '' })
  const maxAge = ageOf(fields.get('max_age'))
  if (maxAge === null) errors.push({ code: 'max_age', detail: '' })
  else if (maxAge < shortAge && mode !== 'none') {
    warnings.push(`max_age is ${maxAge} seconds, and a policy cached for less than a day gives little protection`)
  }
  const wrong = patterns.find(pattern => !isMxPattern(pattern))
  if (wrong !== undefined) errors.push({ code: 'pattern', detail: displayText(wrong, 60) })
  if (patterns.length === 0 && mode !== 'none') errors.push({ code: 'no_mx', detail: '' })
  return { mode, maxAge, mx: patterns.slice(0, patternsMax), errors, warnings: unique(warnings) }
}

function modeOf(value: string | undefined): MtaStsMode | null {
  return value !== undefined && isMode(value) ? value : null
}

function isMode(value: string): value is MtaStsMode {
  return modes.includes(value)
}

function ageOf(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,10}$/.test(value) && Number(value) <= longestAge ? Number(value) : null
}

/**
 * `["*."] Domain`, the domain in the form of RFC 5321 section 4.1.2: letters, digits and hyphens, no dot at the end.
 */
export function isMxPattern(pattern: string): boolean {
  return (
    pattern.length <= 255 &&
    /^(?:\*\.)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/.test(pattern)
  )
}

/** Whether a pattern allows an MX host: `*.` replaces exactly one label (RFC 8461 section 4.1). */
export function matchesMxPattern(pattern: string, host: string): boolean {
  const [wanted, name] = [pattern.toLowerCase(), host.toLowerCase()]
  if (!wanted.startsWith('*.')) return wanted === name
  const dot = name.indexOf('.')
  return dot > 0 && name.slice(dot) === wanted.slice(1)
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}

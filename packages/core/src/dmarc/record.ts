import { dmarcRecordCharacters } from '../caps/index.ts'
import { codePointName, decodedText, displayRecord, displayText, firstInvisible, utf8 } from '../dns/index.ts'
import { dmarcFaultText } from './faults.ts'
import { latinLetters } from './letters.ts'
import { readLoosely } from './loose.ts'
import { readReportUri, reportUris, withALabels } from './report-uri.ts'
import { type DmarcPolicy, type DmarcProblem, type DmarcRecord, dmarcPolicies, isWeaker } from './value.ts'

/*
 * The DMARC Policy Record, RFC 9989 section 4.8:
 *
 *   dmarc-record  = dmarc-version *(dmarc-sep dmarc-tag) [dmarc-sep]
 *   dmarc-version = "v" equals %s"DMARC1" ; case sensitive
 *   dmarc-sep     = *WSP ";" *WSP
 *   dmarc-tag     = 1*ALPHA equals 1*dmarc-value
 *   equals        = *WSP "=" *WSP
 *   dmarc-value   = %x20-3A / %x3C-7E     ; any printing character but semicolon
 *   dmarc-request = "none" / "quarantine" / "reject"
 *   dmarc-yorn    = "y" / "n"
 *   dmarc-psd     = "y" / "n" / "u"
 *   dmarc-rors    = "r" / "s"
 *   dmarc-urilist = dmarc-uri *(*WSP "," *WSP dmarc-uri)
 *   dmarc-fo      = "0" / "1" / "d" / "s" / "d:s" / "s:d"     ; lists as in RFC 7489 are read too
 */

const version = /^v[ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/i
/** Honest records stay far below this limit; the rest is not parsed. */
const mostTags = 100

const policies: readonly string[] = dmarcPolicies
const historic: readonly string[] = ['pct', 'rf', 'ri']

/**
 * Whether a TXT record is a DMARC Policy Record: it begins with `v=DMARC1`, the value in upper case (RFC 9989 section
 * 4.7). All other texts are discarded before records are counted.
 */
export function isDmarcRecord(text: string): boolean {
  return version.test(text) && /^[vV][ \t]*=[ \t]*DMARC1/.test(text)
}

/**
 * A text that was meant to be DMARC but is not valid: `v` is not first, not exactly `DMARC1`, or missing before a policy.
 */
export function isDmarcLookalike(text: string): boolean {
  if (isDmarcRecord(text)) return false
  const octets = text.slice(0, dmarcRecordCharacters)
  const start = /[^\0-\x7f]/.test(octets) ? latinLetters(utf8(octets) ?? octets).text : octets
  return (
    /v[ \t]{0,9}[=:][ \t]{0,9}dmarc/i.test(start) ||
    /^[^a-z]{0,9}dmarc ?1?[ ;,]/i.test(start) ||
    (/(?<![\w-])(?:p|policy)[ \t]{0,9}[=:][ \t]{0,9}(?:none|quarantine|reject)(?![\w-])/i.test(start) &&
      !/^v[ \t]*=[ \t]*(?!dmarc|(?:dkim1|spf1)[ \t]*;)/i.test(start))
  )
}

/** Whether a text begins with the version of another protocol: of several texts, it is least likely to be the record. */
export function namesOtherProtocol(text: string): boolean {
  return /^["' \t]{0,9}v[ \t]{0,9}=[ \t]{0,9}(?:dkim1|spf1)/i.test(text)
}

/**
 * Reads a DMARC Policy Record. Never throws; a text that is none gets the error `version`. Tags that are absent, wrong
 * or given twice with different values take their default (RFC 9989 section 4.7), and a problem says so. Stable codes:
 *
 * - errors, the record does not apply: `version` (with a warning `form` for each further fault), `too-long`, and `p-missing`, `p-invalid`, `sp-invalid`, `np-invalid`
 *   without a usable `rua`. With one these four are warnings, and the policy is none (RFC 9989 section 4.10.1).
 * - warnings: `tag-syntax`, `letters`, `duplicate-tag`, `too-many-tags`, `unknown-tag`, `historic-tag`, `p-not-second`,
 *   `<tag>-invalid`, `uri-invalid`, `uri-scheme`, `size-limit`, `fo-without-ruf`, `psd-suffix`; `rua-missing`, `sp-weaker`, `np-weaker`.
 */
export function parseDmarc(text: string): DmarcRecord {
  const errors: DmarcProblem[] = []
  const warnings: DmarcProblem[] = []
  const warn = (code: string, message: string): void => void warnings.push({ code, message })
  if (!isDmarcRecord(text)) return noRecord(text)
  if (text.length > dmarcRecordCharacters) {
    const message = `the record is longer than ${dmarcRecordCharacters} characters`
    return { ...emptyRecord(text.slice(0, dmarcRecordCharacters)), errors: [{ code: 'too-long', message }] }
  }
  const { tags, hidden } = readTags(text, warn)

  const oneOf = <T extends string>(tag: string, allowed: readonly T[], report = warn): T | null => {
    const value = tags.get(tag)
    if (value === undefined) return null
    const found = allowed.find(item => item === value.toLowerCase())
    const written = displayRecord(decodedText(value), 60)
    if (found === undefined) report(`${tag}-invalid`, `${tag}=${written} is not valid (use ${allowed.join(', ')})`)
    return found ?? null
  }
  const rua = reportUris('rua', tags.get('rua'), warn)
  const ruf = reportUris('ruf', tags.get('ruf'), warn)

  // These four decide whether the record applies: RFC 9989 section 4.10.1.
  const usableRua = rua.some(uri => readReportUri(uri) !== null)
  const decisive = (code: string, message: string): void => {
    if (usableRua) warn(code, `${message}, but rua is set, so receivers apply p=none`)
    else errors.push({ code, message: `${message} and rua is not set, so receivers ignore the record` })
  }
  const request = (tag: string): DmarcPolicy | null => oneOf(tag, policies as readonly DmarcPolicy[], decisive)
  const p = request('p')
  if (p === null && !tags.has('p')) decisive('p-missing', `the policy tag p ${hidden ?? 'is missing'}`)
  const sp = request('sp')
  const np = request('np')

  if (errors.length === 0) {
    if (!usableRua) warn('rua-missing', 'the record has no report address, so receivers send no aggregate reports')
    for (const [tag, policy] of [
      ['sp', sp],
      ['np', np],
    ] as const) {
      if (p !== null && policy !== null && isWeaker(policy, p))
        warn(`${tag}-weaker`, `${tag}=${policy} is weaker than p=${p}, so subdomains are less protected`)
    }
  }
  const psd = oneOf('psd', ['y', 'n', 'u']) ?? 'u'
  if (psd === 'y')
    warn(
      'psd-suffix',
      'psd=y declares a public suffix such as co.uk, so each name below it counts as a separate organization',
    )
  const fo = readFo(tags.get('fo'), warn)
  if (tags.has('fo') && ruf.length === 0) warn('fo-without-ruf', 'fo has no effect without ruf')
  return {
    text,
    p,
    sp,
    np,
    psd,
    t: oneOf('t', ['y', 'n']) === 'y',
    pct: readPct(tags.get('pct'), warn),
    adkim: oneOf('adkim', ['r', 's']) ?? 'r',
    aspf: oneOf('aspf', ['r', 's']) ?? 'r',
    fo,
    rua,
    ruf,
    errors,
    warnings,
  }
}

/** A text that is no DMARC record: what is wrong with its form, the first fault as the error. */
function noRecord(text: string): DmarcRecord {
  const [first, ...others] = readLoosely(text).faults.map(dmarcFaultText)
  const message = first ?? 'it does not begin with v=DMARC1'
  const warnings = others.slice(0, 4).map(message => ({ code: 'form', message }))
  return { ...emptyRecord(text), errors: [{ code: 'version', message }], warnings }
}

/** Everything that the text of a record says; the rest follows from it. */
export type DmarcTags = Omit<DmarcRecord, 'text' | 'errors' | 'warnings'>

/**
 * Prints a record: `v` and `p` first, as receivers of RFC 7489 require, without defaults, never with `rf` and `ri`.
 * Parsing it again gives the same tags.
 */
export function printDmarc(record: DmarcTags): string {
  const tags: string[] = ['v=DMARC1']
  const add = (tag: string, value: string | number | null): void => {
    if (value !== null && value !== '') tags.push(`${tag}=${value}`)
  }
  add('p', record.p)
  add('sp', record.sp)
  add('np', record.np)
  add('psd', record.psd === 'u' ? null : record.psd)
  add('t', record.t ? 'y' : null)
  add('pct', record.pct)
  add('adkim', record.adkim === 'r' ? null : record.adkim)
  add('aspf', record.aspf === 'r' ? null : record.aspf)
  add('rua', record.rua.join(','))
  add('ruf', record.ruf.join(','))
  add('fo', record.fo.join(':'))
  return tags.join('; ')
}

/**
 * The mail that a policy is for: from the domain of the record itself, from a name below it, or from a nonexistent name
 * below it.
 */
export type PolicySubject = 'domain' | 'subdomain' | 'nonexistent'

/**
 * The policy of a record; null when receivers ignore the record (RFC 9989 section 4.10.1). `np` falls back to `sp`,
 * `sp` to `p`. A broken or missing policy tag means none if there is a report address.
 */
export function policyOf(record: DmarcRecord, subject: PolicySubject): DmarcPolicy | null {
  if (record.errors.length > 0) return null
  if (record.p === null || record.warnings.some(({ code }) => code === 'sp-invalid' || code === 'np-invalid'))
    return 'none'
  if (subject === 'domain') return record.p
  return (subject === 'nonexistent' ? record.np : null) ?? record.sp ?? record.p
}

function emptyRecord(text: string): DmarcRecord {
  const tags: DmarcTags = {
    p: null,
    sp: null,
    np: null,
    psd: 'u',
    t: false,
    pct: null,
    adkim: 'r',
    aspf: 'r',
    fo: [],
    rua: [],
    ruf: [],
  }
  return { text, ...tags, errors: [], warnings: [] }
}

type Warn = (code: string, message: string) => void

const known: readonly string[] = ['v', 'p', 'sp', 'np', 'psd', 't', 'adkim', 'aspf', 'fo', 'rua', 'ruf', ...historic]

/**
 * Name to value, names in lower case. A tag with two different values is omitted. `hidden`: what an invisible character does
 * in the tag p, which reads as if it were right.
 */
function readTags(text: string, warn: Warn): { tags: Map<string, string>; hidden: string | null } {
  const tags = new Map<string, string>()
  const ambiguous = new Set<string>()
  let hidden: string | null = null
  const parts = text.split(';', mostTags + 1)
  if (parts.length > mostTags) warn('too-many-tags', `we read only the first ${mostTags} tags`)
  for (const [position, part] of parts.slice(0, mostTags).entries()) {
    const equals = part.indexOf('=')
    const name = trimBlanks(equals < 0 ? part : part.slice(0, equals)).toLowerCase()
    const value = equals < 0 ? '' : trimBlanks(part.slice(equals + 1))
    if (name === '' && value === '' && equals < 0) continue
    // A policy that is not written in ASCII is a policy that is not valid, which decides about the record.
    const isPolicy = (name === 'sp' || name === 'np') && value !== ''
    if (!isPolicy && (!/^[a-z]+$/.test(name) || value === '' || !/^[ -~]+$/.test(value))) {
      const character = firstInvisible(part)
      if (character !== null) {
        const meant = name.replace(/[^a-z]/g, '')
        const problem = `contains an invisible character (${codePointName(character)})`
        warn('tag-syntax', `${known.includes(meant) ? `the tag ${meant}` : 'a tag'} ${problem}, so receivers ignore it`)
        if (meant === 'p') hidden = problem
        continue
      }
      const isEmpty = known.includes(name) && equals >= 0 && value === ''
      if (known.includes(name) && /[^\0-\x7f]/.test(value) && !/[^ -~]/.test(value.replace(/[^\0-\x7f]/g, ''))) {
        warn('letters', lettersProblem(name, value))
        continue
      }
      const problem = isEmpty ? `${name}= has no value` : `"${shown(trimBlanks(part))}" is not written as tag=value`
      warn('tag-syntax', `${problem}, so receivers ignore it`)
      continue
    }
    const before = tags.get(name)
    if (before !== undefined) {
      if (before.toLowerCase() !== value.toLowerCase()) ambiguous.add(name)
      warn('duplicate-tag', `${name} is given more than once`)
      continue
    }
    if (!known.includes(name)) warn('unknown-tag', `${shown(name)} is not a DMARC tag, so receivers ignore it`)
    if (historic.includes(name)) warn('historic-tag', `RFC 9989 removed ${name} from DMARC in 2026`)
    if (name === 'p' && position !== 1)
      warn('p-not-second', 'p does not follow v directly, which older receivers (RFC 7489) require')
    tags.set(name, value)
  }
  for (const name of ambiguous) tags.delete(name)
  return { tags, hidden }
}

/** RFC 8616 section 5: a name in a record is in A-labels. */
function lettersProblem(name: string, value: string): string {
  const decoded = /[^\0-\xff]/.test(value) ? value : (utf8(value) ?? value)
  const [meant] = decoded
    .slice(0, dmarcRecordCharacters)
    .split(',', 20)
    .flatMap(part => withALabels(trimBlanks(part)) ?? [])
  const advice = meant === undefined ? '' : ` (write ${shown(meant)})`
  return `${name} has letters outside ASCII, so receivers ignore it${advice}`
}

function readFo(value: string | undefined, warn: Warn): readonly string[] {
  if (value === undefined) return []
  const options = value.toLowerCase().split(':').map(trimBlanks)
  const allowed = options.filter(option => option === '0' || option === '1' || option === 'd' || option === 's')
  if (allowed.length < options.length)
    warn('fo-invalid', `fo=${shown(value)} is not valid (use 0, 1, d, s or a list such as d:s)`)
  return [...new Set(allowed)]
}

function readPct(value: string | undefined, warn: Warn): number | null {
  if (value === undefined) return null
  const pct = /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN
  if (pct <= 100) return pct
  warn('pct-invalid', `pct=${shown(value)} is not a number from 0 to 100`)
  return null
}

/** Without the blanks around it that the grammar allows (`*WSP`). */
export function trimBlanks(text: string): string {
  return text.replace(/^[ \t]+/, '').replace(/(?<![ \t])[ \t]+$/, '')
}

function shown(text: string): string {
  return displayText(text, 60)
}

import { dkimRecordCharacters } from '../caps/index.ts'
import { codePointName, displayText, firstInvisible } from '../dns/index.ts'
import { withoutBlanks } from './blanks.ts'
import { type PublicKey, readKey } from './key.ts'
import { type DkimProblem, dkimProblem } from './problem.ts'
import { candidates, cleaned, copies, tagList, withoutInvisible } from './repair.ts'

/*
 * The DKIM key record, RFC 6376 section 3.6.1, as a tag list (section 3.2):
 *
 *   tag-list  = tag-spec *( ";" tag-spec ) [ ";" ]
 *   tag-spec  = [FWS] tag-name [FWS] "=" [FWS] tag-value [FWS]
 *   tag-name  = ALPHA *ALNUMPUNC            ; case sensitive
 *   v = "DKIM1", first if at all            h = hash algorithms, separated by colons
 *   k = "rsa" / "ed25519" (RFC 8463)        n = notes
 *   p = base64 of the key; empty: revoked   s = service types, "*" when absent
 *   t = flags "y" (testing), "s" (no subdomains in i=)
 */

/** A parsed key record. Absent tags have their default. */
export interface DkimRecord {
  text: string
  /** `k`, in lower case; `rsa` when absent. */
  keyType: string
  /** `p` without spaces; empty when revoked, null when absent. */
  publicKey: string | null
  /** The key in `p`; null when absent or invalid. */
  key: PublicKey | null
  /** An empty `p`: signatures with this key are no longer valid. */
  revoked: boolean
  /** Flag `y` of `t`. */
  testing: boolean
  /** Flag `s` of `t`: the signer's address must be in exactly this domain. */
  strict: boolean
  /** `h`; null: every hash algorithm. */
  hashes: readonly string[] | null
  /** `s`; `['*']` when absent. */
  services: readonly string[]
  /** `n`, for people. */
  notes: string | null
  errors: readonly DkimProblem[]
  warnings: readonly DkimProblem[]
  /**
   * Of a broken record: the record as it was meant, where that is certain, because only its form was broken and its key
   * is whole. Null otherwise.
   */
  repaired: string | null
}

/** Honest records stay far below; the rest is not parsed. */
const mostTags = 100

/** A TXT record at a selector: a key record, an attempt at one, or another text. */
export type DkimKind = 'record' | 'lookalike' | 'other'

/** Distinguishes key records from other texts at a selector: wildcard SPF, verification tokens, DMARC. */
export function dkimKind(text: string): DkimKind {
  const head = withoutInvisible(text.slice(0, dkimRecordCharacters))
  const tags = readTags(head, () => {})
  const version = tags.get('v')
  if (version === 'DKIM1' || (version === undefined && tags.has('p'))) return 'record'
  const isMeant = version === undefined ? /\bk\s?=\s?(?:rsa|ed25519)|MI[GI][\w+/]{40}/.test(head) : false
  return isMeant || /v\s?=\s?["\\]?dkim/i.test(head) ? 'lookalike' : 'other'
}

/**
 * Parses a key record. Never throws. Every signature that refers to a record with errors fails. The errors name the
 * cause: pasting (`repair.ts`) before what follows from it. Stable codes:
 *
 * - errors: those of `dkimProblemWords`, without the warnings of `readKey`.
 * - warnings: `tag-syntax`, `too-many-tags`, `unknown-tag`, `historic-tag`, `flag`, `testing`, `weak-key`, `short-key`,
 * `long-key`, and the warnings of `readKey`.
 */
export function parseDkim(text: string): DkimRecord {
  return withCause(readRecord(text))
}

/** A broken record with the causes of its errors and, where it is certain, its repair. */
export function withCause(record: DkimRecord): DkimRecord {
  const { text, errors } = record
  if (errors.length === 0 || errors.some(({ code }) => code === 'too-long')) return record
  const { text: rest, problems } = cleaned(text)
  const asMeant = problems.length === 0 ? record : readRecord(rest)
  if (isUsable(asMeant)) return { ...record, errors: problems, warnings: asMeant.warnings, repaired: repairedOf(rest) }
  const repair = candidates(rest).find(candidate => isUsable(readRecord(candidate.text)))
  if (hasSeveralKeys(rest)) return { ...record, errors: [...problems, dkimProblem('two-records')] }
  if (repair === undefined) {
    const { read, causes } = withSeparators(rest) ?? { read: asMeant, causes: [] }
    // What pasting did to it does not matter: such a key must be replaced.
    const exposed = read.errors.find(({ code }) => code === 'private-key')
    if (exposed !== undefined) return { ...record, keyType: read.keyType, errors: [exposed] }
    return { ...record, keyType: read.keyType, errors: uniqueErrors([...problems, ...causes, ...read.errors]) }
  }
  const { warnings } = readRecord(repair.text)
  return { ...record, errors: [...problems, repair.problem], warnings, repaired: repairedOf(repair.text) }
}

/** The tags of a text whose semicolons got lost, where its key is broken too; null for every other text. */
function withSeparators(text: string): { read: DkimRecord; causes: readonly DkimProblem[] } | null {
  const found = candidates(text).find(({ problem }) => problem.code === 'semicolon-missing')
  return found === undefined ? null : { read: readRecord(found.text), causes: [found.problem] }
}

/** Receivers can use the record, and nothing but one key is in it. */
function isUsable({ errors, warnings, key }: DkimRecord): boolean {
  return errors.length === 0 && key !== null && warnings.every(({ code }) => code !== 'key-trailing')
}

function repairedOf(text: string): string {
  return tagList(readTags(text, () => {}))
}

/** Two keys pasted into one text: which of them signs is unknown. */
function hasSeveralKeys(text: string): boolean {
  const keys = copies(text).map(readRecord).filter(isUsable)
  return new Set(keys.map(({ publicKey }) => publicKey)).size > 1
}

function uniqueErrors(errors: readonly DkimProblem[]): readonly DkimProblem[] {
  return [...new Map(errors.toReversed().map(error => [error.code, error])).values()].toReversed()
}

/**
 * A key in two TXT records: the first has the tags and the beginning, another one the rest, as base64 alone. Null when
 * the two together are no record.
 */
export function joinedRecord(record: DkimRecord, others: readonly string[]): DkimRecord | null {
  const rest = others
    .slice(0, 8)
    .find(text => /^[A-Za-z0-9+/]+={0,2}$/.test(text.trim()) && isUsable(readRecord(record.text + text.trim())))
  if (rest === undefined) return null
  return { ...record, errors: [dkimProblem('split-records')], repaired: repairedOf(record.text + rest.trim()) }
}

/** The record as receivers read it: its errors are what they see, not their causes. */
export function readRecord(text: string): DkimRecord {
  const errors: DkimProblem[] = []
  const warnings: DkimProblem[] = []
  const fail = (code: string, detail = ''): void => void errors.push(dkimProblem(code, detail))
  const warn = (code: string, message: string): void => void warnings.push({ code, message })
  if (text.length > dkimRecordCharacters) {
    fail('too-long', String(dkimRecordCharacters))
    return { ...unread, text: text.slice(0, dkimRecordCharacters), errors }
  }
  // Outside the grammar (RFC 6376 section 3.2), wherever it is: OpenDKIM refuses the record, others lose a tag.
  const hidden = firstInvisible(text)
  if (hidden !== null) fail('invisible', codePointName(hidden))
  const tags = readTags(text, warn, fail)
  checkVersion(tags, fail)

  const keyType = (tags.get('k') ?? 'rsa').toLowerCase()
  const publicKey = tags.get('p')?.replace(/[ \t\r\n]+/g, '') ?? null
  const isKnownType = keyType === 'rsa' || keyType === 'ed25519'
  if (!isKnownType) fail('key-type', shown(keyType))
  if (publicKey === null) fail('p-missing')
  const reading = isKnownType && publicKey !== null && publicKey !== '' ? readKey(keyType, publicKey) : null
  if (reading?.ok === false) errors.push(withPlace(reading.problem, text))
  if (reading?.ok === true) warnings.push(...reading.oddities)
  const key = reading?.ok === true ? reading.key : null
  if (key !== null) warnOfLength(key, warn)

  const hashes = tags.has('h') ? listOf(tags.get('h')) : null
  if (hashes !== null && !hashes.includes('sha256')) fail('hash')
  const services = tags.has('s') ? listOf(tags.get('s')) : ['*']
  if (!services.includes('*') && !services.includes('email')) fail('service', shown(services.join(':')))
  const flags = listOf(tags.get('t'))
  for (const flag of flags) {
    if (flag !== 'y' && flag !== 's') warn('flag', `t=${shown(flag)} is not a DKIM flag, so receivers ignore it`)
  }
  const testing = flags.includes('y')
  if (testing) warn('testing', 't=y (test mode) asks receivers to treat the mail as unsigned')
  return {
    text,
    keyType,
    publicKey,
    key,
    revoked: publicKey === '',
    testing,
    strict: flags.includes('s'),
    hashes,
    services,
    notes: tags.get('n') ?? null,
    errors,
    warnings,
    repaired: null,
  }
}

/** One string of a TXT record has 255 octets at most: many panels cut there. */
function withPlace(problem: DkimProblem, text: string): DkimProblem {
  return problem.code === 'key-cut' && text.length === 255 ? dkimProblem('key-cut-255', problem.detail) : problem
}

const unread: Omit<DkimRecord, 'text' | 'errors'> = {
  keyType: 'rsa',
  publicKey: null,
  key: null,
  revoked: false,
  testing: false,
  strict: false,
  hashes: null,
  services: ['*'],
  notes: null,
  warnings: [],
  repaired: null,
}

type Report = (code: string, message: string) => void

function checkVersion(tags: ReadonlyMap<string, string>, fail: (code: string, detail?: string) => void): void {
  const version = tags.get('v')
  if (version === undefined) return
  if (version !== 'DKIM1') fail('version', shown(version))
  else if (tags.keys().next().value !== 'v') fail('v-not-first')
}

function warnOfLength({ type, bits }: PublicKey, warn: Report): void {
  if (type !== 'rsa') return
  if (bits < 1024)
    warn('weak-key', `the key has ${bits} bits, but receivers must reject keys below 1024 bits (RFC 8301)`)
  else if (bits < 2048) warn('short-key', `the key has ${bits} bits, but RFC 8301 recommends 2048`)
  else if (bits > 4096)
    warn('long-key', `the key has ${bits} bits, but receivers need not support more than 4096 (RFC 8301)`)
}

const known: readonly string[] = ['v', 'h', 'k', 'n', 'p', 's', 't']

/** Name to value, in the order of the record. The first of two equal names wins. */
function readTags(
  text: string,
  report: Report,
  fail: (code: string, detail: string) => void = () => {},
): Map<string, string> {
  const tags = new Map<string, string>()
  const parts = text.split(';', mostTags + 1)
  if (parts.length > mostTags) report('too-many-tags', `we read only the first ${mostTags} tags`)
  for (const part of parts.slice(0, mostTags)) {
    const equals = part.indexOf('=')
    const name = withoutBlanks(equals < 0 ? part : part.slice(0, equals))
    if (equals < 0 && name === '') continue
    if (equals < 0 || !/^[A-Za-z]\w*$/.test(name)) {
      report('tag-syntax', `"${shown(part.trim())}" is not written as tag=value, so receivers ignore it`)
      continue
    }
    if (tags.has(name)) {
      fail('duplicate-tag', shown(name))
      continue
    }
    if (name === 'g') report('historic-tag', 'RFC 6376 removed g from DKIM in 2011, so receivers ignore it')
    else if (!known.includes(name)) report('unknown-tag', `${shown(name)} is not a DKIM tag, so receivers ignore it`)
    tags.set(name, withoutBlanks(part.slice(equals + 1)))
  }
  return tags
}

function listOf(value: string | undefined): readonly string[] {
  return (value ?? '').split(':', mostTags).flatMap(item => {
    const word = withoutBlanks(item).toLowerCase()
    return word === '' ? [] : [word]
  })
}

function shown(text: string): string {
  return displayText(text, 60)
}

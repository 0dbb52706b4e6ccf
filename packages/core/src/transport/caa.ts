import { displayText, parentOf, type RecordData } from '../dns/index.ts'
import { trimBlanks } from './record-set.ts'

export type CaaRecord = RecordData['CAA']

/** The maximum number of parent names to query. */
const climbMax = 8

/**
 * The names whose CAA records decide for a name, the first with any (RFC 8659 section 3): the name itself, and its
 * parents.
 */
export function caaClimb(name: string): readonly string[] {
  const names: string[] = []
  for (let at: string | null = name; at !== null && at !== '.' && names.length < climbMax; at = parentOf(at))
    names.push(at)
  return names
}

/** The answer for one name of the climb; null: the lookup failed. */
export interface CaaAnswer {
  name: string
  records: readonly CaaRecord[] | null
}

export const caaProblemCodes = ['critical', 'issuer', 'iodef'] as const

type CaaProblemCode = (typeof caaProblemCodes)[number]

/**
 * What keeps every authority from issuing though it seems not meant: a tag marked critical that they do not know, or a
 * `value` they cannot read. `iodef`: an address for reports of violations that they cannot use. Cut, printable text of the
 * record.
 */
export interface CaaProblem {
  code: CaaProblemCode
  tag: string
  value: string
}

/** A problem in a few words. */
export function caaProblemText({ code, tag, value }: CaaProblem): string {
  switch (code) {
    case 'critical':
      return `${tag} is marked critical, and authorities do not know it`
    case 'issuer':
      return `${tag} "${value}" names no authority that can be read`
    case 'iodef':
      return `${tag} "${value}" is no mailto, https or http address`
    default:
      return code satisfies never
  }
}

/** The meaning of the deciding records. */
export interface CaaReading {
  /** The name with the records; null: none, or unknown. */
  location: string | null
  /** False: the lookup of a name that could decide failed. */
  complete: boolean
  /**
   * Domains of the authorities that may issue for hosts. Empty with `location`: no authority may, or all may (`open`).
   */
  issuers: readonly string[]
  /** There are records, but none of them restricts the issuers for hosts. */
  open: boolean
  /** The issuers for mail addresses (S/MIME, RFC 9495); null: not restricted. */
  mailIssuers: readonly string[] | null
  /** The issuers for wildcard names; absent: those for hosts (RFC 8659 section 4.3). */
  wildIssuers?: readonly string[]
  /** Where authorities report requests that the records forbid (RFC 8659 section 4.4); absent: nowhere. */
  reportsTo?: readonly string[]
  /** A tag that authorities do not know is critical, so none may issue anything (RFC 8659 section 4.1). */
  isBlocked?: true
  /** What keeps every authority from issuing, probably unintended; each once. */
  problems: readonly CaaProblem[]
}

const knownTags: readonly string[] = [
  'issue',
  'issuewild',
  'issuemail',
  'issuevmc',
  'iodef',
  'contactemail',
  'contactphone',
]

/** Evaluates the answers of the climb, in order. */
export function readCaa(answers: readonly CaaAnswer[]): CaaReading {
  const nothing = { location: null, issuers: [], open: true, mailIssuers: null, problems: [] }
  for (const { name, records } of answers) {
    if (records === null) return { ...nothing, complete: false }
    if (records.length > 0) return { location: name, complete: true, ...readSet(records) }
  }
  return { ...nothing, complete: true }
}

function readSet(records: readonly CaaRecord[]): Omit<CaaReading, 'location' | 'complete'> {
  const problems = new Map<string, CaaProblem>()
  const note = (problem: CaaProblem): unknown => problems.set(JSON.stringify(problem), problem)
  for (const { flags, tag } of records) {
    if ((flags & 0x80) !== 0 && !knownTags.includes(tag.toLowerCase()))
      note({ code: 'critical', tag: displayText(tag, 32), value: '' })
  }
  const issuersOf = (tag: string): readonly string[] | null => {
    const values = records.filter(record => record.tag.toLowerCase() === tag).map(({ value }) => value)
    return values.length === 0
      ? null
      : values.flatMap(value => {
          const issuer = issuerOf(value)
          if (issuer === null) note({ code: 'issuer', tag, value: displayText(value, 60) })
          return issuer ?? []
        })
  }
  const isBlocked = problems.size > 0
  const issuers = issuersOf('issue')
  const wildIssuers = issuersOf('issuewild')
  const mailIssuers = issuersOf('issuemail')
  const addresses = records.filter(({ tag }) => tag.toLowerCase() === 'iodef').map(({ value }) => value.trim())
  for (const value of addresses) {
    if (!isReportAddress(value)) note({ code: 'iodef', tag: 'iodef', value: displayText(value, 60) })
  }
  const reportsTo = addresses.filter(isReportAddress).map(value => displayText(value, 100))
  // Beside a critical property that they do not know, authorities heed no other.
  const allowed = isBlocked
    ? { issuers: [], open: false, mailIssuers: [], isBlocked: true as const }
    : { issuers: [...new Set(issuers)], open: issuers === null, mailIssuers }
  return {
    ...allowed,
    ...(wildIssuers !== null && !isBlocked && { wildIssuers: [...new Set(wildIssuers)] }),
    ...(reportsTo.length > 0 && { reportsTo }),
    problems: [...problems.values()],
  }
}

/** The schemes of RFC 8659 section 4.4. */
function isReportAddress(value: string): boolean {
  if (!/^[!-~]+$/.test(value) || value.length > 400) return false
  return /^mailto:/i.test(value)
    ? value.lastIndexOf('@') > 7 && !value.endsWith('@')
    : /^https?:\/\/[a-z0-9]/i.test(value)
}

/**
 * The authority in an issue value: none for `;` (no authority may), null for a value that violates RFC 8659 section 4.2,
 * which authorities treat as `;`.
 */
function issuerOf(value: string): readonly string[] | null {
  const [name = '', ...parameters] = value.split(';').map(trimBlanks)
  const isName = name === '' || name.split('.').every(isLabel)
  // An empty list of parameters is allowed, an empty parameter in a list is not.
  const isList = parameters.length < 2 && (parameters[0] ?? '') === '' ? true : parameters.every(isParameter)
  if (!isName || !isList) return null
  return name === '' ? [] : [name.toLowerCase()]
}

/** `tag=value` (RFC 8659 section 4.2). */
function isParameter(text: string): boolean {
  const at = text.indexOf('=')
  return at > 0 && isLabel(trimBlanks(text.slice(0, at))) && /^[!-~]*$/.test(trimBlanks(text.slice(at + 1)))
}

/** Letters, digits and hyphens between them. */
function isLabel(text: string): boolean {
  return /^[a-z0-9-]+$/i.test(text) && !text.startsWith('-') && !text.endsWith('-')
}

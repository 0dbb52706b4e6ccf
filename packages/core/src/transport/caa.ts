import { displayText, parentOf, type RecordData } from '../dns/index.ts'

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

/**
 * What keeps every authority from issuing though it seems not meant: a tag marked critical that they do not know, or a
 * `value` they cannot read. Cut, printable text of the record.
 */
export interface CaaProblem {
  code: 'critical' | 'issuer'
  tag: string
  value: string
}

/** A problem in a few words. */
export function caaProblemText({ code, tag, value }: CaaProblem): string {
  return code === 'critical'
    ? `${tag} is marked critical, and authorities do not know it`
    : `${tag} "${value}" names no authority that can be read`
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
  const issuers = issuersOf('issue')
  const mailIssuers = issuersOf('issuemail')
  return { issuers: [...new Set(issuers)], open: issuers === null, mailIssuers, problems: [...problems.values()] }
}

/**
 * The authority in an issue value: none for `;` (no authority may), null for a value that violates RFC 8659 section
 * 4.2.
 */
function issuerOf(value: string): readonly string[] | null {
  const [, issuer = ''] =
    /^[ \t]*(?:([a-z0-9]+(?:-+[a-z0-9]+)*(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)*)[ \t]*)?(?:;[ -~\t]*)?$/i.exec(value) ?? [
      null,
      null,
    ]
  if (issuer === null) return null
  return issuer === '' ? [] : [issuer.toLowerCase()]
}

import type { Section } from '../check/index.ts'
import type { DkimProblem } from './problem.ts'
import type { DkimKey, DkimKeyState, DkimName, DkimParent, DkimUnanswered, DkimValue, SelectorSource } from './value.ts'

/** One DKIM key as the specification has it, with what its parser made of it. */
export interface DkimRecordReply {
  selector: string
  /** The provider's name, null where DNS does not tell. */
  provider: string | null
  hostname: string
  full_record: string
  state: DkimKeyState
  key_type: string
  key_bits: number | null
  public_key: string
  revoked: boolean
  testing: boolean
  source: SelectorSource
  cnames: readonly string[]
  errors: readonly DkimProblem[]
  warnings: readonly DkimProblem[]
  /** Of a broken record: the record to publish instead, where it is certain. */
  repaired: string | null
}

/** The part of the specification's `dns` that is about DKIM. */
export interface DkimSummary {
  dkim_found: boolean
  /** Keys that work first. */
  dkim_records: readonly DkimRecordReply[]
}

export function dkimSummary(section: Section<DkimValue>): DkimSummary {
  if (!section.ran) return { dkim_found: false, dkim_records: [] }
  return { dkim_found: section.value.state === 'found', dkim_records: section.value.keys.map(dkimRecord) }
}

function dkimRecord(key: DkimKey): DkimRecordReply {
  return {
    selector: key.selector,
    provider: key.provider?.name ?? null,
    hostname: key.hostname,
    full_record: key.record,
    state: key.state,
    key_type: key.keyType,
    key_bits: key.keyBits,
    public_key: key.publicKey,
    revoked: key.revoked,
    testing: key.testing,
    source: key.source,
    cnames: key.cnames,
    errors: key.errors.map(problem),
    warnings: key.warnings.map(problem),
    repaired: key.repaired ?? null,
  }
}

function problem({ code, message }: DkimProblem): DkimProblem {
  return { code, message }
}

/** How the search for DKIM keys went. */
export interface DkimReply {
  state: DkimValue['state']
  sure_because: DkimValue['sureBecause']
  tried: number
  dangling: readonly DkimName[]
  unanswered: readonly DkimUnanswered[]
  missing: readonly string[]
  wildcard: DkimValue['wildcard']
  /** Names of providers at work whose selectors cannot be guessed. */
  unguessable: readonly string[]
  /** Without a key: whether names exist below `_domainkey` under selectors that were not queried; null: unknown. */
  names_below: boolean | null
  /** Of a subdomain without keys: those of its organizational domain; null: not asked. */
  parent: DkimParent | null
  /** Selectors that were published under the domain's name twice. */
  doubled: readonly { selector: string; name: string }[]
}

/** Null: could not be checked. */
export function presentDkim(section: Section<DkimValue>): DkimReply | null {
  if (!section.ran) return null
  const { state, sureBecause, tried, dangling, unanswered, missing, wildcard, unguessable } = section.value
  const { namesBelow = null, parent = null, doubled = [] } = section.value
  return {
    state,
    sure_because: sureBecause,
    tried,
    dangling,
    unanswered,
    missing,
    wildcard,
    unguessable: unguessable.map(({ name }) => name),
    names_below: namesBelow,
    parent,
    doubled: doubled.map(({ selector, name }) => ({ selector, name })),
  }
}

import { type Answer, displayText, textOf } from '../dns/index.ts'
import { signerOf } from './provider.ts'
import { type DkimRecord, dkimKind, joinedRecord, readRecord, withCause } from './record.ts'
import { strengthOfRecord } from './strength.ts'
import type { DkimKey, DkimKeyState, DkimName, DkimWildcard, SelectorSource } from './value.ts'

/** The meaning of the answer for one selector. */
export type SelectorReading =
  | { kind: 'key'; key: DkimKey }
  | { kind: 'dangling'; name: DkimName } // a CNAME of its own to a name without a key
  | { kind: 'absent'; text?: string } // no record, another text of its own, or only the wildcard's record
  | { kind: 'failed' }

/** The maximum length of a record: a key of 16,384 bits fits. */
const recordMax = 4_096

/**
 * Reads the answer to `TXT selector._domainkey.domain`.
 *
 * @param wildcard the answer for a random selector; the same answer does not belong to any selector
 */
export function readSelectorAnswer(
  name: Omit<DkimName, 'cnames' | 'provider'>,
  answer: Answer<'TXT'>,
  wildcard: { selector: string; answer: Answer<'TXT'> } | null,
): SelectorReading {
  if (answer.kind === 'failed') return { kind: 'failed' }
  const { cnames } = answer.via
  if (wildcard !== null && says(name.selector, answer) === says(wildcard.selector, wildcard.answer)) {
    return { kind: 'absent' }
  }
  const own: DkimName = { ...name, cnames, provider: signerOf(name.selector, cnames) }
  const texts = answer.kind === 'records' ? answer.records.map(textOf) : []
  const record = chooseRecord(texts)
  if (record !== null) return { kind: 'key', key: keyOf(own, record) }
  if (cnames.length > 0) return { kind: 'dangling', name: own }
  const [text] = texts
  return text === undefined ? { kind: 'absent' } : { kind: 'absent', text: displayText(text, 300) }
}

/** What a wildcard answers for every selector, including a dangling CNAME; null when there is no wildcard. */
export function readWildcard(answer: Answer<'TXT'>): DkimWildcard | null {
  if (answer.kind === 'failed' || (answer.kind !== 'records' && answer.via.cnames.length === 0)) return null
  const texts = answer.kind === 'records' ? answer.records.map(textOf) : []
  return {
    records: texts.map(text => displayText(text, 512)),
    cnames: answer.via.cnames,
    revoked: texts.some(text => dkimKind(text) === 'record' && readRecord(text).revoked),
  }
}

/**
 * The content of an answer without the queried selector: a DNAME or a provider's own wildcard repeats the selector in
 * its target names.
 */
function says(selector: string, answer: Answer<'TXT'>): string {
  const cnames = answer.via.cnames.map(name => (name.startsWith(`${selector}.`) ? name.slice(selector.length) : name))
  const texts = answer.kind === 'records' ? answer.records.map(textOf).toSorted() : []
  return JSON.stringify([answer.kind, cnames, texts])
}

/**
 * Chooses the key record among the texts at a name; null when none was meant to be one. Several are undefined (RFC 6376
 * section 3.6.2.2): the best is chosen, independent of their order, with a warning.
 */
export function chooseRecord(texts: readonly string[]): DkimRecord | null {
  const records = texts.filter(text => dkimKind(text) === 'record').map(readRecord)
  const lookalike = texts.find(text => dkimKind(text) === 'lookalike')
  const [best = lookalike === undefined ? undefined : readRecord(lookalike)] = records.toSorted(
    (one, other) => worth(one) - worth(other),
  )
  if (best === undefined) return null
  const chosen = withCause(best)
  if (records.length < 2) {
    const others = texts.filter(text => text !== chosen.text)
    return chosen.errors.length === 0 ? chosen : (joinedRecord(chosen, others) ?? chosen)
  }
  const message = `this name has ${records.length} key records, and it is undefined which of them receivers use`
  return { ...chosen, warnings: [...chosen.warnings, { code: 'several-records', message }] }
}

function keyOf(name: DkimName, record: DkimRecord): DkimKey {
  return {
    ...name,
    record: displayText(record.text, recordMax),
    state: stateOf(record),
    keyType: displayText(record.keyType, 20),
    keyBits: record.key?.bits ?? null,
    publicKey: displayText(record.publicKey ?? '', recordMax),
    revoked: record.revoked,
    testing: record.testing,
    errors: record.errors,
    warnings: record.warnings,
    repaired: record.repaired,
  }
}

/** A revoked key is revoked even if the rest of its record is invalid. */
function stateOf({ revoked, errors, key }: DkimRecord): DkimKeyState {
  if (revoked) return 'revoked'
  if (errors.length > 0 || key === null) return 'broken'
  return key.type === 'rsa' && key.bits < 1024 ? 'weak' : 'working'
}

const order: readonly DkimKeyState[] = ['working', 'weak', 'broken', 'revoked']

/** Working keys rank first, and among them those of sufficient length. */
function worth(record: DkimRecord): number {
  return 2 * order.indexOf(stateOf(record)) + (strengthOfRecord(record)?.level === 'fine' ? 0 : 1)
}

const sources: readonly SelectorSource[] = ['given', 'catalogue', 'generated']

/** Keys in display order: working ones first, selectors from the user before guessed ones. */
export function sortedKeys(keys: readonly DkimKey[]): readonly DkimKey[] {
  return keys.toSorted((one, other) => rank(one) - rank(other))
}

function rank({ state, source }: DkimKey): number {
  return order.indexOf(state) * sources.length + sources.indexOf(source)
}

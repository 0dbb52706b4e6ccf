import { parseAddress, parseBlock } from '../dns/index.ts'
import type { AskedList, CodeMatch, ListingSeverity } from './list.ts'

/** A code in a list's answer that is a listing. */
export interface ListedCode {
  label: string
  meaning: string
  severity: ListingSeverity
  policy: boolean
}

/** The meaning of a list's address records. */
export type Decoded =
  /** The worst code first. */
  | { kind: 'listed'; codes: readonly ListedCode[] }
  /** `labels`: what the list says without listing it ("WHITE"). */
  | { kind: 'clean'; labels: readonly string[] }
  /** The list says that it refuses to answer us; `key`: because of the key in our query. */
  | { kind: 'refused'; label: string; meaning: string; key?: true }
  /** The answer does not come from the list, but from a server between it and us. */
  | { kind: 'rewritten'; address: string }
  /** An answer that the list does not document. */
  | { kind: 'unknown'; address: string }

const severities: readonly ListingSeverity[] = ['critical', 'high', 'medium', 'low']
const loopback = parseBlock('127.0.0.0/8')
const operatorErrors = parseBlock('127.255.255.0/24')

/** The worse of two severities has the lower rank. */
export function severityRank(severity: ListingSeverity): number {
  return severities.indexOf(severity)
}

/**
 * Decodes a list's answer. No record means clean. An address outside 127/8 shows that the answer is not the list's own
 * (RFC 5782 section 2.1). Otherwise each address is judged: one listing makes it listed, else one refusal refused, else
 * one unknown code unknown. Accepts any text as address; text that is no address is no answer of a list.
 */
export function decodeAnswer(list: Pick<AskedList, 'codes' | 'refusals'>, addresses: readonly string[]): Decoded {
  const stray = addresses.find(address => !lies(address, loopback))
  if (stray !== undefined) return { kind: 'rewritten', address: stray }
  const decoded = addresses.map(address => decodeAddress(list, address))
  const codes = decoded.flatMap(each => (each.kind === 'listed' ? each.codes : []))
  if (codes.length > 0) return { kind: 'listed', codes: worstFirst(codes) }
  const open = decoded.find(({ kind }) => kind === 'refused') ?? decoded.find(({ kind }) => kind === 'unknown')
  return open ?? { kind: 'clean', labels: decoded.flatMap(each => (each.kind === 'clean' ? each.labels : [])) }
}

function decodeAddress({ codes, refusals }: Pick<AskedList, 'codes' | 'refusals'>, address: string): Decoded {
  const refusal = refusals.find(({ match }) => match.type !== 'other' && matches(match, address))
  if (refusal !== undefined) {
    const { label, meaning, key } = refusal
    return { kind: 'refused', label, meaning, ...(key && { key }) }
  }
  if (lies(address, operatorErrors)) {
    return { kind: 'refused', label: 'REFUSED', meaning: 'the operator gave no reason' }
  }
  const matching = codes.filter(({ match }) => matches(match, address))
  const listed = matching.flatMap(({ label, meaning, severity, policy = false }) =>
    severity === null ? [] : [{ label, meaning, severity, policy }],
  )
  if (listed.length > 0) return { kind: 'listed', codes: listed }
  if (matching.length > 0) return { kind: 'clean', labels: matching.map(({ label }) => label) }
  const other = refusals.find(({ match }) => match.type === 'other')
  if (other !== undefined) return { kind: 'refused', label: other.label, meaning: other.meaning }
  return { kind: 'unknown', address }
}

/** Whether a code matches an answer. Only 127.0.0.x is read bit by bit. */
export function matches(match: CodeMatch, address: string): boolean {
  const value = parseAddress(address)?.value
  if (value === undefined) return false
  switch (match.type) {
    case 'exact':
      return match.value === address
    case 'range': {
      const [from, to] = [parseAddress(match.from)?.value, parseAddress(match.to)?.value]
      return from !== undefined && to !== undefined && value >= from && value <= to
    }
    case 'bit':
      return value >> 8n === 0x7f0000n && (value & BigInt(match.value)) !== 0n
    case 'cidr':
      return lies(address, parseBlock(match.value)) && !(match.except ?? []).includes(address)
    case 'other':
      return true
    default:
      return match satisfies never
  }
}

function lies(address: string, block: ReturnType<typeof parseBlock>): boolean {
  const parsed = parseAddress(address)
  if (parsed === null || block === null || parsed.family !== block.family) return false
  return parsed.value >= block.first && parsed.value <= block.last
}

function worstFirst(codes: readonly ListedCode[]): readonly ListedCode[] {
  const unique = new Map(codes.map(code => [code.label, code]))
  return [...unique.values()].toSorted((one, other) => severityRank(one.severity) - severityRank(other.severity))
}

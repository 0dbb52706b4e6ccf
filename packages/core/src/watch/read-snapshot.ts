import type { FailureReason } from '../dns/index.ts'
import { displayTyped, shownText } from '../dns/index.ts'
import { valuesOfKind } from './canonical.ts'
import { type Part, partKinds, type Snapshot } from './snapshot.ts'

/** More parts than a snapshot ever has: nine kinds, 20 mail servers, the selectors of a domain. */
const partsMax = 1_000
const keyMax = 600
/** Characters of one value, as a snapshot has them. */
const valueMax = 4_096

/**
 * Reads a snapshot from outside, such as a file. It may be of an earlier version: an unknown kind of part is left out,
 * and what a part lacks beside its values is filled in. Null when it is no snapshot.
 */
export function readSnapshot(input: unknown): Snapshot | null {
  if (!isObject(input) || input['version'] !== 1) return null
  const { domain, takenAt, parts } = input
  if (typeof domain !== 'string' || domain === '' || domain.length > 255) return null
  if (typeof takenAt !== 'string' || takenAt.length > 40 || Number.isNaN(Date.parse(takenAt))) return null
  if (!Array.isArray(parts) || parts.length > partsMax) return null
  const read = parts.map(readPart)
  const known = read.filter(part => part !== null && part !== 'unknown')
  const isWhole = read.every(part => part !== null) && new Set(known.map(({ key }) => key)).size === known.length
  return isWhole ? { version: 1, domain, takenAt, parts: known } : null
}

function readPart(input: unknown): Part | 'unknown' | null {
  if (!isObject(input)) return null
  const { key, kind: named, name, state, values, confirmed, reason, varies } = input
  if (typeof named !== 'string' || typeof key !== 'string' || typeof name !== 'string') return null
  const kind = partKinds.find(each => each === named)
  if (kind === undefined) return 'unknown'
  const isKey = kind === 'dkim' || kind === 'mx-address' ? key.startsWith(`${kind} `) : key === kind
  if (!isKey || key.length > keyMax || name.length > keyMax) return null
  if (state === 'failed') {
    const why = (typeof reason === 'string' ? shownText(reason.slice(0, 40)) : 'internal') as FailureReason
    return { key, kind, name, state, values: [], confirmed: false, reason: why }
  }
  if (state !== 'known' || !Array.isArray(values) || !values.every(value => typeof value === 'string')) return null
  return {
    key,
    kind,
    name,
    state,
    values: valuesOfKind(
      kind,
      // They are characters: as octets, a letter of Latin-1 would be an escape.
      values.map(value => displayTyped(value, valueMax)),
    ),
    confirmed: confirmed === true,
    reason: null,
    ...(varies === true ? { varies } : {}),
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import type { ExtendedError } from './answer.ts'
import { type BrokenZone, type DnssecFault, type DnssecFaultCode, faultOfErrors } from './broken-zone.ts'

/** Names of the algorithms in use (RFC 8624 section 3.1). */
const algorithmNames: ReadonlyMap<number, string> = new Map([
  [5, 'RSASHA1'],
  [7, 'RSASHA1-NSEC3-SHA1'],
  [8, 'RSASHA256'],
  [10, 'RSASHA512'],
  [13, 'ECDSAP256SHA256'],
  [14, 'ECDSAP384SHA384'],
  [15, 'ED25519'],
  [16, 'ED448'],
])

/** Why DNSSEC validation failed, in a few words for people. The resolver's own text only when it sent no known code. */
export function dnssecErrorWords(errors: readonly ExtendedError[]): string {
  return dnssecFaultWords(faultOfErrors(errors))
}

/** Why validation fails, in a few words: continues "DNSSEC of example.com is broken: ". */
export function dnssecFaultWords({ code, date, ds = [], keys = [], algorithms, text }: DnssecFault): string {
  switch (code) {
    case 'expired':
      return date === undefined ? 'a signature has expired' : `its signatures expired on ${date}`
    case 'not-yet-valid':
      return date === undefined ? 'a signature is not valid yet' : `its signatures are not valid before ${date}`
    case 'no-keys':
      return `the parent has a DS record${tagged(ds)}, but the zone has no keys`
    case 'ds-without-key':
      return `the DS record${tagged(ds)} matches no zone key${tagged(keys)}`
    case 'ds-algorithm':
      return algorithms === undefined
        ? 'the DS record and the key have different algorithms'
        : `the DS record${tagged(ds)} has algorithm ${named(algorithms[0])}, but the key has ${named(algorithms[1])}`
    case 'ds-digest':
      return `the digest of the DS record${tagged(ds)} does not match the key`
    case 'key-unusable':
      return 'the DS record names a key that cannot sign the zone'
    case 'algorithm-unknown':
      return 'the zone uses a key algorithm that resolvers do not know'
    case 'digest-unknown':
      return 'the DS record uses a digest type that resolvers do not know'
    case 'signatures-missing':
      return 'signatures are missing'
    case 'proof-missing':
      return 'the proof that a record does not exist is missing'
    case 'signatures-wrong':
      return 'the signatures do not match'
    case 'unknown':
      return text ?? 'validation fails'
    default:
      return code satisfies never
  }
}

/** What to do about it, without capital and full stop: continues "Ask the operator of example.net to ". */
export function dnssecRemedy({ zone, whole, fault: { code, ds = [], keys = [], algorithms } }: BrokenZone): string {
  const place = `of ${zone} in the parent zone (usually at the registrar)`
  const key = keys.length > 0 ? `that of a key in use${tagged(keys)}` : 'that of the key in use'
  // The DS record is right where the zone as such validates.
  const isSigning = code === 'signatures-missing' || code === 'signatures-wrong' || code === 'unknown'
  if (!whole && isSigning) return `sign every record of ${zone} again`
  switch (code) {
    case 'expired':
      return `sign ${zone} again, and check that the signer renews signatures before they expire`
    case 'not-yet-valid':
      return `correct the clock of the server that signs ${zone}, and sign the zone again`
    case 'no-keys':
      return `remove the DS record${tagged(ds)} ${place}, or sign the zone and replace the DS record with ${key}`
    case 'ds-without-key':
      return `replace the DS record${tagged(ds)} ${place} with ${key}, or remove it until the zone is signed correctly`
    case 'ds-algorithm': {
      const right = algorithms === undefined ? "the key's algorithm" : `algorithm ${named(algorithms[1])}`
      return `replace the DS record${tagged(ds)} ${place} with one that has ${right}`
    }
    case 'ds-digest':
      return `replace the DS record${tagged(ds)} ${place} with one that has the digest of the key in use`
    case 'key-unusable':
      return `publish a zone key that is not revoked, sign ${zone} with it and replace the DS record ${place}`
    case 'algorithm-unknown':
      return `sign ${zone} with algorithm ${named(13)} or ${named(8)}, and replace the DS record in the parent zone`
    case 'digest-unknown':
      return `replace the DS record ${place} with one that has digest type 2 (SHA-256)`
    case 'signatures-missing':
      return `sign every record of ${zone} again, or remove the DS record in the parent zone until that is done`
    case 'proof-missing':
      return `sign ${zone} again with complete NSEC or NSEC3 records`
    case 'signatures-wrong':
    case 'unknown':
      return `sign ${zone} again and make the DS record in the parent zone match the key in use, or remove the DS record until the zone is signed correctly`
    default:
      return code satisfies never
  }
}

const parentFaults: readonly DnssecFaultCode[] = [
  'no-keys',
  'ds-without-key',
  'ds-algorithm',
  'ds-digest',
  'digest-unknown',
]

/** Whether the DS record in the parent zone is at fault, which the registrar keeps for a registered domain. */
export function isParentFault({ code }: DnssecFault): boolean {
  return parentFaults.includes(code)
}

/** The same as advice: to the zone's own administrator, or to someone who has to ask the operator of the zone. */
export function dnssecAdvice(broken: BrokenZone, isOwn: boolean): string {
  const remedy = dnssecRemedy(broken)
  return isOwn
    ? `${remedy.slice(0, 1).toUpperCase()}${remedy.slice(1)}.`
    : `Ask the operator of ${broken.zone} to ${remedy}.`
}

function tagged(tags: readonly number[]): string {
  return tags.length === 0 ? '' : ` (key tag ${tags.slice(0, 4).join(', ')})`
}

function named(algorithm: number): string {
  const name = algorithmNames.get(algorithm)
  return name === undefined ? `${algorithm}` : `${algorithm} (${name})`
}

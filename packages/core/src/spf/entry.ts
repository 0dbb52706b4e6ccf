import { blockOf, displayTyped, formatAddress, normalName, parseAddress } from '../dns/index.ts'
import { type MacroString, parseDomainSpec, printMacroString } from './macro.ts'
import type { SpfEntryKind } from './settings.ts'

/** One entry of a list, in the form of the record; or an error message for the user. */
export type SpfEntry = { ok: true; value: string } | { ok: false; message: string }

/**
 * Converts a name in any script to A-labels, null when it is none. Callers provide it, because core has no tables for
 * that.
 */
export type ToAscii = (name: string) => string | null

/** The maximum length of an entry: more than any name or address has. */
const longestEntry = 1_000

/**
 * Parses an entry as typed or pasted. Drops surrounding spaces, a leading `include:` or `ip4:` and a final dot,
 * converts names to lower case and addresses to their canonical form. An include may contain macros, as RFC 7208
 * section 7 allows (`docs/decisions/0022-builders.md`). Refuses host bits instead of clearing them, because the user
 * may have meant either the address or the range.
 */
export function readSpfEntry(kind: SpfEntryKind, text: string, toAscii: ToAscii = () => null): SpfEntry {
  const typed = text.trim()
  if (typed.length > longestEntry) return refused(typed, 'is too long')
  return kind === 'include_domains' ? readInclude(typed, toAscii) : readNetwork(kind === 'ip4_addresses' ? 4 : 6, typed)
}

function readInclude(typed: string, toAscii: ToAscii): SpfEntry {
  const name = typed.replace(/^\+?include:/i, '')
  if (parseAddress(name.replace(/\/.*/s, '')) !== null)
    return refused(typed, 'is an IP address. Add it to the addresses below.')
  if (name.includes('@') && !name.includes('%')) return refused(typed, 'is an email address. Enter a domain.')
  const ascii = /^[!-~]*$/.test(name) ? name : toAscii(name)
  if (ascii === null) return refused(typed, 'is not a domain name')
  const spec = ascii.endsWith('..') ? 'an extra dot' : parseDomainSpec(ascii.replace(/\.$/, ''))
  if (typeof spec === 'string') return refused(typed, specProblems[spec] ?? `is not a domain name: ${spec}`)
  return isNameOrMacros(spec)
    ? { ok: true, value: printMacroString(spec.map(part => (part.kind === 'literal' ? lowered(part) : part))) }
    : refused(typed, 'is not a domain name')
}

/** The problems of a domain-spec that have words of their own here. */
const specProblems: Readonly<Record<string, string>> = {
  'no domain name': 'is empty',
  'no full domain name': 'is not a full domain name',
}

function lowered(part: { kind: 'literal'; text: string }): { kind: 'literal'; text: string } {
  return { ...part, text: part.text.toLowerCase() }
}

/** The grammar allows nearly every character in a domain-spec; a name that can be queried has few. */
function isNameOrMacros(spec: MacroString): boolean {
  if (spec.some(part => part.kind === 'escape')) return false
  if (spec.some(part => part.kind === 'literal' && !/^[a-z0-9._-]+$/i.test(part.text))) return false
  const isName = spec.every(part => part.kind === 'literal')
  // Macros replaced by x: only the literal parts can be checked.
  const written = spec.map(part => (part.kind === 'literal' ? part.text : 'x')).join('')
  return normalName(written) !== null && (isName ? written.includes('.') : true)
}

function readNetwork(family: 4 | 6, typed: string): SpfEntry {
  const text = typed.replace(/^\+?ip[46]:/i, '')
  const slash = text.indexOf('/')
  const address = parseAddress(slash === -1 ? text : text.slice(0, slash))
  if (address === null) return refused(typed, `is not an IPv${family} address or range`)
  if (address.family !== family) {
    return refused(typed, `is an IPv${address.family} address. Add it to the IPv${address.family} addresses.`)
  }
  const bits = family === 4 ? 32 : 128
  const written = slash === -1 ? String(bits) : text.slice(slash + 1)
  if (!/^(?:0|[1-9]\d{0,2})$/.test(written) || Number(written) > bits) {
    return refused(typed, `needs a number from 0 to ${bits} after the slash`)
  }
  const prefix = Number(written)
  if (family === 6 && address.value >> 32n === 0xffffn && prefix >= 96) {
    const inside = `${formatAddress({ family: 4, value: address.value & 0xffff_ffffn })}${suffixOf(prefix - 96, 32)}`
    return refused(typed, `is IPv4 in IPv6 form. Enter ${inside} under IPv4 addresses.`)
  }
  const { first } = blockOf(address, prefix)
  if (first !== address.value) {
    const range = `${formatAddress({ family, value: first })}/${prefix}`
    return refused(
      typed,
      `has bits set after /${prefix}. Enter ${range} for the range, or ${formatAddress(address)} for one address.`,
    )
  }
  return { ok: true, value: `${formatAddress(address)}${suffixOf(prefix, bits)}` }
}

function suffixOf(prefix: number, bits: number): string {
  return prefix === bits ? '' : `/${prefix}`
}

function refused(typed: string, problem: string): SpfEntry {
  return { ok: false, message: `"${displayTyped(typed, 60)}" ${problem}` }
}

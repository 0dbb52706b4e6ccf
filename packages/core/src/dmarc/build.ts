import { displayTyped, normalName } from '../dns/index.ts'
import { parseDmarc, printDmarc } from './record.ts'
import { readReportUri } from './report-uri.ts'
import type { DmarcPolicy } from './value.ts'

/** What the DMARC builder asks for. Names as on the wire: the page holds one such value, sends it and prints it. */
export interface DmarcSettings {
  policy: DmarcPolicy
  /** Report addresses parted by commas, `mailto:` before them or not. */
  rua_email: string
  ruf_email: string
  /** 0 to 100. Of RFC 7489; receivers of RFC 9989 do not know it. */
  pct: number
  /** '': the same as `policy`. */
  sp_policy: DmarcPolicy | ''
  /** For subdomains that do not exist; '': the same as for those that do. */
  np_policy: DmarcPolicy | ''
  /** `t=y` of RFC 9989. */
  testing: boolean
  adkim: 'r' | 's'
  aspf: 'r' | 's'
  /** One of `failureOptions`. Says nothing without `ruf_email`. */
  fo: string
}

/** What `fo` may be (RFC 9989 section 4.8), `s:d` written `d:s`. */
export const failureOptions = ['0', '1', 'd', 's', 'd:s'] as const

/** What a fresh builder starts with, save the report address: that is `dmarc@` and the domain. */
export const defaultDmarcSettings: DmarcSettings = {
  policy: 'none',
  rua_email: '',
  ruf_email: '',
  pct: 100,
  sp_policy: '',
  np_policy: '',
  testing: false,
  adkim: 'r',
  aspf: 'r',
  fo: '0',
}

/** Report addresses one tag may have here. Receivers must report to two (RFC 7489 section 6.2). */
export const reportAddressesMax = 20

/** Turns a domain in any script into A-labels, null when it is none. Core has no tables for that: the caller brings them. */
type ToAscii = (name: string) => string | null

/** Mail addresses, each once, or what is wrong with the first that is none, for the one who typed it. */
export type ReportAddresses = { ok: true; addresses: readonly string[] } | { ok: false; message: string }

/** Characters of one field that are read: twenty of the longest addresses have no more. */
const longestField = 8_000

/**
 * Reads report addresses as typed or pasted: parted by commas, semicolons or blanks, with `mailto:` or without. A size
 * limit behind one (`!10m`) is dropped: RFC 9989 removed it. An empty text has none.
 */
export function readReportAddresses(text: string, toAscii: ToAscii = () => null): ReportAddresses {
  if (text.length > longestField) return { ok: false, message: 'The report addresses are too long' }
  const addresses = new Set<string>()
  for (const part of text.split(/[\s,;]+/)) {
    if (part === '' || /^mailto:$/i.test(part)) continue
    const address = readAddress(part, toAscii)
    if (address === null) return { ok: false, message: `"${displayTyped(part, 60)}" is no e-mail address` }
    addresses.add(address)
  }
  if (addresses.size > reportAddressesMax) {
    return { ok: false, message: `At most ${reportAddressesMax} report addresses can be given` }
  }
  return { ok: true, addresses: [...addresses] }
}

/** The characters of a dot-atom (RFC 5322 section 3.2.3); quoted local parts are no report addresses in real life. */
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/

function readAddress(part: string, toAscii: ToAscii): string | null {
  const typed = /^mailto:/i.test(part) ? mailboxOf(part, toAscii) : part
  const at = typed?.lastIndexOf('@') ?? -1
  if (typed === null || at < 1 || at > 64) return null
  const local = typed.slice(0, at)
  const domain = asciiDomain(typed.slice(at + 1), toAscii)
  return domain !== null && localPart.test(local) ? `${local}@${domain}` : null
}

/** What a `mailto:` URI names, decoded; the domain may be in any script. */
function mailboxOf(part: string, toAscii: ToAscii): string | null {
  const [, local = '', domain = '', rest = ''] = /^mailto:([^@]*)@([^@!?#]*)(.*)$/is.exec(part) ?? []
  const ascii = asciiDomain(domain, toAscii)
  return ascii === null ? null : (readReportUri(`mailto:${local}@${ascii}${rest}`)?.address ?? null)
}

function asciiDomain(name: string, toAscii: ToAscii): string | null {
  const domain = normalName(/^[!-~]*$/.test(name) ? name : (toAscii(name) ?? ''))
  return domain !== null && /^(?:[a-z0-9_]+(?:-+[a-z0-9_]+)*\.)+[0-9-]*[a-z][a-z0-9-]*$/.test(domain) ? domain : null
}

/** A mail address as a record names it: `,`, `;`, `!` and all else a tag or a URI cannot hold is encoded (RFC 6068). */
function uriOf(address: string): string {
  const at = address.lastIndexOf('@')
  const local = address
    .slice(0, at)
    .replace(/[^\w.~+-]/g, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
  return `mailto:${local}${address.slice(at)}`
}

/**
 * Reads a `pct` as typed: what is no number at all becomes 100, as the specification has it. Null when it is a number and
 * none a record may hold: a whole one from 0 to 100.
 */
export function readPct(given: unknown): number | null {
  const text = typeof given === 'number' ? String(given) : typeof given === 'string' ? given.trim() : ''
  if (!/^[-+]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:e[-+]?\d{1,4})?%?$/i.test(text)) return 100
  const pct = Number(text.replace('%', ''))
  return Number.isInteger(pct) && pct >= 0 && pct <= 100 ? pct : null
}

/**
 * Writes the record of some settings. What is a default, or says nothing without `ruf`, is left out; so is `pct` at 100.
 * A list of addresses with one that is none is left out.
 */
export function dmarcRecordOf(settings: DmarcSettings, toAscii?: ToAscii): string {
  const uris = (text: string): string[] => {
    const read = readReportAddresses(text, toAscii)
    return read.ok ? read.addresses.map(uriOf) : []
  }
  const ruf = uris(settings.ruf_email)
  return printDmarc({
    p: settings.policy,
    sp: settings.sp_policy === '' ? null : settings.sp_policy,
    np: settings.np_policy === '' ? null : settings.np_policy,
    psd: 'u',
    t: settings.testing,
    pct: settings.pct === 100 ? null : settings.pct,
    adkim: settings.adkim,
    aspf: settings.aspf,
    fo: ruf.length === 0 || settings.fo === '0' ? [] : settings.fo.split(':'),
    rua: uris(settings.rua_email),
    ruf,
  })
}

/** The settings a published record stands for; null when it is no DMARC record that applies. */
export function dmarcSettingsOf(text: string): DmarcSettings | null {
  const record = parseDmarc(text)
  if (record.errors.length > 0) return null
  const ruf_email = addressList(record.ruf)
  return {
    policy: record.p ?? 'none',
    rua_email: addressList(record.rua),
    ruf_email,
    pct: record.pct ?? 100,
    sp_policy: record.sp ?? '',
    np_policy: record.np ?? '',
    testing: record.t,
    adkim: record.adkim,
    aspf: record.aspf,
    fo: ruf_email === '' ? '0' : nearestOption(record.fo),
  }
}

/** RFC 7489 allowed any list: of one that RFC 9989 has no word for, what asks for the most reports. */
function nearestOption(fo: readonly string[]): string {
  const kept = fo.includes('1') ? ['1'] : fo.filter(option => option !== '0')
  return readFailureOption(kept.join(':')) ?? '0'
}

/** Published report addresses as the builder's field holds them; what is no mail address is left out. */
function addressList(uris: readonly string[]): string {
  const read = uris.map(uri => readReportAddresses(uri)).flatMap(each => (each.ok ? each.addresses : []))
  return [...new Set(read)].slice(0, reportAddressesMax).join(', ')
}

/** Reads `fo` as typed, '' as its default; null when it is none of `failureOptions`. */
export function readFailureOption(text: string): string | null {
  const wanted = [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s:]+/)
        .filter(Boolean),
    ),
  ]
    .sort()
    .join(':')
  return wanted === '' ? '0' : (failureOptions.find(option => option === wanted) ?? null)
}

import { displayTyped, normalName } from '../dns/index.ts'
import { parseDmarc, printDmarc } from './record.ts'
import { readReportUri, reportUriOf } from './report-uri.ts'
import type { DmarcPolicy } from './value.ts'

/** The settings of the DMARC builder. Names as on the wire: the page holds, sends and prints this value. */
export interface DmarcSettings {
  policy: DmarcPolicy
  /** Report addresses separated by commas, with or without `mailto:`. */
  rua_email: string
  ruf_email: string
  /** 0 to 100. Defined by RFC 7489; receivers of RFC 9989 ignore it. */
  pct: number
  /** '': the same as `policy`. */
  sp_policy: DmarcPolicy | ''
  /** For subdomains that do not exist; '': the same as for existing ones. */
  np_policy: DmarcPolicy | ''
  /** `t=y` of RFC 9989. */
  testing: boolean
  adkim: 'r' | 's'
  aspf: 'r' | 's'
  /** One of `failureOptions`. Has no effect without `ruf_email`. */
  fo: string
}

/** The values of `fo` (RFC 9989 section 4.8), with `s:d` written `d:s`. */
export const failureOptions = ['0', '1', 'd', 's', 'd:s'] as const

/** The settings of a new builder, except the report address, which is `dmarc@` and the domain. */
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

/** The maximum number of report addresses of one tag here. Receivers must support two (RFC 7489 section 6.2). */
export const reportAddressesMax = 20

/**
 * Converts a domain in any script to A-labels, null when it is none. Callers provide it, because core has no tables for
 * that.
 */
type ToAscii = (name: string) => string | null

/** Mail addresses without duplicates, or the problem with the first invalid one, in words for the user. */
export type ReportAddresses = { ok: true; addresses: readonly string[] } | { ok: false; message: string }

/** The maximum length of one field: twenty of the longest addresses fit. */
const longestField = 8_000

/**
 * Parses report addresses as typed or pasted: separated by commas, semicolons or spaces, with or without `mailto:`.
 * Drops a size limit (`!10m`), which RFC 9989 removed. An empty text has no address.
 */
export function readReportAddresses(text: string, toAscii: ToAscii = () => null): ReportAddresses {
  if (text.length > longestField) return { ok: false, message: 'The report addresses are too long' }
  const addresses = new Set<string>()
  for (const part of text.split(/[\s,;]+/)) {
    if (part === '' || /^mailto:$/i.test(part)) continue
    const address = readAddress(part, toAscii)
    if (address === null) return { ok: false, message: `"${displayTyped(part, 60)}" is not an email address` }
    addresses.add(address)
  }
  if (addresses.size > reportAddressesMax) {
    return { ok: false, message: `At most ${reportAddressesMax} report addresses can be given` }
  }
  return { ok: true, addresses: [...addresses] }
}

/** The characters of a dot-atom (RFC 5322 section 3.2.3); no real report address has a quoted local part. */
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/

function readAddress(part: string, toAscii: ToAscii): string | null {
  const typed = /^mailto:/i.test(part) ? mailboxOf(part, toAscii) : part
  const at = typed?.lastIndexOf('@') ?? -1
  if (typed === null || at < 1 || at > 64) return null
  const local = typed.slice(0, at)
  const domain = asciiDomain(typed.slice(at + 1), toAscii)
  return domain !== null && localPart.test(local) ? `${local}@${domain}` : null
}

/** The decoded mailbox of a `mailto:` URI; the domain may be in any script. */
function mailboxOf(part: string, toAscii: ToAscii): string | null {
  const [, local = '', domain = '', rest = ''] = /^mailto:([^@]*)@([^@!?#]*)(.*)$/is.exec(part) ?? []
  const ascii = asciiDomain(domain, toAscii)
  return ascii === null ? null : (readReportUri(`mailto:${local}@${ascii}${rest}`)?.address ?? null)
}

function asciiDomain(name: string, toAscii: ToAscii): string | null {
  const domain = normalName(/^[!-~]*$/.test(name) ? name : (toAscii(name) ?? ''))
  return domain !== null && /^(?:[a-z0-9_]+(?:-+[a-z0-9_]+)*\.)+[0-9-]*[a-z][a-z0-9-]*$/.test(domain) ? domain : null
}

/**
 * Parses `pct` as typed. Text that is no number becomes 100, as the specification requires. Null for a number that is
 * no integer from 0 to 100.
 */
export function readPct(given: unknown): number | null {
  const text = typeof given === 'number' ? String(given) : typeof given === 'string' ? given.trim() : ''
  if (!/^[-+]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:e[-+]?\d{1,4})?%?$/i.test(text)) return 100
  const pct = Number(text.replace('%', ''))
  return Number.isInteger(pct) && pct >= 0 && pct <= 100 ? pct : null
}

/**
 * Builds the record of some settings. Omits defaults, `pct` at 100, and tags without effect when `ruf` is missing.
 * Omits a list of addresses with an invalid one.
 */
export function dmarcRecordOf(settings: DmarcSettings, toAscii?: ToAscii): string {
  const uris = (text: string): string[] => {
    const read = readReportAddresses(text, toAscii)
    return read.ok ? read.addresses.map(reportUriOf) : []
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

/** The settings of a published record; null when it is no applicable DMARC record. */
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

/** RFC 7489 allowed any list. A list that RFC 9989 does not define becomes the option with the most reports. */
function nearestOption(fo: readonly string[]): string {
  const kept = fo.includes('1') ? ['1'] : fo.filter(option => option !== '0')
  return readFailureOption(kept.join(':')) ?? '0'
}

/** Published report addresses in the form of the builder's field, without those that are no mail address. */
function addressList(uris: readonly string[]): string {
  const read = uris.map(uri => readReportAddresses(uri)).flatMap(each => (each.ok ? each.addresses : []))
  return [...new Set(read)].slice(0, reportAddressesMax).join(', ')
}

/** Parses `fo` as typed; '' gives its default. Null when it is none of `failureOptions`. */
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

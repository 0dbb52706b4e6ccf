import { displayText } from '../dns/index.ts'
import type { DmarcFault } from './faults.ts'
import { readReportUri, reportUriOf } from './report-uri.ts'

/** The maximum number of addresses to read. */
const mostAddresses = 50
/** The ways in which people write `mailto:`, also several times. */
const scheme = /^(?:(?:mailto|mailot|malito|maito|mailo|mail|email)(?:[:=]\/{0,2}|\/\/))+/i
const mailbox = /^[\w!#$%&'*+/=?^`{|}~.-]{1,64}@(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/i

/**
 * Reads the list of a `rua` or `ruf` tag as it was meant: `mailto:` missing, written twice or with slashes, addresses
 * in angle brackets, separated by blanks or semicolons. Valid addresses remain as published.
 */
export function looseAddresses(tag: 'rua' | 'ruf', value: string): { uris: string[]; faults: DmarcFault[] } {
  const uris: string[] = []
  const faults: DmarcFault[] = []
  if (value.split(',').some(item => (item.match(/@/g)?.length ?? 0) > 1))
    faults.push({ code: 'address_separator', tag })
  const parts = value.split(/[\s,;]+|%2c(?=mailto:)|(?<=[a-z0-9])(?=mailto:)/i, mostAddresses * 2)
  let bare = ''
  for (const part of parts) {
    if (part === '') continue
    if (/^mailto[:=]?$/i.test(part)) {
      bare = `${part} `
      continue
    }
    const uri = uris.length < mostAddresses ? looseAddress(part) : null
    if (uri !== null && !uris.includes(uri)) uris.push(uri)
    if (uri !== part || bare !== '')
      faults.push({ code: 'address', tag, found: displayText(bare + part, 60), meant: uri && displayText(uri, 80) })
    bare = ''
  }
  if (bare !== '') faults.push({ code: 'address', tag, found: bare.trim(), meant: null })
  return { uris, faults }
}

function looseAddress(part: string): string | null {
  if (readReportUri(part) !== null) return part
  const address = part
    .replace(/^[<([]/, '')
    .replace(scheme, '')
    .replace(/^[<([/:]{1,3}/, '')
    .replace(/(?:![0-9]{1,15}[kmgt]?)?[>)\].:]{0,3}$/i, '')
  if (!mailbox.test(address)) return null
  const uri = address.includes('%') ? `mailto:${address}` : reportUriOf(address)
  return readReportUri(uri)?.domain == null ? null : uri
}

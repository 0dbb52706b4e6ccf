import { formatAddress, normalName, parseAddress } from '@waxseal/core/dns'
import { encodeName } from '@waxseal/scanner/dns'
import type { TsigKey } from './tsig.ts'

/** A server that may transfer the zone and is notified of its changes. */
export interface Secondary {
  /** As `formatAddress` writes it. */
  address: string
  /** Where it is notified. */
  port: number
  /** With a key, its transfers and our notifications are signed. */
  key: TsigKey | null
}

const entry = /^(?:\[([0-9a-f:.]{2,45})\]|([0-9.]{7,15})|([0-9a-f:.]{2,45}))(?::(\d{1,5}))?(?:#(.{1,500}))?$/i

/**
 * Parses `address[:port][#tsig-key],…`, with brackets around an IPv6 address that has a port. A key is `name:secret`, the
 * secret in base64, for HMAC-SHA256: the form that `dig -y` takes after `hmac-sha256:`. The port is 53 without one.
 *
 * @returns the secondaries, and a sentence for each entry that is none, without its secret
 */
export function parseSecondaries(text: string): { secondaries: Secondary[]; problems: string[] } {
  const secondaries: Secondary[] = []
  const problems: string[] = []
  for (const each of text.split(',').map(part => part.trim())) {
    if (each === '') continue
    const [, bracketed, four, six, portText = '53', keyText] = entry.exec(each) ?? []
    const address = parseAddress((bracketed ?? four ?? six ?? '').toLowerCase())
    const port = Number(portText)
    const key = keyText === undefined ? null : parseKey(keyText)
    const shown = each.replace(/#.*/, '#…')
    if (address === null || port < 1 || port > 65_535) {
      problems.push(
        `"${shown}" is not address[:port][#tsig-key] → use an IP address, such as 192.0.2.1 or [2001:db8::1]:53`,
      )
    } else if (key === undefined) {
      problems.push(`"${shown}" has no valid key → use name:secret after #, the secret in base64 and at least 16 bytes`)
    } else secondaries.push({ address: formatAddress(address), port, key })
  }
  return { secondaries, problems }
}

/** Undefined for what is no key. */
function parseKey(text: string): TsigKey | undefined {
  const [nameText = '', secretText = '', rest] = text.replace(/^hmac-sha256:/i, '').split(':')
  const name = normalName(nameText)
  if (name === null || rest !== undefined || !/^[A-Za-z0-9+/]{1,400}={0,2}$/.test(secretText)) return undefined
  const secret = Buffer.from(secretText, 'base64')
  return secret.length < 16 ? undefined : { name: encodeName(name), secret }
}

import { normalName } from '../dns/index.ts'

/** RFC 6376 section 3.1: `selector = sub-domain *( "." sub-domain )`. Underscores are not allowed there, but in use. */
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
const longestSelector = 180

/**
 * Normalizes a selector as users give it (any case, surrounding spaces, or the whole host name
 * `s1._domainkey.example.com`) to the selector in lower case. Null when it is none.
 */
export function readSelector(input: string): string | null {
  const text = input.slice(0, 300).trim().toLowerCase()
  const at = text.indexOf('._domainkey')
  const selector = (at > 0 ? text.slice(0, at) : text).replace(/\.$/, '')
  const labels = selector.split('.')
  const isSelector = selector.length <= longestSelector && labels.every(each => label.test(each))
  return isSelector && !labels.includes('_domainkey') ? selector : null
}

/** The name of a selector's key: `s1._domainkey.example.com`. Null when that is no valid domain name. */
export function keyName(selector: string, domain: string): string | null {
  return normalName(`${selector}._domainkey.${domain}`)
}

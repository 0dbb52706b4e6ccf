import { normalName } from '../dns/index.ts'

/** RFC 6376 section 3.1: `selector = sub-domain *( "." sub-domain )`; underscores are no part of it, yet in use. */
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
const longestSelector = 180

/**
 * A selector as people give it: any case, blanks around it, or the whole host name (`s1._domainkey.example.com`), in
 * lower case and alone. Null when it is none.
 */
export function readSelector(input: string): string | null {
  const text = input.slice(0, 300).trim().toLowerCase()
  const at = text.indexOf('._domainkey')
  const selector = (at > 0 ? text.slice(0, at) : text).replace(/\.$/, '')
  const labels = selector.split('.')
  const isSelector = selector.length <= longestSelector && labels.every(each => label.test(each))
  return isSelector && !labels.includes('_domainkey') ? selector : null
}

/** Where a selector's key stands: `s1._domainkey.example.com`. Null when that would be no domain name. */
export function keyName(selector: string, domain: string): string | null {
  return normalName(`${selector}._domainkey.${domain}`)
}

import { normalName, parseAddress } from '@waxseal/core/dns'
import type { HttpsFailure } from './failure.ts'

/** Parses a URL that this client accepts, or says why not. */
export function readUrl(text: string): URL | HttpsFailure {
  if (text.length > 2048 || !URL.canParse(text)) return notAsked('this is not a URL')
  const url = new URL(text)
  if (url.protocol !== 'https:') return notAsked('only https URLs are supported')
  if (url.username !== '' || url.password !== '') return notAsked('URLs with a user name or password are not supported')
  if (url.port !== '') return notAsked('only port 443 is supported')
  const { hostname } = url
  if (hostname.startsWith('[') || parseAddress(hostname) !== null)
    return notAsked('URLs with an IP address as host are not supported')
  if (normalName(hostname) === null) return notAsked('the host is not a domain name')
  url.hash = ''
  return url
}

/**
 * Parses a URL that a person typed, more strictly: what a URL parser would repair is refused, so that the name that people
 * read is the name that is connected to.
 */
export function readTypedUrl(text: string): URL | HttpsFailure {
  if (text.length > 2048) return notAsked('the URL is longer than 2,048 characters')
  if (/[^!-~]|\\/.test(text))
    return notAsked('the URL has characters that are not allowed. Write an international name in its xn-- form')
  if (!/^https:\/\/[^/?#]/i.test(text)) return notAsked('only https URLs are supported')
  const url = readUrl(text)
  if ('kind' in url) return url
  const labels = url.hostname.split('.')
  if (labels.length < 2 || labels.includes('') || labels.at(-1) === 'localhost')
    return notAsked('the host is not a public domain name')
  return url
}

function notAsked(text: string): HttpsFailure {
  return { kind: 'bad-url', reason: 'malformed', text }
}

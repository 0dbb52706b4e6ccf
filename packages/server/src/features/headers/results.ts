import type { HeaderAnalysisReply } from '@waxseal/contract'
import type { HeaderAnalysis, MethodResult } from '@waxseal/core/headers'
import { resultWords } from './words.ts'

type Shown = HeaderAnalysisReply['results'][number]

/** The results of SPF, DKIM and DMARC that count, each with the line it rests on. */
export function resultsOf(analysis: HeaderAnalysis): Shown[] {
  const { authentication } = analysis
  return (['spf', 'dkim', 'dmarc'] as const).map(method => {
    const result = authentication[method]
    const source = sourceOf(analysis, method, result)
    return { method, result, words: resultWords(method, result, source), at: source?.at ?? null }
  })
}

interface Source {
  domain: string | null
  at: NonNullable<Shown['at']>
}

/** Where the receiver reports this result: in `Authentication-Results`, or SPF in `Received-SPF`. Null: nowhere. */
function sourceOf(analysis: HeaderAnalysis, method: Shown['method'], result: string): Source | null {
  const reported = analysis.results
    .filter(({ rank }) => rank === 'counts')
    .flatMap(({ results: { methods, at } }) => methods.map(each => ({ each, at })))
    .filter(({ each }) => each.method === method && each.result === result)
    .map(({ each, at }) => ({ domain: domainIn(each), at }))
  // Of several signatures the aligned one matters.
  const { identities } = analysis.alignment
  const aligned = identities.filter(({ kind, alignment }) => kind === method && alignment !== 'none')
  const domains = new Set<string | null>(aligned.map(({ domain }) => domain))
  const found = reported.find(({ domain }) => domains.has(domain)) ?? reported[0]
  if (found !== undefined || method !== 'spf') return found ?? null
  const field = analysis.receivedSpf.find(each => each.result === result)
  if (field === undefined) return null
  const { properties, at } = field
  return { domain: domainOf(properties.get('envelope-from')) ?? domainOf(properties.get('helo')), at }
}

/** The properties with the domain that a method checked, the best first (RFC 8601 section 2.7). */
const domainProperties: Readonly<Record<string, readonly string[]>> = {
  spf: ['smtp.mailfrom', 'smtp.helo'],
  dkim: ['header.d', 'header.i'],
  dmarc: ['header.from'],
}

/** The domain that a reported result is about, in lower case; null when the field does not name it. */
export function domainIn({ method, properties }: Pick<MethodResult, 'method' | 'properties'>): string | null {
  for (const property of domainProperties[method] ?? []) {
    const domain = domainOf(properties.get(property))
    if (domain !== null) return domain
  }
  return null
}

/** The domain of an address, or the value itself. */
function domainOf(value: string | undefined): string | null {
  const text = (value ?? '').trim().toLowerCase()
  const domain = text
    .slice(text.lastIndexOf('@') + 1)
    .replace(/^</, '')
    .replace(/>$/, '')
    .replace(/\.$/, '')
  return domain === '' ? null : domain
}

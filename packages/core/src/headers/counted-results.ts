import type { HeaderLine } from './field.ts'
import type { AuthenticationResults, MethodResult, RankedResults } from './result.ts'

/** The `Authentication-Results` fields that the receiver wrote, from the top. */
export function countingResults(results: readonly RankedResults[]): readonly AuthenticationResults[] {
  return results.filter(({ rank }) => rank === 'counts').map(each => each.results)
}

/** A result of one method with the line it is on. */
export interface CountedResult {
  method: MethodResult
  at: HeaderLine
}

/** All results of one method (in lower case), from the top. */
export function resultsOf(results: readonly AuthenticationResults[], name: string): readonly CountedResult[] {
  return results.flatMap(({ methods, at }) =>
    methods.filter(({ method }) => method === name).map(method => ({ method, at })),
  )
}

/**
 * A check that could not run now (RFC 8601 section 2.7). Older receivers write `error`, and Microsoft `timeout` for a DNS
 * query without an answer.
 */
export function isTemporaryError(result: string): boolean {
  return result === 'temperror' || result === 'error' || result === 'timeout'
}

/**
 * The policy that the receiver found for the domain of From. `enforced`: quarantine or reject. Null: it does not show
 * one. Gmail and others write it in the comment (`p=REJECT`), Microsoft as what it did (`action=oreject`).
 */
export function publishedPolicy({ comment, properties }: MethodResult): 'none' | 'enforced' | null {
  const written =
    properties.get('policy.published-domain-policy') ??
    properties.get('policy.p') ??
    properties.get('header.p') ??
    properties.get('p') ??
    /(?:^|[\s,;(])p=\s?([a-z]{1,12})/i.exec((comment ?? '').slice(0, 500))?.[1]
  const policy = written?.toLowerCase()
  if (policy === 'none') return 'none'
  if (policy === 'quarantine' || policy === 'reject') return 'enforced'
  const action = actionOf(properties)
  if (action === 'none') return 'none'
  return action !== null && /^(?:o?reject|quarantine|pct\.(?:quarantine|reject))$/.test(action) ? 'enforced' : null
}

/** The code of `reason=`, as Microsoft writes it beside `compauth`; empty: there is none. */
export function reasonCode({ reason, properties }: Pick<MethodResult, 'reason' | 'properties'>): string {
  return (reason ?? properties.get('reason') ?? '').trim()
}

/** What Microsoft did about the result of DMARC (`action=`), in lower case. */
export function actionOf(properties: ReadonlyMap<string, string>): string | null {
  return properties.get('action')?.toLowerCase() ?? null
}

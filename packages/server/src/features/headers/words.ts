import type { ArcSet, RankedResults } from '@waxseal/core/headers'
import type { CheckedSignature } from '@waxseal/scanner'

const names = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' } as const

/**
 * What the receiver reports: "The receiving system reported spf=pass for example.com."
 *
 * @param source null: it reports no result of this method
 */
export function resultWords(
  method: keyof typeof names,
  result: string,
  source: { domain: string | null } | null,
): string {
  if (source === null) return `The receiving system reported no ${names[method]} result.`
  return `The receiving system reported ${method}=${result}${source.domain === null ? '' : ` for ${source.domain}`}.`
}

/** Why an `Authentication-Results` field does not count. */
export function ignoredWords({ rank, results: { authservId } }: RankedResults): string {
  if (rank === 'empty') return 'The field reports no result.'
  if (rank === 'history') return 'An earlier system on the path wrote this field. Only the newest results count.'
  if (authservId === null)
    return 'The field names no server, so the sender may have added it. Its results do not count.'
  return `${authservId} is no host of the receiving organization, or the message had the field before it arrived. Anyone can add such a field, so its results do not count.`
}

/** What one ARC set says (RFC 8617 section 4.1). Its seal is not verified here. */
export function arcWords({ instance, seal, domain, results }: ArcSet): string {
  const sealer = domain ?? 'The sealer'
  return `${sealWords(instance, seal, sealer)}${reportWords(results)}`
}

function sealWords(instance: number, seal: string | null, sealer: string): string {
  if (seal === null) return `ARC set ${instance} has no seal.`
  if (seal === 'none' && instance === 1) return `${sealer} started the ARC chain (cv=none).`
  if (seal === 'pass') return `${sealer} reported that the earlier ARC sets were valid (cv=pass).`
  if (seal === 'fail') return `${sealer} reported that the ARC chain is broken (cv=fail).`
  return `${sealer} sealed set ${instance} with cv=${seal}, which is not valid here.`
}

/** The number of results that are named; forwarders report three or four. */
const reportsNamed = 6

function reportWords(results: ArcSet['results']): string {
  if (results === null || results.methods.length === 0) return ''
  const named = results.methods.slice(0, reportsNamed).map(({ method, result }) => `${method}=${result}`)
  return ` It received the message with ${named.join(', ')}.`
}

/** What the check of one signature found, with the key that DNS has now. */
export function signatureWords({ kind, domain, selector, result, reason }: CheckedSignature): string {
  const what = kind === 'arc' ? 'The ARC chain' : 'The signature'
  const of = domain === '' ? '' : ` of ${domain}${selector === '' ? '' : ` (selector ${selector})`}`
  const because = reason === '' ? '' : `: ${reason}`
  if (result === 'pass') return `${what}${of} is valid for the pasted message.`
  if (result === 'temperror') return `${what}${of} could not be checked${because}.`
  if (reason === 'no key') return `${what}${of} could not be checked: DNS has no key for it now.`
  if (result === 'fail' || result === 'neutral')
    return `${what}${of} does not fit the pasted message${because}. Programs that show a message often change it: paste the original file to be sure.`
  return `${what}${of} cannot be used${because}.`
}

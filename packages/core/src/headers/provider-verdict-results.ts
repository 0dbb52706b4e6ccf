import { actionOf, reasonCode, resultsOf } from './counted-results.ts'
import type { ProviderVerdict } from './provider-verdict.ts'
import type { AuthenticationResults } from './result.ts'

/** What the codes of `compauth` mean, by their first digits (Microsoft, "Anti-spam message headers"). */
const reasons: readonly (readonly [code: RegExp, meaning: string])[] = [
  [/^000$/, 'the message failed DMARC with a policy of quarantine or reject'],
  [/^001$/, 'the domain of From has no authentication records or weak ones'],
  [/^002$/, 'an administrator forbids this pair of sender and domain'],
  [/^010$/, "the message failed DMARC and uses one of the receiver's own domains"],
  [/^130$/, 'ARC overrode the failure of DMARC'],
  [/^[17]\d\d$/, 'the message passed'],
  [/^2\d\d$/, 'the message passed by implicit checks'],
  [/^3\d\d$/, 'the message was not checked'],
  [/^[49]\d\d$/, 'the check was bypassed'],
  [/^6\d\d$/, "the message failed implicit checks and uses one of the receiver's own domains"],
]

const actions: Readonly<Record<string, string>> = {
  // Junk in most cases, but a rule may make its filter skip the message.
  oreject: 'The receiving system did not reject the message although the policy asks to reject it (action oreject).',
  quarantine: 'The receiving system quarantined the message for its DMARC result (action quarantine).',
  'pct.quarantine': 'The receiving system spared the message from quarantine because of pct= (action pct.quarantine).',
  'pct.reject': 'The receiving system did not reject the message because of pct= (action pct.reject).',
}

/** `compauth`, and what Microsoft and Gmail did about the result of DMARC. None of them says spam or not. */
export function verdictsInResults(results: readonly AuthenticationResults[]): readonly ProviderVerdict[] {
  return [...compositeResult(results), ...dmarcActions(results)]
}

function compositeResult(results: readonly AuthenticationResults[]): readonly ProviderVerdict[] {
  const [found] = resultsOf(results, 'compauth')
  if (!found) return []
  const { result } = found.method
  if (!/^(?:pass|fail|softpass|none)$/.test(result)) return []
  const code = reasonCode(found.method)
  const meaning = reasons.find(([pattern]) => pattern.test(code))?.[1]
  const because = meaning ? `, reason ${code}: ${meaning}` : ''
  const words = `The receiving system reported compauth=${result}${because}.`
  return [{ product: 'Exchange Online', says: 'note', words, at: found.at }]
}

function dmarcActions(results: readonly AuthenticationResults[]): readonly ProviderVerdict[] {
  const [found] = resultsOf(results, 'dmarc')
  if (!found) return []
  const { at, method } = found
  const action = actionOf(method.properties)
  const words = action !== null && Object.hasOwn(actions, action) ? actions[action] : undefined
  const disposition = /\bdis=(quarantine|reject)\b/i.exec((method.comment ?? '').slice(0, 500))?.[1]
  return [
    ...(words ? [{ product: 'Exchange Online', says: 'note', words, at } as const] : []),
    ...(disposition
      ? [{ product: 'Gmail', says: 'note', words: disposed(disposition.toLowerCase()), at } as const]
      : []),
  ]
}

function disposed(disposition: string): string {
  return `The receiving system reported that it applied ${disposition} to the message for its DMARC result.`
}

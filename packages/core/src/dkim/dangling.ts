import { listed, type Question, restsOn } from '../check/index.ts'
import type { DkimContext } from './assess.ts'
import { type DkimFinding, dkimFinding } from './findings.data.ts'
import { microsoft, microsoftSelectors, microsoftSpare } from './microsoft.ts'
import { isGuessable } from './provider.ts'
import type { DkimName, DkimValue } from './value.ts'

/** The maximum number of findings, and of selectors named in one. */
const mostServices = 5
const mostNamed = 5

/**
 * CNAMEs that lead to a known service and there to no key, while the domain has keys of others. It costs points where the
 * service sends for the domain and has no key under any of its selectors; else it is a note. Without any key at all, the
 * finding about that says it, and while a selector is unanswered, the service may have its key there.
 */
export function danglingKeys(value: DkimValue, { domain, evidence }: DkimContext): readonly DkimFinding[] {
  if (value.keys.length === 0 || value.unanswered.length > 0) return []
  const services = Map.groupBy(
    value.dangling.filter(name => name.provider !== null && !isSpare(name, value)),
    ({ provider }) => provider?.id ?? '',
  )
  return [...services].slice(0, mostServices).map(([id, names]) => {
    const provider = names[0]?.provider?.name ?? ''
    const hasKey = value.keys.some(key => key.provider?.id === id && isUsable(key))
    const sends = value.senders?.includes(id) === true && isGuessable(id)
    const facts = {
      domain,
      provider,
      id,
      selectors: listed(
        names.map(({ selector }) => selector),
        mostNamed,
      ),
    }
    const answered = evidence.filter(({ outcome }) => outcome !== 'failed')
    const rests = restsOn(answered, ...names.map(({ hostname }): Question => ({ name: hostname, type: 'TXT' })))
    return dkimFinding(sends && !hasKey ? 'dkim_service_unsigned' : 'dkim_dangling', facts, rests)
  })
}

function isUsable({ state }: DkimValue['keys'][number]): boolean {
  return state === 'working' || state === 'weak'
}

/**
 * The second selector of Microsoft 365, which may lead nowhere until the first rotation. The first one has a key from the
 * start and keeps it: after a rotation it waits for the next one, with its key published.
 */
function isSpare({ provider, selector }: DkimName, { keys }: DkimValue): boolean {
  const isSecond = provider?.id === microsoft && selector === microsoftSpare
  return (
    isSecond &&
    keys.some(key => key.provider?.id === microsoft && microsoftSelectors.includes(key.selector) && isUsable(key))
  )
}

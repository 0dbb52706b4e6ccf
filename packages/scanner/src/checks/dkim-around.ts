import {
  chooseRecord,
  commonSelectors,
  type DkimDoubled,
  type DkimParent,
  likelySelectors,
  probedSelectors,
  type SenderSigns,
} from '@waxseal/core/dkim'
import { type Answer, displayText, isNegative, textOf } from '@waxseal/core/dns'
import type { DnsContext } from './check.ts'
import { isNothing } from './dkim-absence.ts'
import { randomSelector, type SelectorSurvey, selectorSurvey } from './dkim-survey.ts'
import type { EvidenceRecorder } from './evidence-recorder.ts'

/** The maximum number of selectors to query at the organizational domain: both names share one budget. */
const mostOfParent = 40

/**
 * Whether names exist below `_domainkey` that were not queried: `_domainkey` has no records itself, no queried selector
 * explains that it exists, and a random name beside it does not exist. Wildcard zones and signers with compact denial
 * (RFC 9824) answer that one too. Null: a lookup failed.
 *
 * @param domainkey the answer for `_domainkey` from the zone's own servers, if they could be asked
 * @param guard the answer for a random selector
 */
export async function findNamesBelow(
  { name, confirming }: DnsContext,
  { domainkey, guard, survey }: { domainkey: Answer<'TXT'>; guard: Answer<'TXT'>; survey: SelectorSurvey },
  recorder: EvidenceRecorder,
): Promise<boolean | null> {
  if (domainkey.kind === 'failed') return null
  if (domainkey.kind !== 'no-data' || domainkey.via.cnames.length > 0) return false
  if (guard.kind === 'failed') return null
  if (!isNothing(guard) || survey.hasNames()) return false
  const sibling = await recorder.query(confirming, `${randomSelector()}.${name}`, 'TXT')
  return sibling.kind === 'failed' ? null : isNothing(sibling)
}

/**
 * Looks for the keys of the organizational domain, which may sign for this name: the common selectors and those of the
 * providers that send, when anything exists below its `_domainkey`.
 */
export async function findParentKeys(
  context: DnsContext,
  signs: SenderSigns,
  recorder: EvidenceRecorder,
): Promise<DkimParent> {
  const domain = context.organizationalDomain
  const above = { ...context, name: domain }
  const domainkey = await recorder.query(context.confirming, `_domainkey.${domain}`, 'TXT')
  const none = { domain, state: 'none', selectors: [] } as const
  if (isNothing(domainkey)) return none
  const survey = selectorSurvey(above, recorder)
  const selectors = [...new Set([...commonSelectors, ...likelySelectors(signs), ...probedSelectors])]
  await survey.ask('catalogue', selectors.slice(0, mostOfParent))
  const guard = await survey.guard()
  const readings = [...survey.readings()]
  const working = readings.flatMap(([selector, reading]) =>
    reading.kind === 'key' && reading.key.state === 'working' ? [selector] : [],
  )
  if (working.length > 0) {
    await recorder.query(context.resolver, `${working[0]}._domainkey.${domain}`, 'TXT')
    return { domain, state: 'found', selectors: working.slice(0, 5) }
  }
  const [failed] = readings.filter(([, { kind }]) => kind === 'failed')
  if (failed !== undefined) await recorder.query(context.resolver, `${failed[0]}._domainkey.${domain}`, 'TXT')
  const below = failed === undefined ? await findNamesBelow(above, { domainkey, guard, survey }, recorder) : null
  return { ...none, state: below === null ? 'unchecked' : below ? 'unlisted' : 'none' }
}

/**
 * Selectors that were published under the domain's name twice, as panels make them that add the domain to a whole name.
 * Those that no one has named (`guessed`) are queried only if anything exists below the doubled `_domainkey`.
 */
export async function findDoubled(
  { name, resolver }: DnsContext,
  { missing, guessed, guard }: { missing: readonly string[]; guessed: readonly string[]; guard: Answer<'TXT'> },
  recorder: EvidenceRecorder,
): Promise<readonly DkimDoubled[]> {
  if (!isNegative(guard)) return []
  const above = `_domainkey.${name}.${name}`
  const isThere = guessed.length > 0 && above.length <= 253 && isUnderDoubled(await resolver.query(above, 'TXT'))
  const selectors = [...new Set([...missing, ...(isThere ? guessed : [])])]
  const found = await Promise.all(
    selectors.map(async (selector): Promise<DkimDoubled[]> => {
      const doubled = `${selector}._domainkey.${name}.${name}`
      if (doubled.length > 253) return []
      const answer = await resolver.query(doubled, 'TXT')
      const texts = answer.kind === 'records' ? answer.records.map(textOf) : []
      const record = chooseRecord(texts)
      if (record === null) return []
      await recorder.query(resolver, doubled, 'TXT')
      return [{ selector, name: doubled, record: displayText(record.text, 4_096) }]
    }),
  )
  return found.flat()
}

function isUnderDoubled(answer: Answer): boolean {
  return answer.kind !== 'failed' && !isNothing(answer)
}

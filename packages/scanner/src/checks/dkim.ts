import type { Section } from '@waxseal/core/check'
import {
  bounceLabels,
  commonSelectors,
  type DkimKey,
  type DkimName,
  type DkimValue,
  generatedSelectors,
  likelySelectors,
  likelySigners,
  probedSelectors,
  readSelector,
  readWildcard,
  type SelectorReading,
  type SenderSigns,
  sortedKeys,
  unguessableSigners,
} from '@waxseal/core/dkim'
import { isNegative, textOf } from '@waxseal/core/dns'
import { selectSpf } from '@waxseal/core/spf'
import { type CheckContext, collected, type DnsContext } from './check.ts'
import { askWitnesses, isNothing, proveAbsence } from './dkim-absence.ts'
import { findDoubled, findNamesBelow, findParentKeys } from './dkim-around.ts'
import { selectorSurvey } from './dkim-survey.ts'
import { evidenceRecorder } from './evidence-recorder.ts'

/** The maximum number of the user's and of confirmed selectors to query, the user's first. */
const mostNamed = 30
/** The maximum number of keys and CNAMEs to keep: no honest domain has more, and each may be 8 KB long. */
const mostKept = 40

/** The maximum number of selectors to query under a doubled name that no one has named. */
const mostGuessed = 20

/** The needed parts of a scan's context. */
export type DiscoveryContext = DnsContext & Pick<CheckContext, 'witnesses' | 'selectors' | 'confirmedSelectors'>

/**
 * Discovers DKIM keys: queries the whole catalogue, the user's selectors and those derived from other records, all at
 * once. Ignores answers of a wildcard. Before it reports none, it asks the zone's own servers, so that it finds a key
 * published a minute ago. Selectors cannot be listed, so the absence of a key is certain in three cases only
 * (`SureReason`).
 */
export async function collectDkim(context: DiscoveryContext): Promise<Section<DkimValue>> {
  const { name, resolver, confirming, witnesses } = context
  const recorder = evidenceRecorder()
  const domainkey = `_domainkey.${name}`
  const given = readSelectors(context.selectors)
  const named = readSelectors([...given, ...(context.confirmedSelectors ?? [])]).slice(0, mostNamed)
  const survey = selectorSurvey(context, recorder)
  const saying = recorder.query(resolver, domainkey, 'TXT')
  const listed = Promise.all([survey.ask('given', named), survey.ask('catalogue', probedSelectors)])

  const signs = await signsOf(context)
  const said = await saying
  const now = said.via.askedAt
  await Promise.all([listed, survey.ask('generated', generatedSelectors(signs, now))])
  await survey.ask('generated', generatedSelectors({ ...signs, targets: survey.targets() }, now))
  const guard = await survey.guard()

  /** `guessed`: where no key was found, the selectors to look for under a doubled name. */
  const finish = async (
    known: Partial<DkimValue>,
    notes: readonly string[] = [],
    guessed: readonly string[] = [],
  ): Promise<Section<DkimValue>> => {
    const unanswered = await survey.unanswered()
    await survey.keepEvidence()
    const own = valueOf(name, survey.readings(), named)
    const doubled = await findDoubled(context, { missing: own.missing, guessed, guard }, recorder)
    const senders = likelySigners(signs)
    const value = { ...own, wildcard: readWildcard(guard), unanswered, senders, doubled, ...known }
    return collected<DkimValue>(value, recorder.recording, notes)
  }
  const is = (...wanted: readonly SelectorReading['kind'][]): boolean =>
    [...survey.readings().values()].some(({ kind }) => wanted.includes(kind))

  if (!is('key', 'dangling', 'absent')) {
    const [open] = await survey.unanswered()
    await survey.keepEvidence()
    return { ran: false, reason: open?.reason ?? 'cancelled', evidence: recorder.recording.evidence() }
  }
  if (hasKey(survey.readings())) return finish({ state: 'found' })

  // Before it reports none, it asks the zone's own servers, in parallel.
  const [saidNow, witnessed, bounces] = await Promise.all([
    recorder.query(confirming, domainkey, 'TXT'),
    isNothing(said) ? askWitnesses(domainkey, witnesses) : [],
    bouncesOf(context),
    survey.askAgain([...named, ...commonSelectors, ...likelySelectors(signs)]),
  ])
  if (!isNothing(saidNow) && isNegative(guard)) await survey.askAgain(probedSelectors)
  if (hasKey(survey.readings())) return finish({ state: 'found' })

  const unguessable = unguessableSigners({ ...signs, bounces })
  if (is('failed')) return finish({ state: 'unchecked', unguessable })
  if (is('key')) return finish({ unguessable })
  const [parent, namesBelow] = await Promise.all([
    name === context.organizationalDomain ? null : findParentKeys(context, signs, recorder),
    findNamesBelow(context, { domainkey: saidNow, guard, survey }, recorder),
  ])
  const around = { unguessable, parent, namesBelow }
  const guessed = [...new Set([...likelySelectors(signs), ...commonSelectors])].slice(0, mostGuessed)
  if (is('dangling')) return finish(around, [], guessed)
  const { because, notes } = await proveAbsence(domainkey, { said, now: saidNow, witnessed }, recorder)
  const noneGivenExists = given.length > 0 && readWildcard(guard) === null
  const sureBecause = because ?? (noneGivenExists ? 'given' : null)
  return finish({ ...around, state: sureBecause === null ? 'none-unsure' : 'none-sure', sureBecause }, notes, guessed)
}

function readSelectors(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap(text => readSelector(text) ?? []))]
}

/** The value from the readings, while the reason for the absence of a key is unknown. */
function valueOf(domain: string, readings: ReadonlyMap<string, SelectorReading>, named: readonly string[]) {
  const keys: DkimKey[] = []
  const dangling: DkimName[] = []
  for (const reading of readings.values()) {
    if (reading.kind === 'key') keys.push(reading.key)
    if (reading.kind === 'dangling') dangling.push(reading.name)
  }
  return {
    state: 'none-unsure',
    sureBecause: null,
    keys: sortedKeys(keys).slice(0, mostKept),
    dangling: dangling.slice(0, mostKept),
    texts: named.flatMap(selector => {
      const reading = readings.get(selector)
      const text = reading?.kind === 'absent' ? reading.text : undefined
      return text === undefined ? [] : [{ selector, hostname: `${selector}._domainkey.${domain}`, text }]
    }),
    missing: named.filter(selector => readings.get(selector)?.kind === 'absent'),
    tried: readings.size,
    unguessable: [],
  } as const satisfies Partial<DkimValue>
}

function hasKey(readings: ReadonlyMap<string, SelectorReading>): boolean {
  return [...readings.values()].some(
    reading => reading.kind === 'key' && (reading.key.state === 'working' || reading.key.state === 'weak'),
  )
}

/** The domain's other records about its senders. Failed lookups count as absent; other checks report them. */
async function signsOf({ name, resolver }: DiscoveryContext): Promise<SenderSigns> {
  const [texts, mx] = await Promise.all([resolver.query(name, 'TXT'), resolver.query(name, 'MX')])
  const { records } = selectSpf(texts.kind === 'records' ? texts.records.map(textOf) : [])
  return {
    domain: name,
    spf: records[0] ?? null,
    mx: mx.kind === 'records' ? mx.records.map(({ exchange }) => exchange) : [],
    targets: [],
    bounces: [],
  }
}

async function bouncesOf({ name, resolver }: DiscoveryContext): Promise<readonly string[]> {
  const answers = await Promise.all(bounceLabels.map(label => resolver.query(`${label}.${name}`, 'CNAME')))
  return answers.flatMap(answer => (answer.kind === 'records' ? answer.records.map(({ target }) => target) : []))
}

import { randomInt } from 'node:crypto'
import {
  commonSelectors,
  type DkimName,
  type DkimUnanswered,
  readSelectorAnswer,
  type SelectorReading,
  type SelectorSource,
  signerOf,
} from '@waxseal/core/dkim'
import { type Answer, isNegative, type Resolver } from '@waxseal/core/dns'
import type { DnsContext } from './check.ts'
import type { EvidenceRecorder } from './evidence-recorder.ts'

/** The maximum number of selectors to query again at the zone's own servers before "not found". */
const mostDoubted = 60
/** The maximum number of selectors to query for a CNAME after the lookup of their key failed. */
const mostTraced = 12

/** The queries for one domain's selectors, and their answers. */
export interface SelectorSurvey {
  /** Queries the selectors that were not queried yet, all at once. */
  ask(source: SelectorSource, selectors: readonly string[]): Promise<void>
  /** Queries the zone's own servers for keys published a moment ago, as far as the limits allow. */
  askAgain(selectors: readonly string[]): Promise<void>
  /** The answer for a random selector, which comes from a wildcard if there is one. */
  guard(): Promise<Answer<'TXT'>>
  readings(): ReadonlyMap<string, SelectorReading>
  /** All CNAME targets of the selectors. */
  targets(): readonly string[]
  /** Whether any queried selector has a record or a CNAME of its own, whatever it says. */
  hasNames(): boolean
  /** The selectors whose lookup failed, with their CNAME targets if those are known. */
  unanswered(): Promise<readonly DkimUnanswered[]>
  /**
   * Records the evidence for everything reported: keys, CNAMEs, failures, the user's selectors, and the common ones.
   */
  keepEvidence(): Promise<void>
}

interface Asked {
  source: SelectorSource
  answer: Answer<'TXT'>
}

export function selectorSurvey({ name, resolver, confirming }: DnsContext, recorder: EvidenceRecorder): SelectorSurvey {
  const planned = new Map<string, SelectorSource>()
  const asked = new Map<string, Asked>()
  const again = new Set<string>()
  const randomName = randomSelector()
  const nameOf = (selector: string): string => `${selector}._domainkey.${name}`
  const guard = recorder.query(resolver, nameOf(randomName), 'TXT')
  let guardAnswer: Answer<'TXT'> | null = null

  const placeOf = (selector: string): Omit<DkimName, 'cnames' | 'provider'> => {
    return { selector, hostname: nameOf(selector), source: planned.get(selector) ?? 'catalogue' }
  }

  /**
   * When the query for the random selector failed, another selector that does not exist also shows that there is no
   * wildcard. Some servers do not distinguish a missing name from one without records; for these, most selectors must
   * have none.
   */
  const wildcard = (): { selector: string; answer: Answer<'TXT'> } | null => {
    if (guardAnswer !== null && guardAnswer.kind !== 'failed') return { selector: randomName, answer: guardAnswer }
    const negative = [...asked].flatMap(([selector, { answer }]) =>
      isNegative(answer) && answer.via.cnames.length === 0 ? [{ selector, answer }] : [],
    )
    const absent = negative.find(({ answer }) => answer.kind === 'no-such-name')
    return absent ?? (negative.length * 2 > asked.size ? (negative[0] ?? null) : null)
  }

  let read: ReadonlyMap<string, SelectorReading> | null = null
  const readings = (): ReadonlyMap<string, SelectorReading> => {
    const guarding = wildcard()
    read ??= new Map(
      [...asked].map(([selector, { answer }]) => [
        selector,
        guarding === null ? { kind: 'failed' } : readSelectorAnswer(placeOf(selector), answer, guarding),
      ]),
    )
    return read
  }
  const learn = (selector: string, known: Asked): void => {
    asked.set(selector, known)
    read = null
  }

  const failed = (): string[] =>
    [...readings()].flatMap(([selector, reading]) => (reading.kind === 'failed' ? [selector] : []))

  return {
    readings,
    targets: () => [...asked.values()].flatMap(({ answer }) => answer.via.cnames),
    hasNames: () => [...asked.values()].some(({ answer }) => answer.kind === 'records' || answer.via.cnames.length > 0),
    async guard() {
      guardAnswer = await guard
      read = null
      return guardAnswer
    },
    async ask(source, selectors) {
      const fresh = [...new Set(selectors)].filter(selector => !planned.has(selector))
      for (const selector of fresh) planned.set(selector, source)
      const answers = await Promise.all(fresh.map(selector => resolver.query(nameOf(selector), 'TXT')))
      for (const [index, answer] of answers.entries()) learn(fresh[index] ?? '', { source, answer })
    },
    async askAgain(selectors) {
      // Only a negative answer may be outdated and hide a key; a failed one stays failed.
      const doubted = [...new Set(selectors)].flatMap(selector => {
        const known = asked.get(selector)
        return known !== undefined && isNegative(known.answer) && !again.has(selector) ? [{ selector, known }] : []
      })
      const asking = doubted.slice(0, mostDoubted - again.size)
      for (const { selector } of asking) again.add(selector)
      const answers = await Promise.all(asking.map(({ selector }) => confirming.query(nameOf(selector), 'TXT')))
      for (const [index, { selector, known }] of asking.entries()) {
        learn(selector, { ...known, answer: answers[index] ?? known.answer })
      }
    },
    async unanswered() {
      const open = failed()
      const traced = open.length > mostTraced ? [] : open
      const aliases = await Promise.all(traced.map(selector => aliasOf(nameOf(selector), resolver, recorder)))
      return open.map((selector, index): DkimUnanswered => {
        const answer = asked.get(selector)?.answer
        const alias = aliases[index] ?? null
        const cnames = alias === null ? (answer?.via.cnames ?? []) : [alias]
        const failure = [answer, guardAnswer].find(each => each?.kind === 'failed')
        return {
          ...placeOf(selector),
          cnames,
          provider: cnames.length === 0 ? null : signerOf(selector, cnames),
          reason: failure?.kind === 'failed' ? failure.reason : 'cancelled',
        }
      })
    },
    async keepEvidence() {
      const usual: readonly string[] = commonSelectors
      const reported = [...readings()].filter(
        ([selector, { kind }]) => kind !== 'absent' || usual.includes(selector) || planned.get(selector) === 'given',
      )
      // Records the zone's own answer for the user's selectors, and where only the zone found something; otherwise the
      // resolver's answer.
      const fromZone = ([selector, { kind }]: (typeof reported)[number]): boolean =>
        again.has(selector) && (kind === 'key' || kind === 'failed' || planned.get(selector) === 'given')
      await Promise.all(
        reported.map(each => recorder.query(fromZone(each) ? confirming : resolver, nameOf(each[0]), 'TXT')),
      )
    },
  }
}

/** The CNAME target of a name; null when there is none, or the lookup failed. */
async function aliasOf(name: string, resolver: Resolver, recorder: EvidenceRecorder): Promise<string | null> {
  const answer = await resolver.query(name, 'CNAME')
  if (answer.kind !== 'records') return null
  await recorder.query(resolver, name, 'CNAME')
  return answer.records[0]?.target ?? null
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A new random selector: 24 letters and digits. */
export function randomSelector(): string {
  return Array.from({ length: 24 }, () => letters[randomInt(letters.length)]).join('')
}

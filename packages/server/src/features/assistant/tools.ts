import {
  type Answer,
  type DomainFacts,
  explainTerm,
  type Facts,
  type HeaderFacts,
  hasRecord,
  type KnownRecords,
  recordsMade,
  type ScanFacts,
  textsBesideRecords,
  textsIn,
} from '@waxseal/core/assistant'
import { rank } from '@waxseal/core/plan'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { AssistantTool } from '../../ports.ts'
import type { Actor } from '../workspaces/actor.ts'
import { changesOfDomain, scanOf } from './facts.ts'
import { domainsForModel, scanJson } from './facts-json.ts'
import type { OwnDomain } from './own-domains.ts'

const name = z.object({ domain: z.string().max(253) })

/** Reads of domains for one answer; a model may ask for hundreds at once. */
const readsMax = 8
/** The most characters of one scan. */
const scanMax = 30_000

/**
 * What a language model may read: the data of the actor's workspace. The workspace is not an input, so a model cannot name
 * another one; nothing writes, and nothing is fetched from outside. On Starter only the domain in question is open.
 *
 * @param known gets the records of each scan that is read, so that the answer may show them
 */
export function toolsFor(
  deps: Deps,
  actor: Actor,
  { facts, domains }: { facts: Facts; domains: readonly OwnDomain[] },
  known: KnownScans,
): Readonly<Record<string, AssistantTool>> {
  const isStarter = rank(facts.scope) === 0
  const about = scanAsked(facts)
  const idOf = (asked: unknown): string | null => {
    const wanted = name.parse(asked).domain.trim().toLowerCase().replace(/\.$/, '')
    const found = domains.find(each => each.name === wanted || unicodeOf(facts.domains, each.name) === wanted)
    if (found === undefined || (isStarter && found.name !== about?.domain)) return null
    return found.id
  }
  const refusal = isStarter
    ? 'Not available: on Starter, answers are about one domain at a time. Ask the user to name it in the question.'
    : 'Not available: this is not a domain of the user.'
  const read = new Map<string, Promise<string>>()
  const ofDomain = (what: string, work: (id: string) => Promise<string>) => async (asked: unknown) => {
    const id = idOf(asked)
    if (id === null) return refusal
    const key = `${what} ${id}`
    if (read.has(key)) return 'Already read: see above.'
    if (read.size >= readsMax) return `Not available: at most ${readsMax} reads for one answer.`
    const result = work(id)
    read.set(key, result)
    return result
  }
  return {
    list_domains: {
      description: 'The domains of the user with their scores and issues, the lowest scores first.',
      input: z.object({}),
      run: async () =>
        JSON.stringify(isStarter ? { domains: domains.map(each => each.name) } : domainsForModel(facts.domains)),
    },
    get_scan: {
      description: 'The last scan of one domain of the user: findings, fixes with exact records, published records.',
      input: name,
      run: ofDomain('scan', async id => {
        const scan = await scanOf(deps, actor, id)
        if (scan === null) return 'This domain has no scan yet.'
        known.add(scan)
        return scanJson(scan, scanMax)
      }),
    },
    get_changes: {
      description: 'The DNS changes of one domain of the user that monitoring found, newest first.',
      input: name,
      run: ofDomain('changes', async id => {
        const changes = await changesOfDomain(deps, actor, id)
        known.addQuotes(changes)
        return JSON.stringify({ dns_changes: changes })
      }),
    },
    explain_term: {
      description: 'What a term means, why it matters and its standard: SPF, DKIM, DMARC, alignment, MTA-STS, DANE …',
      input: z.object({ term: z.string().max(100) }),
      run: async asked => {
        const term = explainTerm(String((asked as { term: unknown }).term))
        known.addTexts(term)
        return JSON.stringify(term)
      },
    },
  }
}

function unicodeOf(domains: readonly DomainFacts[], own: string): string | null {
  return domains.find(each => each.name === own)?.unicode ?? null
}

/** The scan that a question is about: that of its place, or the only one that it needs; null: several, or none. */
export function scanAsked({ scan, scans }: Pick<Facts, 'scan' | 'scans'>): ScanFacts | null {
  const [only = null, ...others] = scans
  return scan ?? (others.length === 0 ? only : null)
}

/** What a message names, without what its sender could phrase as a record to publish. */
export function headerTexts(header: HeaderFacts | null): readonly string[] {
  if (header === null) return []
  const { from, subject: _, repeated: __, ...rest } = header
  const address = from?.split(/[\s<>"]/).findLast(part => part.includes('@')) ?? ''
  return withoutRecords([rest, address])
}

function withoutRecords(value: unknown): readonly string[] {
  return textsIn(value).filter(text => !hasRecord(text))
}

/** What an answer may show without a warning: the records of the scans that the model has read, and the texts it read. */
export class KnownScans {
  readonly #scans: ScanFacts[] = []
  readonly #texts: string[] = []
  readonly #made: KnownRecords['made'][number][] = []
  readonly #published: KnownRecords['published'][number][] = []

  add(scan: ScanFacts): void {
    this.#scans.push(scan)
    // The values are those of published records, which are no texts of ours.
    const { details: _, ...words } = scan
    this.addTexts(words)
  }

  /** Adds an answer of the built-in analyst: its records to publish are made by our own code. */
  addAnswer(answer: Answer): void {
    for (const block of answer) {
      if (block.kind === 'record') this.#made.push(block.record)
      if (block.kind === 'published') this.#published.push({ ...block.record, when: block.when })
      if (block.kind !== 'record' && block.kind !== 'published') this.addTexts(block)
    }
  }

  /** Adds every text in what the model has read, without the records that it quotes: those are none to publish. */
  addTexts(value: unknown): void {
    this.#keep(textsBesideRecords(value))
  }

  /** Adds the texts without a record or a part of one: changes of DNS quote what was published once. */
  addQuotes(value: unknown): void {
    this.#keep(withoutRecords(value))
  }

  /** One by one: thousands of domains have more texts than a call may have arguments. */
  #keep(texts: readonly string[]): void {
    for (const text of texts) this.#texts.push(text)
  }

  records(): KnownRecords {
    return {
      made: [...this.#scans.flatMap(scan => recordsMade(scan)), ...this.#made],
      published: [...this.#scans.flatMap(({ records }) => records), ...this.#published],
      texts: this.#texts,
    }
  }
}

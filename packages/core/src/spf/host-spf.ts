import { boundedResolver, type Resolver } from '../dns/index.ts'
import { noAddress } from './address-set.ts'
import { type FlattenInput, type FlattenResult, flattenSpf, readSpf, type SpfFlattening } from './flatten.ts'
import type { FlattenProblem } from './flatten-problem.ts'
import { ownAddresses, type SpfSource, sourceNames } from './flatten-sources.ts'
import { acceptedSources, editedSources, type GrowthMemory, isOwnSource, judgeGrowth, tooWide } from './growth.ts'
import { type HostedMemory, newHostedMemory } from './upkeep.ts'

/** A record that its owner gives, as it is hosted. */
export type HostSpfResult =
  | { kind: 'hosted'; flattening: SpfFlattening; memory: HostedMemory; asks: boolean }
  | Exclude<FlattenResult, { kind: 'proved' }>

/** A record to be hosted. */
export type HostSpfInput = Omit<FlattenInput, 'besides' | 'within' | 'signal'>

/** A record that is hosted already, with what its owner accepted. */
export interface KnownHostedSpf {
  record: string
  memory: GrowthMemory
}

/** The maximum number of queries. */
const questionsMax = 1000

/**
 * Flattens a record that its owner gives for hosting. What the owner added is accepted as it is now; of other terms what
 * was accepted before. Nothing that upstreams removed is kept. Never rejects.
 *
 * @param existing the hosted record before; null: it is hosted for the first time
 */
export async function hostSpf(
  resolver: Resolver,
  input: HostSpfInput & Pick<FlattenInput, 'signal'>,
  existing: KnownHostedSpf | null,
  now: Date,
): Promise<HostSpfResult> {
  const first = boundedResolver(resolver, questionsMax)
  const read = await readSpf(first, input)
  if (read.kind === 'failed') return read
  const { sources } = read.reading
  const edit = editOf(sources, existing, input.domain)
  if (edit.kind === 'failed') return edit
  const growth = judgeGrowth(edit.memory, sources, { now, hosted: noAddress })
  const result = await flattenSpf(first, { ...input, within: growth.within })
  if (result.kind !== 'proved') return result
  const { flattening } = result
  return { kind: 'hosted', flattening, memory: newHostedMemory(flattening, growth.memory), asks: growth.asks }
}

/** What is accepted after an edit; failed where the owner added what is never hosted. */
export function editOf(
  sources: readonly SpfSource[],
  existing: { record: string; memory: GrowthMemory } | null,
  domain: string,
): { kind: 'accepted'; memory: GrowthMemory } | { kind: 'failed'; problems: FlattenProblem[] } {
  const before = existing === null ? [] : sourceNames(existing.record, domain)
  const added = sources.filter(source => isOwnSource(source) || !before.includes(source.name))
  const problems = added.flatMap(({ name, passing }): FlattenProblem[] => {
    const [range] = tooWide(passing)
    return range === undefined ? [] : [{ code: 'too_wide', term: termOf(name, range), range }]
  })
  if (problems.length > 0) return { kind: 'failed', problems }
  if (existing === null) return { kind: 'accepted', memory: acceptedSources(sources) }
  return { kind: 'accepted', memory: editedSources(existing.memory, sources, before) }
}

function termOf(name: string, range: string): string {
  if (name === 'all') return '+all'
  return name === ownAddresses ? `${range.includes(':') ? 'ip6' : 'ip4'}:${range}` : name
}

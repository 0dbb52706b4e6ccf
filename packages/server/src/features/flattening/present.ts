import { createHash } from 'node:crypto'
import type { FlatteningItem, listFlattening, ReplyOf } from '@waxseal/contract'
import type { Tier } from '@waxseal/core/plan'
import {
  appliesAt,
  countIpv4,
  countIpv6Nets,
  isEmpty,
  keptOutOf,
  noAddress,
  type SpfFlattening,
  setOfCidrs,
  withheldOf,
} from '@waxseal/core/spf'
import type { FlatteningRow } from './store.ts'

type Additions = NonNullable<NonNullable<FlatteningItem['withheld']>['additions']>
type ZoneState = ReplyOf<typeof listFlattening>['zone']

/** The CIDR blocks of each source that are listed. */
const blocksShown = 50

/** What is stored of a flattening for the screen. */
export function viewOf(flattening: SpfFlattening): FlatteningRow['view'] {
  const { records, published, publishedWithEnding, includes, passing, kept, empty, changes, more } = flattening
  return {
    records,
    published,
    publishedWithEnding,
    includes,
    proof: {
      ipv4: countIpv4(passing),
      ipv6: countIpv6Nets(passing),
      lookupsBefore: flattening.lookupsBefore,
      lookupsAfter: flattening.lookupsAfter,
      kept,
      empty,
      changes: changes.map(({ range, before, after }) => ({ range, before, after })),
      more,
    },
  }
}

/** The name of a preview: it ends in a zone that can never exist (RFC 6761 section 6.4). */
export function previewName(label: string): string {
  return `${label}.hosted-zone.invalid`
}

/** A hosted record as the API returns it. */
export function presentConfiguration(
  row: FlatteningRow,
  { tier, isPaused, zone }: { tier: Tier; isPaused: boolean; zone: ZoneState },
): FlatteningItem {
  const { view, memory } = row
  const { proof } = view
  const withEnding = view.publishedWithEnding === view.published ? null : view.publishedWithEnding
  return {
    id: row.id,
    customer_slug: row.label,
    domain_id: row.domainId ?? '',
    original_domain: row.originalDomain,
    original_spf_record: row.originalRecord,
    flattened_spf_record: view.records[0]?.value ?? '',
    hosted_records: view.records.map(({ name, value }) => ({ name, value })),
    waxseal_domain: row.hostedName,
    hosted_name: row.hostedName ?? previewName(row.label),
    publication: publicationOf(row, zone),
    parsed_includes: [...view.includes],
    status: statusOf(row, isPaused),
    tier,
    created_at: row.createdAt.toISOString(),
    last_checked_at: row.checkedAt?.toISOString() ?? null,
    ttl: row.ttl,
    new_spf_record: view.published,
    new_spf_record_with_ending: withEnding,
    included: row.included,
    looked_at: row.lookedAt?.toISOString() ?? null,
    problem: row.problem,
    withheld: presentWithheld(memory),
    kept_out: presentKeptOut(memory),
    proof: {
      ipv4_addresses: proof.ipv4,
      ipv6_networks: proof.ipv6,
      lookups_before: proof.lookupsBefore,
      lookups_after: proof.lookupsAfter,
      kept: [...proof.kept],
      empty: [...proof.empty],
      changes: proof.changes.map(change => ({ ...change })),
      more_changes: proof.more,
    },
  }
}

function publicationOf({ hostedName, live }: FlatteningRow, zone: ZoneState): FlatteningItem['publication'] {
  if (hostedName === null) return 'preview'
  if (zone.state !== 'proved') return 'zone_unproved'
  return live ? 'live' : 'waiting'
}

function statusOf({ problem, included }: FlatteningRow, isPaused: boolean): FlatteningItem['status'] {
  if (problem !== null) return 'error'
  if (isPaused) return 'paused'
  return included === true ? 'active' : 'pending'
}

/** Everything that is withheld together. */
function presentWithheld(memory: FlatteningRow['memory']): FlatteningItem['withheld'] {
  const [oldest] = memory.withheld
  const additions = presentAdditions(memory)
  const since = oldest?.since ?? additions?.since
  if (since === undefined) return null
  const { addresses, kept } = withheldOf(memory)
  return {
    ipv4_addresses: countIpv4(addresses),
    ipv6_networks: countIpv6Nets(addresses),
    kept: [...kept],
    since,
    applies_at: appliesAt(memory)?.toISOString() ?? null,
    additions,
  }
}

function presentKeptOut(memory: FlatteningRow['memory']): FlatteningItem['kept_out'] {
  const { addresses, kept } = keptOutOf(memory)
  if (isEmpty(addresses) && kept.length === 0) return null
  return { ipv4_addresses: countIpv4(addresses), ipv6_networks: countIpv6Nets(addresses), kept }
}

function presentAdditions({ sources }: FlatteningRow['memory']): Additions | null {
  const waiting = sources.flatMap(({ name, waiting }) => (waiting === null ? [] : [{ name, ...waiting }]))
  const since = waiting.map(each => each.since).sort()[0]
  if (since === undefined) return null
  return {
    version: additionsVersion({ sources }),
    since,
    acceptable: waiting.every(({ isWide }) => !isWide),
    sources: waiting.map(({ name, addresses, kept }) => {
      const set = setOfCidrs(addresses) ?? noAddress
      return {
        term: name,
        ipv4_addresses: countIpv4(set),
        ipv6_networks: countIpv6Nets(set),
        addresses: addresses.slice(0, blocksShown),
        more_addresses: Math.max(0, addresses.length - blocksShown),
        kept: [...kept],
      }
    }),
  }
}

/** Names exactly what waits, so that a decision is about what its maker saw. */
export function additionsVersion({ sources }: Pick<FlatteningRow['memory'], 'sources'>): string {
  const waiting = sources.flatMap(({ name, waiting }) =>
    waiting === null ? [] : [[name, waiting.addresses, waiting.kept]],
  )
  return createHash('sha256').update(JSON.stringify(waiting)).digest('hex').slice(0, 32)
}

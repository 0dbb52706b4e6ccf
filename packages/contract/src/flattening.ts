import { tiers } from '@waxseal/core/plan'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  checkFlatteningRoute,
  decideFlatteningRoute,
  deleteFlatteningRoute,
  flattenRoute,
  listFlatteningRoute,
  listVersionsRoute,
} from './flattening.route.ts'

const configurationParams = z.object({ id: z.string().max(64) })

/** What the proof of a hosted record covers, and what it leaves to the owner. */
const flatteningProof = z.object({
  /** The addresses that pass in both records: IPv4 addresses, and IPv6 networks of 64 bits. */
  ipv4_addresses: z.number(),
  ipv6_networks: z.number(),
  lookups_before: z.number().int(),
  lookups_after: z.number().int(),
  /** Terms that only a message decides. They stay terms in the hosted record. */
  kept: z.array(z.string()),
  /** Terms of the original record that name hosts without addresses. */
  empty: z.array(z.string()),
  /** Addresses whose result changes without passing in either record, as from softfail to fail; at most 50 ranges. */
  changes: z.array(z.object({ range: z.string(), before: z.string(), after: z.string() })),
  /** The number of such ranges that are not in `changes`. */
  more_changes: z.number().int(),
})

const flatteningStatus = ['pending', 'active', 'error', 'paused'] as const

/** What upstreams added beyond the bounds. It does not pass in the hosted record. */
const withheldAdditions = z.object({
  /** Names exactly these additions in a decision. */
  version: z.string(),
  since: z.string(),
  /** False: a range is wider than /8, or /16 for IPv6, so it can only be kept out. */
  acceptable: z.boolean(),
  sources: z.array(
    z.object({
      /** The term of the original record, as `include:mail.example`. */
      term: z.string(),
      ipv4_addresses: z.number(),
      ipv6_networks: z.number(),
      /** CIDR blocks, at most 50. */
      addresses: z.array(z.string()),
      /** The number of blocks that are not in `addresses`. */
      more_addresses: z.number().int(),
      /** Terms that only a message decides, as `exists:` and `ptr:`. */
      kept: z.array(z.string()),
    }),
  ),
})

/** One hosted SPF record (specification 2, section 3). */
export const flatteningItem = z
  .object({
    id: z.string(),
    customer_slug: z.string(),
    domain_id: z.string(),
    original_domain: z.string(),
    original_spf_record: z.string(),
    /** The record at `hosted_name`. */
    flattened_spf_record: z.string(),
    /** All hosted records, that one first; each includes the next. */
    hosted_records: z.array(z.object({ name: z.string(), value: z.string() })),
    /** The hosted name; null in a preview. */
    waxseal_domain: z.string().nullable(),
    /** The hosted name, in a preview one that does not exist. */
    hosted_name: z.string(),
    /**
     * `preview`: this server has no hosted zone, so nothing is published. `zone_unproved`: no look-up has shown yet that
     * the zone is delegated to this server. `waiting`: published, but no look-up has found this record yet. `live`: a
     * look-up found it.
     */
    publication: z.enum(['preview', 'zone_unproved', 'waiting', 'live']),
    parsed_includes: z.array(z.string()),
    /**
     * `pending`: the domain does not include the hosted record yet. `error`: the record could not be refreshed, see
     * `problem`; the last good one stays. `paused`: the plan has no room for it; it stays hosted and up to date, but
     * cannot be edited.
     */
    status: z.enum(flatteningStatus),
    tier: z.enum(tiers),
    created_at: z.string(),
    /** ISO 8601 of the last check of the included records that succeeded. */
    last_checked_at: z.string().nullable(),
    /** Seconds. */
    ttl: z.number().int(),
    /** The record for the domain, in place of its own. */
    new_spf_record: z.string(),
    /** The same with the ending of the original record; null when that is the same record. */
    new_spf_record_with_ending: z.string().nullable(),
    /** Whether the domain's record includes the hosted one, when it was last looked up; null: not known. */
    included: z.boolean().nullable(),
    /** ISO 8601 of that look-up. */
    looked_at: z.string().nullable(),
    /** Why the status is `error`. */
    problem: z.string().nullable(),
    /**
     * Upstream changes that are not in the hosted record; null: none. The amounts and `kept` are those of removals, which
     * the hosted record still has.
     */
    withheld: z
      .object({
        ipv4_addresses: z.number(),
        ipv6_networks: z.number(),
        kept: z.array(z.string()),
        since: z.string(),
        /** When the next removal is applied at the earliest; null: there is none, or it waits as long as the additions. */
        applies_at: z.string().nullable(),
        /** Large additions, which wait for a decision; null: none. */
        additions: withheldAdditions.nullable(),
      })
      .nullable(),
    /** What a decision keeps out, whether upstreams have it now or not; flattening again asks again. null: nothing. */
    kept_out: z.object({ ipv4_addresses: z.number(), ipv6_networks: z.number(), kept: z.array(z.string()) }).nullable(),
    proof: flatteningProof,
  })
  .meta({ id: 'SpfFlattening' })

export type FlatteningItem = z.infer<typeof flatteningItem>

export const listFlattening = endpoint({
  route: listFlatteningRoute,
  summary: 'Returns the hosted SPF records of the workspace, newest first.',
  status: 200,
  reply: z.object({
    configurations: z.array(flatteningItem),
    /** The most that the plan allows; null: unlimited. */
    limit: z.number().int().nullable(),
    /** The plan has hosted records. */
    allowed: z.boolean(),
    zone: z.object({
      /** Names of hosted records end in this: a dot and the zone, or a zone that does not exist in a preview. */
      suffix: z.string(),
      state: z.enum(['preview', 'unproved', 'proved']),
      /** Why the zone is unproved. */
      problem: z.string().nullable(),
      /** Who answers for the zone, as "Waxseal" or "Cloudflare". */
      provider: z.string(),
    }),
  }),
  errors: ['unauthorized'],
})

export const flatten = endpoint({
  route: flattenRoute,
  summary:
    'Flattens the SPF record of a domain of the workspace and hosts the result. For a domain that has a hosted record ' +
    'already, replaces its original record and flattens again. Terms that the call adds are accepted as they are now; ' +
    'nothing with +all or a range wider than /8 (IPv6: /16) is. Nothing is hosted that is not proved to let the same ' +
    'messages pass as what is accepted.',
  status: 200,
  body: z.object({
    /** The wanted label of the hosted name. The reply has the actual one. */
    customer_slug: z.string().max(100).optional(),
    original_domain: z.string().max(255),
    original_spf_record: z.string().max(8_192),
  }),
  reply: flatteningItem,
  errors: ['unauthorized', 'validation', 'feature_locked', 'domain_read_only', 'not_found', 'conflict', 'upstream'],
})

export const checkFlattening = endpoint({
  route: checkFlatteningRoute,
  summary:
    'Checks the included records of a hosted record now, and hosts what changed. Large additions wait for a decision ' +
    '(see `withheld`). `changes_detected`: something was published.',
  status: 200,
  params: configurationParams,
  reply: z.object({ changes_detected: z.boolean(), configuration: flatteningItem }),
  errors: ['unauthorized', 'not_found', 'conflict', 'upstream'],
})

export const decideFlattening = endpoint({
  route: decideFlatteningRoute,
  summary:
    'Accepts the upstream additions that wait, or keeps them out. `version` is that of `withheld.additions`: other ' +
    'additions than those are not decided, and the call is refused with `conflict`.',
  status: 200,
  params: configurationParams,
  body: z.object({ decision: z.enum(['accept', 'keep_out']), version: z.string().max(64) }),
  reply: flatteningItem,
  errors: ['unauthorized', 'validation', 'not_found', 'conflict'],
})

export const listVersions = endpoint({
  route: listVersionsRoute,
  summary: 'Returns the versions of a hosted record with their differences, newest first; at most the last 50.',
  status: 200,
  params: configurationParams,
  reply: z.object({
    versions: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        /** `upstream`: included records changed. `zone`: the name of the hosted zone changed. */
        reason: z.enum(['created', 'edited', 'upstream', 'zone']),
        original_spf_record: z.string(),
        hosted_records: z.array(z.object({ name: z.string(), value: z.string() })),
        /** CIDR blocks against the version before, at most 200 each. */
        added: z.array(z.string()),
        removed: z.array(z.string()),
        /** The number of blocks that are not in the two lists. */
        more_added: z.number().int(),
        more_removed: z.number().int(),
      }),
    ),
  }),
  errors: ['unauthorized', 'not_found'],
})

export const deleteFlattening = endpoint({
  route: deleteFlatteningRoute,
  summary:
    'Deletes a hosted record. While the domain still includes it, the call is refused with `conflict` unless it is ' +
    'confirmed; the last good record then stays hosted until the domain no longer includes it.',
  status: 204,
  params: configurationParams,
  query: z.object({ confirmed: z.enum(['true']).optional() }),
  reply: z.null(),
  errors: ['unauthorized', 'not_found', 'conflict'],
})

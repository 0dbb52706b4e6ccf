import { allQualifiers, spfEntriesMax, tooManySpfEntries } from '@waxseal/core/spf'
import { z } from 'zod'
import { builderParams, builderTarget, builderWarning } from './builder-parts.ts'
import { endpoint } from './endpoint.ts'
import { spfTree } from './scan-parts.ts'
import { generateSpfRoute, previewSpfRoute, savedSpfRoute } from './spf.route.ts'

const entries = z.array(z.string().max(2_000)).max(spfEntriesMax, tooManySpfEntries)

const spfInput = z.object({
  include_domains: entries.default([]),
  ip4_addresses: entries.default([]),
  ip6_addresses: entries.default([]),
  /** The domain's MX hosts may send. */
  use_mx: z.boolean().default(false),
  /** The addresses of the domain itself may send. */
  use_a: z.boolean().default(false),
  /** The result for all other senders. */
  all_qualifier: z.enum(allQualifiers).default('~all'),
})

/** The settings of a record, entries in the form of the record (specification 2, section 3). */
const spfSettings = z.object({
  include_domains: z.array(z.string()),
  ip4_addresses: z.array(z.string()),
  ip6_addresses: z.array(z.string()),
  use_mx: z.boolean(),
  use_a: z.boolean(),
  all_qualifier: z.enum(allQualifiers),
  /** The value of the TXT record. */
  dns_record: z.string(),
})

export const savedSpf = endpoint({
  route: savedSpfRoute,
  summary: 'Returns the settings and the record last generated for a domain, or 404 if there is none.',
  status: 200,
  params: builderParams,
  reply: spfSettings.extend({ generated_at: z.string() }),
  errors: ['unauthorized', 'not_found'],
})

export const generateSpf = endpoint({
  route: generateSpfRoute,
  summary:
    'Generates an SPF record and saves it if the domain is in the workspace. Empty and repeated entries are removed. ' +
    'An entry that is not a name or address is refused, and the detail names it.',
  status: 200,
  body: spfInput.extend(builderTarget.shape),
  reply: spfSettings.extend({
    /** The same in strings of at most 255 bytes, the form to publish. */
    strings: z.array(z.string()),
    warnings: z.array(builderWarning),
  }),
  errors: [
    'unauthorized',
    'validation',
    'invalid_domain',
    'feature_locked',
    'not_found',
    'domain_read_only',
    'unavailable',
  ],
})

const spfResult = z.enum(['none', 'neutral', 'pass', 'fail', 'softfail', 'temperror', 'permerror'])

export const previewSpf = endpoint({
  route: previewSpfRoute,
  summary:
    'Previews the record of these settings: its include tree, its lookups, and the addresses that gain or lose ' +
    'permission compared to the published record. Stores nothing and uses no scan.',
  status: 200,
  body: spfInput.extend(builderTarget.shape),
  reply: z.object({
    /** Built from the valid entries. */
    dns_record: z.string(),
    octets: z.number().int(),
    strings: z.array(z.string()),
    problems: z.array(
      z.object({
        field: z.enum(['include_domains', 'ip4_addresses', 'ip6_addresses']),
        /** The index in the list as sent. */
        index: z.number().int(),
        message: z.string(),
      }),
    ),
    warnings: z.array(builderWarning),
    /** `complete` false: a lookup failed (see `unchecked`), and the count is a lower bound. */
    lookups: z.object({ count: z.number().int(), limit: z.number().int(), complete: z.boolean() }),
    voids: z.object({ count: z.number().int(), limit: z.number().int() }),
    unchecked: z.array(z.string()),
    tree: spfTree,
    /** The domain's current record. `several`: receivers use none of them (RFC 7208 section 4.5). */
    published: z.object({
      state: z.enum(['found', 'none', 'several', 'could_not_check']),
      record: z.string().nullable(),
      /** Its TTL in seconds, from the zone's own servers; null when these were not asked. */
      ttl: z.number().int().nullable(),
    }),
    /** Null: no record or several records are published, or the lookup failed. */
    difference: z
      .object({
        /** Receivers treat both the same for all addresses; null: unknown, see `not_comparable`. */
        equivalent: z.boolean().nullable(),
        changes: z.array(
          z.object({
            /** `gains` and `loses`: permission to send (`pass`). `changes`: between results without permission. */
            kind: z.enum(['gains', 'loses', 'changes']),
            /** `192.0.2.0/24`, `192.0.2.1`, `192.0.2.1–192.0.2.9`, `every address`, or `every other address`. */
            range: z.string(),
            /** The number of addresses, in decimal digits, because IPv6 ranges exceed a JSON number. */
            addresses: z.string(),
            before: spfResult,
            after: spfResult,
          }),
        ),
        /** The number of ranges not in `changes`. */
        more: z.number().int(),
        /** Why a part could not be compared; null: all of it was. */
        not_comparable: z.string().nullable(),
      })
      .nullable(),
  }),
  errors: ['unauthorized', 'validation', 'invalid_domain', 'feature_locked', 'not_found', 'unavailable'],
})

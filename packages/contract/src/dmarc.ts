import { z } from 'zod'
import { builderParams, builderTarget, builderWarning } from './builder-parts.ts'
import { generateDmarcRoute, savedDmarcRoute } from './dmarc.route.ts'
import { endpoint } from './endpoint.ts'

const policy = z.enum(['none', 'quarantine', 'reject'])
const lowerPolicy = z.enum(['', 'none', 'quarantine', 'reject'])
const alignment = z.enum(['r', 's'])

/** The settings of a record (specification 1, section 3), normalized. */
const dmarcSettings = z.object({
  policy,
  /** Mail addresses, separated by commas. */
  rua_email: z.string(),
  ruf_email: z.string(),
  pct: z.number().int(),
  /** '': the same as `policy`. */
  sp_policy: lowerPolicy,
  /** For subdomains that do not exist; '': the same as for existing ones. */
  np_policy: lowerPolicy,
  testing: z.boolean(),
  adkim: alignment,
  aspf: alignment,
  fo: z.string(),
  /** The value of the TXT record at `_dmarc`. */
  dns_record: z.string(),
})

export const savedDmarc = endpoint({
  route: savedDmarcRoute,
  summary: 'Returns the settings and the record last generated for a domain, or 404 if there is none.',
  status: 200,
  params: builderParams,
  reply: dmarcSettings.extend({ generated_at: z.string() }),
  errors: ['unauthorized', 'not_found'],
})

export const generateDmarc = endpoint({
  route: generateDmarcRoute,
  summary:
    'Generates a DMARC record and saves it if the domain is in the workspace. Report addresses can have the prefix ' +
    'mailto:. For addresses at other domains, the server checks whether these domains accept the reports.',
  status: 200,
  body: builderTarget.extend({
    policy,
    rua_email: z.string().max(8_000).default(''),
    ruf_email: z.string().max(8_000).nullable().default(''),
    /** 0 to 100; text that is no number counts as 100. */
    pct: z.union([z.number(), z.string().max(100), z.null()]).default(100),
    sp_policy: lowerPolicy.nullable().default(''),
    np_policy: lowerPolicy.default(''),
    testing: z.boolean().default(false),
    adkim: alignment.default('r'),
    aspf: alignment.default('r'),
    fo: z.string().max(100).default('0'),
  }),
  reply: dmarcSettings.extend({
    hostname: z.literal('_dmarc'),
    /** The record in strings of at most 255 bytes, the form to publish. */
    strings: z.array(z.string()),
    warnings: z.array(builderWarning),
    /** The report addresses at other domains, which must authorize the reports (RFC 9990 section 4). */
    external_reports: z.array(
      z.object({
        address: z.string(),
        domain: z.string(),
        state: z.enum(['authorized', 'not_authorized', 'could_not_check']),
        /** The record that the other domain must publish. */
        record: z.object({ name: z.string(), value: z.string() }),
      }),
    ),
  }),
  errors: ['unauthorized', 'validation', 'invalid_domain', 'feature_locked', 'not_found', 'domain_read_only'],
})

import { scanSchedules } from '@waxseal/core/plan'
import { z } from 'zod'
import { changedAfterScan } from './changed-after-scan.ts'
import { scanReply } from './diagnostics.ts'
import {
  addDomainRoute,
  addDomainsRoute,
  addSelectorRoute,
  changeTagsRoute,
  deleteDomainRoute,
  deleteSelectorRoute,
  latestScanRoute,
  listDomainsRoute,
  listSelectorsRoute,
  scanHistoryRoute,
  setScheduleRoute,
  setTagsRoute,
} from './domains.route.ts'
import { endpoint } from './endpoint.ts'
import { isPrintable } from './printable.ts'

export const domainParams = z.object({ id: z.string().max(64) })

/** A status badge of the report: its state and its words. */
const badge = z
  .object({
    state: z.enum(['ok', 'warning', 'error', 'not-found', 'unchecked', 'not-applicable']),
    text: z.string(),
  })
  .meta({ id: 'Badge' })

/** How often a domain is scanned without a person. */
const scanSchedule = z.enum(scanSchedules)

/** One row of the domain list (specification 1, section 3). */
export const domainItem = z
  .object({
    id: z.string(),
    domain_name: z.string(),
    /** The name in Unicode when it differs from `domain_name`, else null. */
    domain_unicode: z.string().nullable(),
    health_score: z.number().int().nullable(),
    /** ISO 8601 of the last finished scan; null: never scanned. */
    last_scan: z.string().nullable(),
    /** ISO 8601 of the scan with `health_score`; null: no scan had a score yet. */
    scored_at: z.string().nullable(),
    created_at: z.string(),
    mx_count: z.number().int().nullable(),
    blacklist_count: z.number().int().nullable(),
    /** The state of the report's SPF and DMARC badge. */
    auth_status: z.enum(['pass', 'partial', 'fail', 'unknown']),
    /** The words of that badge, also where one of the two is unknown; null: neither is known. */
    auth_text: z.string().nullable(),
    /** The report's badges besides SPF and DMARC; null: never scanned, or not since the list has them. */
    badges: z.object({ mx: badge, dkim: badge, blacklists: badge, relay: badge }).nullable(),
    /**
     * The costliest finding of the last scan that is neither accepted nor muted, in a few words; null: the scan has no finding,
     * or is older than this field. Where all are accepted or muted the text is "Accepted findings only", and `id` and `severity`
     * are those of the costliest one.
     */
    worst: z
      .object({ id: z.string(), text: z.string(), severity: z.enum(['critical', 'high', 'medium', 'low', 'info']) })
      .nullable(),
    /** The last scan left something unasked or unanswered, as its report says; null: it is older than this field. */
    partly_checked: z.boolean().nullable(),
    /**
     * `unknown`: no server has a result that counts, or a suspicion waits for the second test. null: never scanned, or there is
     * nothing to test: the badge is "Not applicable" or "Switched off".
     */
    relay_test_result: z.enum(['open', 'closed', 'unknown']).nullable(),
    /** The last scan has no score; `health_score` is then the previous one. */
    score_is_old: z.boolean(),
    /** The changes that no scan has seen yet: what this row says of these records is from before. */
    changed_after_scan: changedAfterScan,
    /** A scan is queued or running now. */
    scanning: z.boolean(),
    /** The owner's tags for the domain, in the owner's order. */
    tags: z.array(z.string()),
    scan_schedule: scanSchedule,
    /** ISO 8601 of the next scheduled scan; null: none. */
    next_scan_at: z.string().nullable(),
    /** One of the newest domains beyond the plan's number: it is not scanned or monitored, and cannot be changed. */
    read_only: z.boolean(),
  })
  .meta({ id: 'Domain' })

export type DomainItem = z.infer<typeof domainItem>

export const listDomains = endpoint({
  route: listDomainsRoute,
  summary:
    'Returns the domains of the workspace in alphabetical order. With `search`, those whose name has this text, also in ' +
    'Unicode; names that start with it come first.',
  status: 200,
  query: z.object({
    /** No name is longer. */
    search: z.string().max(253).refine(isPrintable, 'A search can only have visible characters').optional(),
    limit: z.coerce.number<number>().int().min(1).max(5_000).optional(),
  }),
  reply: z.array(domainItem),
  errors: ['unauthorized', 'validation'],
})

export const addDomain = endpoint({
  route: addDomainRoute,
  summary: 'Adds a domain. The name can be a domain, a URL or an email address, also in Unicode.',
  status: 201,
  body: z.object({ domain_name: z.string().max(2_000) }),
  reply: domainItem,
  errors: ['unauthorized', 'validation', 'invalid_domain', 'domain_limit', 'conflict'],
})

export const addDomains = endpoint({
  route: addDomainsRoute,
  summary:
    'Adds many domains: names, URLs or email addresses, separated by lines, commas or semicolons, or the first column ' +
    'of a CSV file. The limits are 64 KB and 1,000 different names. Repeated names count once. The reply lists each ' +
    'name that was not added, with the code and reason of POST /domains.',
  status: 200,
  body: z.object({ names: z.string() }),
  reply: z.object({
    /** In the order of the input. */
    added: z.array(domainItem),
    /** `code` and `reason` as POST /domains gives them. */
    skipped: z.array(
      z.object({ input: z.string(), code: z.enum(['invalid_domain', 'conflict', 'domain_limit']), reason: z.string() }),
    ),
    /** The number of `skipped` domains beyond the plan's limit. */
    left_out: z.number().int(),
  }),
  errors: ['unauthorized', 'validation', 'invalid_domain', 'domain_limit', 'too_large'],
})

export const deleteDomain = endpoint({
  route: deleteDomainRoute,
  summary:
    'Deletes a domain and its scans. While it includes a hosted SPF record, the call is refused with `conflict` unless ' +
    'it is confirmed.',
  status: 204,
  params: domainParams,
  query: z.object({ confirmed: z.enum(['true']).optional() }),
  reply: z.null(),
  errors: ['unauthorized', 'not_found', 'conflict'],
})

export const latestScan = endpoint({
  route: latestScanRoute,
  summary: 'Returns the newest stored scan of a domain with its age.',
  status: 200,
  params: domainParams,
  reply: scanReply.extend({
    /** Older than seven days. */
    is_stale: z.boolean(),
    /** Whole UTC calendar days: 0 today, 1 yesterday. */
    scan_age_days: z.number().int(),
  }),
  errors: ['unauthorized', 'not_found', 'no_scan'],
})

export const scanHistory = endpoint({
  route: scanHistoryRoute,
  summary: 'Returns the scores of a domain over the last 24 months, newest last.',
  status: 200,
  params: domainParams,
  query: z.object({ limit: z.coerce.number<number>().int().min(1).max(500).default(500) }),
  reply: z.array(
    z.object({
      scan_id: z.string(),
      /** ISO 8601 of the end of the scan. */
      at: z.string(),
      /** null: the scan has no score. */
      score: z.number().int().nullable(),
      /** The basis of this score differs from that of the previous one, so they are not comparable. */
      basis_changed: z.boolean(),
      /** The number of findings that were fixed since the scan it was compared with, and that are new. */
      fixed: z.number().int(),
      added: z.number().int(),
    }),
  ),
  errors: ['unauthorized', 'validation', 'not_found'],
})

export const setTags = endpoint({
  route: setTagsRoute,
  summary:
    'Sets the tags of a domain: at most 10 tags of at most 32 characters. Surrounding spaces, empty tags and ' +
    'repetitions (in any letter case) are removed.',
  status: 200,
  params: domainParams,
  body: z.object({ tags: z.array(z.string().max(200)).max(100) }),
  reply: z.object({ tags: z.array(z.string()) }),
  errors: ['unauthorized', 'validation', 'not_found', 'domain_read_only'],
})

export const changeTags = endpoint({
  route: changeTagsRoute,
  summary:
    'Adds tags to many domains and removes others, in one step. A domain that would have more than 10 tags does not ' +
    'change. Unknown ids are ignored. The call is refused when one of the domains is read-only.',
  status: 200,
  body: z.object({
    domain_ids: z.array(z.string().max(64)).min(1).max(5_000),
    add: z.array(z.string().max(200)).max(100),
    remove: z.array(z.string().max(200)).max(100),
  }),
  reply: z.object({
    /** The domains with changed tags, with all their tags. */
    changed: z.array(z.object({ id: z.string(), tags: z.array(z.string()) })),
    /** Ids of the domains that already have the maximum number. */
    full: z.array(z.string()),
  }),
  errors: ['unauthorized', 'validation', 'not_found', 'domain_read_only'],
})

export const setSchedule = endpoint({
  route: setScheduleRoute,
  summary:
    'Sets how often a domain is scanned on a schedule: daily, weekly, monthly or not at all (Pro). The time of day ' +
    'depends on the domain, so that scans are spread evenly.',
  status: 200,
  params: domainParams,
  body: z.object({ frequency: scanSchedule }),
  reply: z.object({
    frequency: scanSchedule,
    /** ISO 8601; null: no scan is scheduled. */
    next_scan_at: z.string().nullable(),
  }),
  errors: ['unauthorized', 'validation', 'not_found', 'feature_locked', 'domain_read_only'],
})

/** DKIM selectors that a scan queries beside the known ones. */
const selectors = z.object({
  selectors: z.array(
    z.object({
      selector: z.string(),
      /** `user`: added by the owner. `confirmed`: a scan found a working key there. */
      source: z.enum(['user', 'confirmed']),
      added_at: z.string(),
    }),
  ),
})

export const listSelectors = endpoint({
  route: listSelectorsRoute,
  summary: 'Returns the added DKIM selectors of a domain in alphabetical order. Every scan looks them up.',
  status: 200,
  params: domainParams,
  reply: selectors,
  errors: ['unauthorized', 'not_found'],
})

export const addSelector = endpoint({
  route: addSelectorRoute,
  summary:
    'Adds a DKIM selector: the s= tag of a signature, or the full name of the record. The next scan looks it up.',
  status: 201,
  params: domainParams,
  body: z.object({ selector: z.string().max(400) }),
  reply: selectors,
  errors: ['unauthorized', 'validation', 'not_found', 'conflict', 'domain_read_only'],
})

export const deleteSelector = endpoint({
  route: deleteSelectorRoute,
  summary: 'Removes a DKIM selector.',
  status: 204,
  params: domainParams.extend({ selector: z.string().max(400) }),
  reply: z.null(),
  errors: ['unauthorized', 'not_found', 'domain_read_only'],
})

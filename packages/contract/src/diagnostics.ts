import { checkIds } from '@waxseal/core/check'
import { tiers } from '@waxseal/core/plan'
import { z } from 'zod'
import { changedAfterScan } from './changed-after-scan.ts'
import {
  exportCsvRoute,
  exportJsonRoute,
  exportPdfRoute,
  scanResultsRoute,
  startScanRoute,
} from './diagnostics.route.ts'
import { endpoint } from './endpoint.ts'
import { action } from './scan-action.ts'
import { results } from './scan-checks.ts'
import { evidence, gap, uncheckedReason } from './scan-parts.ts'

const checkId = z.enum(checkIds)
const params = z.object({ id: z.string().max(64) })

const sectionReply = z.object({
  state: z.enum(['checked', 'partial', 'unchecked']),
  reason: z.string().nullable(),
  failure: uncheckedReason.nullable(),
  gaps: z.array(gap),
  bogus: z.boolean(),
  /** The zones whose DNSSEC is broken. */
  bogus_zones: z.array(z.string()),
  notes: z.array(z.string()),
  evidence: z.array(z.string()),
})

const findingReply = z.object({
  id: z.string(),
  check: checkId,
  /** What it is about, null where `id` says it all: both together name it in every scan. */
  subject: z.string().nullable(),
  severity: z.enum(['critical', 'high', 'medium', 'low', 'info']),
  points: z.number().int(),
  title: z.string(),
  reason: z.string(),
  meaning: z.string(),
  advice: z.string(),
  action,
  /** The score once the action is done; null: there is none, or only the next scan shows it. */
  score_after: z.number().int().nullable(),
  /** What the action leaves to do: the finding itself where its fix takes two steps, or the one that takes its place. */
  remains: z.object({ id: z.string(), title: z.string(), score_after: z.number().int().nullable() }).nullable(),
  clause: z.string(),
  evidence: z.array(z.string()),
  since: z.string().nullable(),
})

const changedFinding = z.object({
  id: z.string(),
  subject: z.string().nullable(),
  check: checkId,
  title: z.string(),
  reason: z.string(),
})

/** What changed since the last scan on an equal basis. */
const changes = z
  .object({
    /** ISO 8601 of the end of that scan. */
    since: z.string(),
    /** `nothing`: the score model, the catalogues or the plan differ. `findings`: the scores are not comparable. */
    compared: z.enum(['all', 'findings', 'nothing']),
    /** null: not scored, or not comparable. */
    score_before: z.number().int().nullable(),
    score_after: z.number().int().nullable(),
    fixed: z.array(changedFinding),
    added: z.array(changedFinding),
    /** Problems of both scans that became worse or better: the findings they are now, and `was`, the title before. */
    changed: z.array(changedFinding.extend({ degree: z.enum(['worse', 'better', 'next']), was: z.string() })),
    /** The number of findings in both scans. */
    unchanged: z.number().int(),
    /** The number of findings in one scan that the other could not look for: neither fixed nor new. */
    unknown: z.number().int(),
    /** The checks that one of the scans could not complete. */
    not_compared: z.array(checkId),
  })
  .meta({ id: 'Changes' })

/** The scan result of specification 1, section 3, with our additions. Has the shape of core's `ScanReply`. */
export const scanReply = z
  .object({
    domain_name: z.string(),
    health_score: z.number().int().nullable(),
    risk_score: z.number().int().nullable(),
    issues: z.array(z.string()),
    deductions: z.record(z.string(), z.number()),
    results,
    sections: z.record(checkId, sectionReply),
    findings: z.array(findingReply),
    unchecked: z.array(z.string()),
    evidence: z.array(evidence),
    coverage: z.number(),
    basis: z.object({
      model: z.number().int(),
      catalogue: z.string(),
      tier: z.enum(tiers),
      unchecked: z.array(checkId),
    }),
    /** null: a first scan. */
    changes: changes.nullable(),
    /** When its DNS answers were asked for, if for an earlier scan of this name; absent: for this one. */
    answers_from: z.string().optional(),
    started_at: z.string(),
    finished_at: z.string(),
    /** Of a stored scan of a domain of the workspace, and of a shared report. Empty: the scan is the newest that is known. */
    changed_after_scan: changedAfterScan.optional(),
  })
  .meta({ id: 'ScanResult' })

/** One `event: progress` of a streamed scan: the progress of each check. */
export const scanProgress = z.object({
  checks: z.record(checkId, z.enum(['waiting', 'running', 'done', 'unchecked'])),
  /** The number of queries so far. */
  questions: z.number().int(),
})

export type ScanProgress = z.infer<typeof scanProgress>

/** One `event: queued` of a streamed scan that waits: its place in the queue, 1 for the next one. */
export const scanQueued = z.object({ place: z.number().int() })

export type ScanQueued = z.infer<typeof scanQueued>

export const startScan = endpoint({
  route: startScanRoute,
  summary:
    'Scans a domain and returns the result. With "Accept: text/event-stream" the call streams "queued" events with the ' +
    'place in the queue, then "progress" events, and ends with one "result" or "error" event. A workspace has five such ' +
    'streams at once: a further call gets the plain reply when the scan is done. A call during a scan of the domain ' +
    'follows that scan.',
  status: 200,
  params,
  reply: scanReply,
  errors: ['unauthorized', 'not_found', 'scan_limit', 'domain_read_only', 'rate_limited', 'unavailable'],
})

export const scanResults = endpoint({
  route: scanResultsRoute,
  summary: 'Returns the newest stored scan of a domain.',
  status: 200,
  params,
  reply: scanReply,
  errors: ['unauthorized', 'not_found', 'no_scan'],
})

/** The file of a report: its form and version, then what `diagnostics.results` answers. */
export const reportFile = z
  .object({
    format: z.literal('waxseal-report'),
    /** Changes when a field is removed or means something else, not when one is added. */
    version: z.literal(1),
    exported_at: z.string(),
  })
  .and(scanReply)
  .meta({ id: 'ReportFile' })

export const exportJson = endpoint({
  route: exportJsonRoute,
  summary: 'Returns the newest scan of a domain with its evidence as a JSON file. It needs the Pro plan.',
  status: 200,
  params,
  reply: reportFile,
  file: 'application/json',
  errors: ['unauthorized', 'feature_locked', 'not_found', 'no_scan'],
})

export const exportCsv = endpoint({
  route: exportCsvRoute,
  summary: 'Returns the newest scan of a domain as CSV. It needs the Pro plan.',
  status: 200,
  params,
  reply: z.string(),
  file: 'text/csv',
  errors: ['unauthorized', 'feature_locked', 'not_found', 'no_scan'],
})

export const exportPdf = endpoint({
  route: exportPdfRoute,
  summary: 'Returns the report of the newest scan of a domain as a PDF. It needs the Pro plan.',
  status: 200,
  params,
  reply: z.string().meta({ format: 'binary' }),
  file: 'application/pdf',
  errors: ['unauthorized', 'feature_locked', 'not_found', 'no_scan', 'unavailable'],
})

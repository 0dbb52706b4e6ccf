import { checkIds } from '@waxseal/core/check'
import type { ScanReply } from '../../lib/queries.ts'

/** A section without failed queries. */
export const checked: ScanReply['sections']['mx'] = {
  state: 'checked',
  reason: null,
  failure: null,
  gaps: [],
  bogus: false,
  bogus_zones: [],
  notes: [],
  evidence: [],
}

/** What a check tells that is not named here does not matter to these tests. */
const results: ScanReply['results'] = {
  mx: { success: true, records: [], hosts: [], implicit: [] },
  dns: {
    a_records: [],
    aaaa_records: [],
    delegation: null,
    txt_records: [],
    dmarc_found: false,
    dmarc_record: null,
    dmarc_error: null,
    dkim_found: false,
    dkim_records: [],
  },
  spf: { records: [], lookalikes: [], elsewhere: [], tree: null },
  dmarc: {
    reading: reading(),
    rfc7489: reading(),
    differs: false,
    external: [],
    errors: [],
    warnings: [],
    elsewhere: [],
  },
  dkim: null,
  blacklist: {
    success: false,
    listed_count: 0,
    total_checked: 34,
    blacklists: [],
    custom: [],
    addresses: [],
    names: [],
    not_asked: 0,
    off: [],
  },
  threat_intelligence: {
    error: 'not_configured',
    overall_verdict: null,
    threat_indicators: [],
    domain: null,
    sources: [],
    left_out: [],
    note: null,
    sources_answered: 0,
  },
  relay: null,
  transport: null,
}

/** A complete scan of a domain without any records. */
export const nothingThere: ScanReply = {
  domain_name: 'example.com',
  health_score: 25,
  risk_score: 75,
  issues: [],
  deductions: {},
  results,
  sections: Object.fromEntries(checkIds.map(check => [check, checked])) as ScanReply['sections'],
  findings: [],
  unchecked: [],
  evidence: [],
  coverage: 1,
  basis: { model: 1, catalogue: '1', tier: 'free', unchecked: [] },
  changes: null,
  started_at: '2026-11-20T12:00:00.000Z',
  finished_at: '2026-11-20T12:00:01.000Z',
}

/** A finding that costs points. */
export const aFinding: ScanReply['findings'][number] = {
  id: 'spf_missing',
  check: 'spf',
  subject: null,
  severity: 'high',
  points: -10,
  title: 'SPF record missing',
  reason: 'SPF record missing',
  meaning: '',
  advice: '',
  action: { kind: 'builder', tool: 'spf', field: 'entries' },
  score_after: null,
  remains: null,
  clause: '',
  evidence: [],
  since: null,
}

function reading(): NonNullable<ScanReply['results']['dmarc']>['reading'] {
  return {
    location: null,
    record: null,
    inherited: false,
    policy: null,
    testing: false,
    multiple: false,
    unchecked: false,
  }
}

/** That scan with some results. */
export function withResults(results: Partial<ScanReply['results']>): ScanReply {
  return { ...nothingThere, results: { ...nothingThere.results, ...results } }
}

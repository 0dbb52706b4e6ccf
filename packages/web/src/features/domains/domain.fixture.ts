import type { Domain } from '../../lib/queries.ts'

const scanned = {
  domain_unicode: null,
  health_score: 97,
  last_scan: '2026-11-20T10:00:00Z',
  scored_at: '2026-11-20T10:00:00Z',
  created_at: '2026-11-01T10:00:00Z',
  mx_count: 1,
  blacklist_count: 0,
  auth_status: 'pass' as const,
  auth_text: 'OK',
  badges: {
    mx: { state: 'ok' as const, text: 'OK' },
    dkim: { state: 'ok' as const, text: '1 selector' },
    blacklists: { state: 'ok' as const, text: '0 of 34' },
    relay: { state: 'ok' as const, text: 'Clean' },
  },
  worst: null,
  partly_checked: null,
  relay_test_result: 'closed' as const,
  scan_schedule: 'none' as const,
  next_scan_at: null,
  read_only: false,
  score_is_old: false,
  changed_after_scan: new Array<Domain['changed_after_scan'][number]>(),
  scanning: false,
  tags: new Array<string>(),
}

/** A scanned domain of the list, for tests; its name is its id. */
export function aDomain(name: string, fields: Partial<Domain> = {}): Domain {
  return { ...scanned, id: name, domain_name: name, ...fields }
}

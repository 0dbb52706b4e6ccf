import { type AuditAction, type AuditDetail, auditText } from '@waxseal/core/audit'
import { rank, type Tier } from '@waxseal/core/plan'
import { withoutInterpretation } from '@waxseal/core/threat'
import { unpackBodyNow } from '../../db/header-body.ts'

/** One list in the export: the rows of a table that belong to a workspace or to one of its domains. */
export interface ExportedTable {
  /** The name of the list. */
  name: string
  table: string
  /** The column that says whose row it is. */
  by: string
  /** Columns that are left out: secrets, and what only the server needs. */
  without?: readonly string[]
  /** Changes a row, as JSON, to what the plan lets its owner read. */
  asRead?: (row: string, reader: Tier) => string
}

/** What belongs to each domain. */
export const ofDomains: readonly ExportedTable[] = [
  { name: 'scans', table: 'scan', by: 'domain_id' },
  { name: 'findings', table: 'finding', by: 'domain_id' },
  { name: 'hosts', table: 'domain_host', by: 'domain_id' },
  { name: 'decisions', table: 'decision', by: 'domain_id' },
  { name: 'dns_changes', table: 'dns_change', by: 'domain_id' },
  { name: 'dkim_selectors', table: 'dkim_selector', by: 'domain_id' },
  { name: 'shares', table: 'report_share', by: 'domain_id', without: ['token_hash'] },
  { name: 'generated_spf', table: 'generated_spf', by: 'domain_id' },
  { name: 'generated_dmarc', table: 'generated_dmarc', by: 'domain_id' },
]

/** What belongs to a workspace besides its domains. */
export const ofWorkspaces: readonly ExportedTable[] = [
  { name: 'hosted_spf_records', table: 'flattening', by: 'workspace_id', without: ['memory'] },
  { name: 'header_analyses', table: 'header_analysis', by: 'workspace_id', asRead: asReadableAnalysis },
  { name: 'watched_ranges', table: 'watched_range', by: 'workspace_id' },
  { name: 'watched_addresses', table: 'watched_address', by: 'workspace_id' },
  { name: 'blocklists', table: 'own_blocklist', by: 'workspace_id' },
  { name: 'blocklists_off', table: 'blocklist_off', by: 'workspace_id' },
  { name: 'alerts', table: 'alert', by: 'workspace_id' },
  { name: 'alert_settings', table: 'alert_settings', by: 'workspace_id', without: ['webhook_secret'] },
  { name: 'alert_channels', table: 'alert_channel', by: 'workspace_id', without: ['target'] },
  {
    name: 'alert_addresses',
    table: 'alert_address',
    by: 'workspace_id',
    without: ['token_hash', 'unsubscribe_token'],
  },
  { name: 'audit_log', table: 'audit_event', by: 'workspace_id', asRead: withText },
  { name: 'audit_log_domains', table: 'audit_event_domain', by: 'workspace_id' },
  { name: 'report_identity', table: 'report_identity', by: 'workspace_id' },
  { name: 'api_keys', table: 'api_key', by: 'workspace_id', without: ['key_hash'] },
  { name: 'invitations', table: 'invitation', by: 'workspace_id', without: ['token_hash'] },
  { name: 'usage', table: 'usage_counter', by: 'workspace_id' },
  { name: 'subscriptions', table: 'subscription', by: 'workspace_id' },
  { name: 'checkouts', table: 'checkout', by: 'workspace_id', without: ['url'] },
  { name: 'payments', table: 'payment', by: 'workspace_id' },
]

/** Written by the export itself, in a form of its own. */
export const ownForm = ['person', 'workspace', 'member', 'domain', 'chat_message', 'identity_session'] as const

/** Tables that are left out, with the reason. A test compares all lists with the database. */
export const leftOut: Readonly<Record<string, string>> = {
  alert_memory: 'what the server remembers to raise each alert once',
  alert_notice: 'which channel has got which alert',
  billing_customer: 'the id at the payment provider and the state of our readings',
  billing_event: 'events of the payment provider that were handled',
  finding_count: 'sums of the findings',
  finding_source: 'from which scan the findings are',
  flattening_version: 'earlier states of hosted records, which the API lists',
  hosted_record: 'the zone, which is public',
  hosted_zone: 'belongs to the installation',
  identity_account: 'the hash of the password',
  identity_jwks: 'signing keys of the installation',
  identity_two_factor: 'secrets of the second step',
  identity_user: 'the same name and address as the person',
  identity_verification: 'secrets of links',
  operation: 'belongs to the installation',
  outbox: 'messages that are being sent, with personal links',
  rate_limit: 'requests of the last day, counted',
  relay_memory: 'public mail servers',
  scan_document: 'the answers of DNS behind a scan, which the report shows',
  scan_run: 'when scans waited and ran',
  sign_in_memory: 'right sign-ins, under keys that name no one',
  sign_in_try: 'tries of the last day, under keys that name no one',
  test_customer: 'the side of the payment provider in test mode',
  test_invoice: 'the side of the payment provider in test mode',
  test_session: 'the side of the payment provider in test mode',
  test_subscription: 'the side of the payment provider in test mode',
  threat_cache: 'answers of threat sources',
  threat_quota: 'belongs to the installation',
  visitor_link: 'made without an account, and about no one',
  watch: 'what the next check of DNS compares with',
}

/** An event of the audit log, as JSON, with its words. */
export function withText(row: string): string {
  const event = JSON.parse(row) as { action: AuditAction; subject: string; detail: AuditDetail }
  return JSON.stringify({ ...event, text: auditText(event) })
}

/** A stored header analysis, as JSON, with its text, and the reputation that the plan includes. */
function asReadableAnalysis(row: string, reader: Tier): string {
  const { body, ...analysis } = JSON.parse(row) as { body: string }
  // PostgreSQL writes bytes as `\x` and hexadecimal digits.
  const { raw, cutFrom, document } = unpackBodyNow(Buffer.from(body.slice(2), 'hex'))
  const { vt_results: all } = document
  const vt_results = rank(reader) >= rank('pro') ? all : withoutInterpretation(all)
  return JSON.stringify({ ...analysis, raw, cut_from: cutFrom ?? null, document: { ...document, vt_results } })
}

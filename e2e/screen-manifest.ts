/** The screens and states to look at, with their widths and themes. `npm run screens` renders them all. */
import type { SceneName } from './scenes/index.ts'

export const widths = [1280, 390] as const
export const themes = ['light', 'dark'] as const

export type Width = (typeof widths)[number]
export type Theme = (typeof themes)[number]

/**
 * In which themes a row is looked at: in both with `npm test -- all` and `npm run screens`. `npm test` takes them in
 * turn, since a second theme costs a quarter of the run and seldom finds what the first one does not.
 */
export function themesOfRow(index: number, all: boolean): readonly [Theme, ...Theme[]] {
  return all ? themes : [index % 2 === 0 ? 'light' : 'dark']
}

export interface ManifestRow {
  route:
    | '/'
    | '/dashboard'
    | '/domains'
    | '/diagnostics/{id}'
    | '/account'
    | '/tools'
    | '/tools/subdomain-spf'
    | '/tools/spf-comparison'
    | '/tools/spf-builder'
    | '/spf-wizard/{id}'
    | '/tools/dmarc-builder'
    | '/dmarc-wizard/{id}'
    | 'unknown'
  state: string
  scene: SceneName
  /** The forms stored in docs/screens; other forms are rendered, checked and discarded. */
  kept?: readonly `${Width}-${Theme}`[]
}

export const screenManifest: readonly ManifestRow[] = [
  { route: '/', state: 'signed out', scene: 'landing' },
  { route: '/', state: 'sign in', scene: 'landing-sign-in' },
  { route: '/', state: 'sign up', scene: 'landing-sign-up' },
  { route: '/', state: 'wrong password', scene: 'landing-sign-in-wrong' },
  { route: '/', state: 'forgot password', scene: 'landing-forgot' },
  { route: '/', state: 'new password', scene: 'landing-reset' },
  { route: '/', state: 'sign-in did not load', scene: 'landing-sign-in-down' },
  { route: '/dashboard', state: 'loading', scene: 'dashboard-loading' },
  { route: '/dashboard', state: 'could not be loaded', scene: 'dashboard-failed' },
  { route: '/dashboard', state: 'nothing scanned', scene: 'dashboard-empty' },
  { route: '/dashboard', state: 'nothing wrong', scene: 'dashboard-clear' },
  { route: '/dashboard', state: 'scanned', scene: 'dashboard-scanned', kept: ['1280-light'] },
  { route: '/domains', state: 'loading', scene: 'domains-loading' },
  { route: '/domains', state: 'could not be loaded', scene: 'domains-load-failed' },
  { route: '/domains', state: 'empty', scene: 'domains-empty' },
  { route: '/domains', state: 'list', scene: 'domains-list', kept: ['1280-light', '390-dark'] },
  { route: '/domains', state: 'long and foreign names', scene: 'domains-odd' },
  { route: '/domains', state: 'old scores', scene: 'domains-old-score' },
  { route: '/domains', state: 'grid', scene: 'domains-grid', kept: ['1280-light'] },
  { route: '/domains', state: 'nothing matches', scene: 'domains-no-match' },
  { route: '/domains', state: 'selected', scene: 'domains-selected' },
  { route: '/domains', state: 'bulk scan', scene: 'domains-bulk-started' },
  { route: '/domains', state: 'bulk scan with a failure', scene: 'domains-bulk-failed' },
  { route: '/domains', state: 'bulk scan without a network', scene: 'domains-bulk-offline' },
  { route: '/domains', state: 'add', scene: 'domains-add-dialog' },
  { route: '/domains', state: 'add: empty name', scene: 'domains-add-empty' },
  { route: '/domains', state: 'add: no domain', scene: 'domains-add-invalid' },
  { route: '/domains', state: 'add many: nothing typed', scene: 'domains-list-empty' },
  { route: '/domains', state: 'add many: what was read', scene: 'domains-list-preview', kept: ['1280-light'] },
  { route: '/domains', state: 'add many: too many', scene: 'domains-list-too-many' },
  { route: '/domains', state: 'add many: no text', scene: 'domains-list-no-text' },
  { route: '/domains', state: 'add many: failed', scene: 'domains-list-failed' },
  { route: '/domains', state: 'add many: what became of them', scene: 'domains-list-added' },
  { route: '/domains', state: 'tags', scene: 'domains-tagged' },
  { route: '/domains', state: 'tags in the grid', scene: 'domains-tagged-grid' },
  { route: '/domains', state: 'one tag', scene: 'domains-tag-filter' },
  { route: '/domains', state: 'nothing with this tag matches', scene: 'domains-tag-no-match' },
  { route: '/domains', state: 'menu of a row', scene: 'domains-row-menu' },
  { route: '/domains', state: 'change tags', scene: 'domains-tags-dialog' },
  { route: '/domains', state: 'change tags: none yet', scene: 'domains-tags-none' },
  { route: '/domains', state: 'change tags: too long', scene: 'domains-tags-too-long' },
  { route: '/domains', state: 'change tags of many', scene: 'domains-tags-many' },
  { route: '/domains', state: 'change tags of many: no room', scene: 'domains-tags-full' },
  { route: '/domains', state: 'bulk scan beyond the plan', scene: 'domains-bulk-limit' },
  { route: '/domains', state: 'delete', scene: 'domains-delete-confirm' },
  { route: '/domains', state: 'scanning', scene: 'domains-scan-started' },
  { route: '/domains', state: 'monthly limit', scene: 'domains-scan-limit' },
  { route: '/domains', state: 'domain limit on Starter', scene: 'domains-limit-starter' },
  { route: '/domains', state: 'domain limit', scene: 'domains-limit-pro' },
  { route: '/diagnostics/{id}', state: 'loading', scene: 'diagnostics-loading' },
  { route: '/diagnostics/{id}', state: 'could not be loaded', scene: 'diagnostics-failed' },
  { route: '/diagnostics/{id}', state: 'no such domain', scene: 'diagnostics-not-found' },
  { route: '/diagnostics/{id}', state: 'never scanned', scene: 'diagnostics-none' },
  { route: '/diagnostics/{id}', state: 'scanning', scene: 'diagnostics-scanning' },
  { route: '/diagnostics/{id}', state: 'scanning: checks tick off', scene: 'diagnostics-scanning-checks' },
  { route: '/diagnostics/{id}', state: 'scanning elsewhere', scene: 'diagnostics-scanning-elsewhere' },
  { route: '/diagnostics/{id}', state: 'scan without a network', scene: 'diagnostics-scan-offline' },
  { route: '/diagnostics/{id}', state: 'nothing wrong', scene: 'diagnostics-perfect', kept: ['1280-light'] },
  {
    route: '/diagnostics/{id}',
    state: 'policy none',
    scene: 'diagnostics-monitoring',
    kept: ['1280-light', '1280-dark', '390-light', '390-dark'],
  },
  { route: '/diagnostics/{id}', state: 'no DMARC', scene: 'diagnostics-no-dmarc' },
  { route: '/diagnostics/{id}', state: 'nothing published', scene: 'diagnostics-bare' },
  { route: '/diagnostics/{id}', state: 'accepts no mail', scene: 'diagnostics-parked' },
  { route: '/diagnostics/{id}', state: 'two SPF records', scene: 'diagnostics-two-spf' },
  { route: '/diagnostics/{id}', state: 'over ten lookups', scene: 'diagnostics-too-many-lookups' },
  { route: '/diagnostics/{id}', state: 'broken DNSSEC', scene: 'diagnostics-bogus' },
  { route: '/diagnostics/{id}', state: 'partly checked', scene: 'diagnostics-partial' },
  { route: '/diagnostics/{id}', state: 'the domain does not exist', scene: 'diagnostics-no-such-name' },
  { route: '/diagnostics/{id}', state: 'could not check', scene: 'diagnostics-unreachable', kept: ['1280-light'] },
  { route: '/diagnostics/{id}', state: 'could not check, scored before', scene: 'diagnostics-old-score' },
  { route: '/diagnostics/{id}', state: 'records that mean harm', scene: 'diagnostics-hostile' },
  { route: '/diagnostics/{id}', state: 'evidence of records that mean harm', scene: 'diagnostics-hostile-evidence' },
  { route: '/diagnostics/{id}', state: 'the longest labels', scene: 'diagnostics-long-name' },
  { route: '/diagnostics/{id}', state: 'a name from right to left', scene: 'diagnostics-right-to-left' },
  { route: '/diagnostics/{id}', state: 'evidence', scene: 'diagnostics-evidence', kept: ['1280-light'] },
  {
    route: '/diagnostics/{id}',
    state: 'everything wrong',
    scene: 'diagnostics-all-wrong',
    kept: ['1280-light', '390-light'],
  },
  { route: '/diagnostics/{id}', state: 'keys of every kind', scene: 'diagnostics-keys' },
  { route: '/diagnostics/{id}', state: 'surely no DKIM key', scene: 'diagnostics-no-key' },
  { route: '/diagnostics/{id}', state: 'no DKIM key found', scene: 'diagnostics-no-key-found' },
  { route: '/diagnostics/{id}', state: 'lists and sources refuse', scene: 'diagnostics-refused' },
  { route: '/diagnostics/{id}', state: 'mail at a large provider', scene: 'diagnostics-shared-hosts' },
  { route: '/diagnostics/{id}', state: 'relay to be confirmed', scene: 'diagnostics-relay-suspected' },
  { route: '/diagnostics/{id}', state: 'Starter', scene: 'diagnostics-starter' },
  { route: '/diagnostics/{id}', state: 'checks switched off', scene: 'diagnostics-switched-off' },
  { route: '/diagnostics/{id}', state: 'vendors of all tiers', scene: 'diagnostics-vendors' },
  { route: '/diagnostics/{id}', state: 'threat intelligence withheld', scene: 'diagnostics-threat-upgrade' },
  { route: '/diagnostics/{id}', state: 'threat look-ups used up', scene: 'diagnostics-threat-limit' },
  { route: '/diagnostics/{id}', state: 'no reputation results', scene: 'diagnostics-no-opinions' },
  { route: '/diagnostics/{id}', state: 'selector refused', scene: 'diagnostics-selector-refused' },
  { route: '/diagnostics/{id}', state: 'selectors loading', scene: 'diagnostics-selectors-loading' },
  { route: '/diagnostics/{id}', state: 'selectors could not be loaded', scene: 'diagnostics-selectors-failed' },
  {
    route: '/diagnostics/{id}',
    state: 'evidence: a session with a mail server',
    scene: 'diagnostics-evidence-smtp',
    kept: ['1280-light'],
  },
  { route: '/diagnostics/{id}', state: 'evidence: a policy over HTTPS', scene: 'diagnostics-evidence-http' },
  { route: '/diagnostics/{id}', state: 'too few lists answer', scene: 'diagnostics-few-lists' },
  { route: '/diagnostics/{id}', state: 'too few sources of threats answer', scene: 'diagnostics-threat-open' },
  { route: '/diagnostics/{id}', state: 'accept or mute', scene: 'diagnostics-decide' },
  { route: '/diagnostics/{id}', state: 'accept or mute: a day in the past', scene: 'diagnostics-decide-past' },
  { route: '/diagnostics/{id}', state: 'accept or mute: refused', scene: 'diagnostics-decide-refused' },
  {
    route: '/diagnostics/{id}',
    state: 'findings accepted, muted, and a decision expired',
    scene: 'diagnostics-decided',
    kept: ['1280-light', '390-light'],
  },
  { route: '/diagnostics/{id}', state: 'everything muted', scene: 'diagnostics-all-muted' },
  { route: '/diagnostics/{id}', state: 'decisions could not be loaded', scene: 'diagnostics-decisions-failed' },
  { route: '/diagnostics/{id}', state: 'evidence of an accepted finding', scene: 'diagnostics-evidence-decided' },
  { route: '/diagnostics/{id}', state: 'accept or mute beside the evidence', scene: 'diagnostics-evidence-decide' },
  {
    route: '/diagnostics/{id}',
    state: 'score history',
    scene: 'diagnostics-history',
    kept: ['1280-light', '390-dark'],
  },
  { route: '/diagnostics/{id}', state: 'score history as a table', scene: 'diagnostics-history-table' },
  { route: '/diagnostics/{id}', state: 'score history of 500 scans', scene: 'diagnostics-history-long' },
  { route: '/diagnostics/{id}', state: 'no score history', scene: 'diagnostics-history-empty' },
  { route: '/diagnostics/{id}', state: 'score history loading', scene: 'diagnostics-history-loading' },
  { route: '/diagnostics/{id}', state: 'score history could not be loaded', scene: 'diagnostics-history-failed' },
  { route: '/diagnostics/{id}', state: 'mail path to 22 servers', scene: 'diagnostics-mail-path-many' },
  { route: '/diagnostics/{id}', state: 'mail path as a table', scene: 'diagnostics-mail-path-table' },
  { route: '/account', state: 'Starter, scans used up', scene: 'account' },
  { route: '/account', state: 'Business', scene: 'account-business' },
  { route: '/account', state: 'could not be loaded', scene: 'account-failed' },
  { route: '/account', state: 'user menu', scene: 'user-menu' },
  { route: '/account', state: 'sign-in loads', scene: 'session-loading' },
  { route: '/tools', state: 'the hub', scene: 'tools', kept: ['1280-light'] },
  { route: '/tools/subdomain-spf', state: 'nothing typed', scene: 'subdomain-spf-empty' },
  { route: '/tools/subdomain-spf', state: 'asked for nothing', scene: 'subdomain-spf-nothing-set' },
  { route: '/tools/subdomain-spf', state: 'no domain, no label', scene: 'subdomain-spf-refused' },
  {
    route: '/tools/subdomain-spf',
    state: 'records',
    scene: 'subdomain-spf-records',
    kept: ['1280-light', '390-light'],
  },
  { route: '/tools/subdomain-spf', state: 'over ten lookups, another script', scene: 'subdomain-spf-over' },
  { route: '/tools/subdomain-spf', state: 'changed since', scene: 'subdomain-spf-changed' },
  { route: '/tools/subdomain-spf', state: 'copied', scene: 'subdomain-spf-copied' },
  { route: '/tools/spf-comparison', state: 'the two approaches', scene: 'spf-comparison', kept: ['1280-light'] },
  { route: '/tools/spf-comparison', state: 'without billing', scene: 'spf-comparison-no-billing' },
  { route: '/tools/spf-builder', state: 'no domain', scene: 'spf-builder-choose' },
  { route: '/tools/spf-builder', state: 'could not be loaded', scene: 'spf-builder-load-failed' },
  { route: '/tools/spf-builder', state: 'the account has no domains', scene: 'spf-builder-no-domains' },
  { route: '/tools/spf-builder', state: 'no domain name', scene: 'spf-builder-name-invalid' },
  { route: '/tools/spf-builder', state: 'another domain on Starter', scene: 'spf-builder-locked' },
  { route: '/tools/spf-builder', state: 'another domain', scene: 'spf-builder-typed' },
  { route: '/tools/spf-builder', state: 'longer than one string, changed since', scene: 'spf-builder-long' },
  { route: '/spf-wizard/{id}', state: 'loading', scene: 'spf-builder-loading' },
  { route: '/spf-wizard/{id}', state: 'no such domain', scene: 'spf-builder-not-found' },
  { route: '/spf-wizard/{id}', state: 'saved settings could not be loaded', scene: 'spf-builder-saved-failed' },
  { route: '/spf-wizard/{id}', state: 'nothing known of the domain', scene: 'spf-builder-fresh' },
  { route: '/spf-wizard/{id}', state: 'filled from the scan', scene: 'spf-builder-prefilled' },
  { route: '/spf-wizard/{id}', state: 'filled from the scan in part', scene: 'spf-builder-left-out' },
  { route: '/spf-wizard/{id}', state: 'two records published', scene: 'spf-builder-several' },
  { route: '/spf-wizard/{id}', state: 'over ten lookups', scene: 'spf-builder-too-many' },
  { route: '/spf-wizard/{id}', state: 'part could not be checked', scene: 'spf-builder-unchecked' },
  { route: '/spf-wizard/{id}', state: 'published record could not be checked', scene: 'spf-builder-unreachable' },
  {
    route: '/spf-wizard/{id}',
    state: 'ranges gain and lose permission',
    scene: 'spf-builder-changes',
    kept: ['1280-light', '390-light'],
  },
  { route: '/spf-wizard/{id}', state: 'begun anew', scene: 'spf-builder-begun-anew' },
  { route: '/spf-wizard/{id}', state: 'entries that are none', scene: 'spf-builder-bad-entries' },
  { route: '/spf-wizard/{id}', state: 'all providers', scene: 'spf-builder-providers' },
  { route: '/spf-wizard/{id}', state: 'no preview', scene: 'spf-builder-preview-failed' },
  { route: '/spf-wizard/{id}', state: 'generated', scene: 'spf-builder-generated', kept: ['1280-light'] },
  { route: '/spf-wizard/{id}', state: 'saved', scene: 'spf-builder-saved' },
  { route: '/tools/dmarc-builder', state: 'no domain', scene: 'dmarc-builder-choose' },
  { route: '/tools/dmarc-builder', state: 'report addresses at other domains', scene: 'dmarc-builder-consent' },
  { route: '/tools/dmarc-builder', state: 'changed since', scene: 'dmarc-builder-changed' },
  { route: '/dmarc-wizard/{id}', state: 'nothing known of the domain', scene: 'dmarc-builder-fresh' },
  { route: '/dmarc-wizard/{id}', state: 'filled from the scan', scene: 'dmarc-builder-prefilled' },
  { route: '/dmarc-wizard/{id}', state: 'published record could not be checked', scene: 'dmarc-builder-unreachable' },
  {
    route: '/dmarc-wizard/{id}',
    state: 'all options',
    scene: 'dmarc-builder-options',
    kept: ['1280-light', '390-dark'],
  },
  { route: '/dmarc-wizard/{id}', state: 'fields that are wrong', scene: 'dmarc-builder-bad-fields' },
  { route: '/dmarc-wizard/{id}', state: 'come back to', scene: 'dmarc-builder-kept' },
  { route: '/dmarc-wizard/{id}', state: 'generated', scene: 'dmarc-builder-generated', kept: ['1280-light'] },
  { route: '/dmarc-wizard/{id}', state: 'saved', scene: 'dmarc-builder-saved' },
  { route: 'unknown', state: 'no such page', scene: 'not-found' },
  { route: '/tools', state: 'its code could not be fetched', scene: 'code-unreached' },
]

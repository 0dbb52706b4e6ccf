/** Which screens and states are looked at, at which widths and in which themes. `npm run screens` renders them all. */
import type { SceneName } from './scenes/index.ts'

export const widths = [1280, 390] as const
export const themes = ['light', 'dark'] as const

export type Width = (typeof widths)[number]
export type Theme = (typeof themes)[number]

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
    | 'unknown'
  state: string
  scene: SceneName
  /** Kept in docs/screens in these forms; the others are rendered, checked and thrown away. */
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
  { route: 'unknown', state: 'no such page', scene: 'not-found' },
]

/**
 * Every screen with its title, the last text that its first view shows, and the code that it loads. `titles.spec.ts` sees
 * all three in a browser; `page-budgets.spec.ts` weighs the code.
 */
import type { patterns } from '../packages/web/src/lib/paths.ts'
import { callerOf } from './api.ts'
import type { World } from './world.ts'

export interface Screen {
  title: string
  /** Signed out. */
  isPublic?: true
  /** Instead of the address of the pattern. */
  at?: (world: World) => string | Promise<string>
  /** Shown, word for word, when the screen has loaded. Another address of the same code has none. */
  shown?: string
  /** The sources, in packages/web, of what it loads beside the first load; without those that these import. */
  code: readonly string[]
}

const domain = 'monitoring.example'
/** No test scans it again: the report of a second scan loads the figure of the score history, too. */
const scannedOnce = 'customer-0.example'
const idOf = ({ accounts }: World): string => accounts.business.domains[domain] ?? ''

/** The path of a new share link to the report of a domain. */
async function sharedReport({ url, accounts: { business } }: World): Promise<string> {
  const call = await callerOf(url, business)
  const link = await call('POST', `/diagnostics/share/${business.domains['toomany.example']}`, { expires_in_days: 1 })
  return new URL((link as { url: string }).url).pathname
}

/** The path of a new link to a visitor's check. */
async function linkedCheck({ url }: World): Promise<string> {
  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return response.json()
  }
  const { domain_name, finished_at } = (await post('/check', { domain_name: 'toomany.example' })) as Checked
  const link = (await post('/check/links', { domain_name, finished_at })) as { url: string }
  return new URL(link.url).pathname
}

interface Checked {
  domain_name: string
  finished_at: string
}

/** The part of all signed-in screens. */
const shell = '_signed-in'
const page = (feature: string): string[] => [shell, `src/features/${feature}/page.tsx`]

export const screens: Record<keyof typeof patterns, Screen> = {
  landing: {
    title: 'Email security and deliverability',
    isPublic: true,
    shown: 'Pricing',
    code: ['src/app/landing-screen.tsx'],
  },
  terms: {
    title: 'Terms of Service',
    isPublic: true,
    shown: 'Terms of Service',
    code: ['src/features/legal/pages.tsx'],
  },
  privacy: { title: 'Privacy Policy', isPublic: true, shown: 'Privacy Policy', code: ['src/features/legal/pages.tsx'] },
  join: { title: 'Join a workspace', isPublic: true, code: ['src/features/join/page.tsx'] },
  confirmAddress: { title: 'Confirm your address', isPublic: true, code: ['src/features/alert-mail/pages.tsx'] },
  unsubscribe: { title: 'Unsubscribe from alerts', isPublic: true, code: ['src/features/alert-mail/pages.tsx'] },
  sharedReport: {
    title: 'Report of toomany.example',
    isPublic: true,
    at: sharedReport,
    shown: 'Score Breakdown',
    code: ['src/app/shared-report-screen.tsx'],
  },
  linkedCheck: {
    title: 'Check of toomany.example',
    isPublic: true,
    at: linkedCheck,
    shown: 'Score Breakdown',
    code: ['src/app/linked-check-screen.tsx'],
  },
  dashboard: { title: 'Security Dashboard', shown: 'Quick Actions', code: page('dashboard') },
  domains: { title: 'Domain Management', shown: 'perfect.example', code: page('domains') },
  diagnostics: {
    title: scannedOnce,
    at: ({ accounts }) => `/diagnostics/${accounts.business.domains[scannedOnce]}`,
    shown: 'Score Breakdown',
    code: page('diagnostics'),
  },
  alerts: { title: 'Alert Settings', shown: 'Recent deliveries', code: page('alerts') },
  account: {
    title: 'Account & Billing',
    shown: 'Scans this month',
    code: [...page('account'), 'src/features/account/identity-on-reports.tsx'],
  },
  chat: { title: 'AI Security Assistant', shown: 'Explain DMARC policy', code: page('chat') },
  dnsHistory: { title: 'DNS Change History', shown: 'Change Timeline', code: page('dns-history') },
  analytics: { title: 'Analytics', shown: 'Findings over time', code: page('analytics') },
  testPage: { title: 'Test payment', at: () => '/billing/test/none', code: ['src/features/billing/page.tsx'] },
  spfWizard: {
    title: `SPF Record Builder: ${domain}`,
    at: world => `/spf-wizard/${idOf(world)}`,
    shown: 'Checked against live DNS',
    code: page('spf-builder'),
  },
  dmarcWizard: {
    title: `DMARC Record Builder: ${domain}`,
    at: world => `/dmarc-wizard/${idOf(world)}`,
    shown: 'Policy that will apply',
    code: page('dmarc-builder'),
  },
  spfBuilder: { title: 'SPF Record Builder', code: page('spf-builder') },
  dmarcBuilder: { title: 'DMARC Record Builder', code: page('dmarc-builder') },
  headers: { title: 'Email Header Analyzer', shown: 'Load Sample', code: page('headers') },
  headerAnalyzer: { title: 'Email Header Analyzer', code: page('headers') },
  tools: { title: 'Email Security Tools', shown: 'DMARC Record Builder', code: page('tools') },
  subdomainSpf: {
    title: 'Subdomain SPF Generator',
    shown: 'No records generated yet',
    code: page('subdomain-spf'),
  },
  spfFlattening: {
    title: 'SPF Flattening Service',
    shown: 'Identical over every IPv4 and IPv6 address',
    code: page('spf-flattening'),
  },
  apiReference: { title: 'API reference', shown: '/api/domains/{id}/latest-scan', code: page('api-reference') },
  spfComparison: { title: 'SPF approaches compared', shown: 'External dependency', code: page('spf-comparison') },
}

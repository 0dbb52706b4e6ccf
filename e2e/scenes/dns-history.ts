import { expect, type Page } from '@playwright/test'
import { fault, type Scene } from './scene.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

type Severity = 'info' | 'warning' | 'critical'

interface Change {
  id: string
  domain_id: string
  domain_name: string
  domain_unicode: string | null
  change_type: string
  change_description: string
  severity: Severity
  timestamp: string
  old_value: unknown
  new_value: unknown
}

function change(
  domain: string,
  type: string,
  severity: Severity,
  change_description: string,
  before: number,
  values: { old: unknown; new: unknown },
): Change {
  return {
    id: `${domain} ${type} ${before}`,
    domain_id: `id-${domain}`,
    domain_name: domain,
    domain_unicode: domain.startsWith('xn--') ? 'münchen.example' : null,
    change_type: type,
    change_description,
    severity,
    timestamp: ago(before),
    old_value: values.old,
    new_value: values.new,
  }
}

const spf = 'v=spf1 include:_spf.google.com include:servers.mcsv.net ip4:192.0.2.0/24 -all'

const changes: readonly Change[] = [
  change('kite.example', 'dmarc_modified', 'critical', 'DMARC policy weakened from reject to none', 12 * minute, {
    old: ['v=DMARC1; p=reject; rua=mailto:dmarc@kite.example; adkim=s'],
    new: ['v=DMARC1; p=none; rua=mailto:dmarc@kite.example; adkim=s'],
  }),
  change(
    'kite.example',
    'mx_modified',
    'warning',
    'MX record 10 mx2.kite.example replaced by 20 mx2.kite.example',
    3 * hour,
    {
      old: ['10 mx1.kite.example', '10 mx2.kite.example'],
      new: ['10 mx1.kite.example', '20 mx2.kite.example'],
    },
  ),
  change('xn--mnchen-3ya.example', 'spf_modified', 'warning', 'SPF authorizes 256 more addresses', 26 * hour, {
    old: [spf],
    new: [spf.replace('-all', 'include:spf.mandrillapp.com ~all')],
  }),
  change(
    'a-long-name-for-a-department-far-away.subsidiary.example',
    'ns_removed',
    'critical',
    'All 2 NS records removed',
    4 * day,
    {
      old: ['ns1.subsidiary.example', 'ns2.subsidiary.example'],
      new: null,
    },
  ),
  change('kite.example', 'dkim_added', 'info', 'DKIM key added at selector google', 5 * day, {
    old: null,
    new: [`v=DKIM1; k=rsa; p=${'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'.repeat(6)}`],
  }),
  change('shop.example', 'www_modified', 'info', 'www is now an alias of shops.hosting.example', 12 * day, {
    old: { type: 'A', addresses: ['192.0.2.20'] },
    new: { type: 'CNAME', target: 'shops.hosting.example' },
  }),
]

const monitoring = { enabled: true, frequency: 6, checked_at: ago(50 * minute) }

function countsOf(all: readonly Change[], domainId: string | null, state: object = monitoring) {
  const names = [...new Set(changes.map(({ domain_name }) => domain_name))].sort()
  const own = all.filter(({ domain_id }) => domainId === null || domain_id === domainId)
  const of = (severity: Severity) => own.filter(one => one.severity === severity).length
  return {
    total: all.length,
    domains: names.map(name => ({
      domain_id: `id-${name}`,
      domain_name: name,
      domain_unicode: name.startsWith('xn--') ? 'münchen.example' : null,
      count: all.filter(({ domain_name }) => domain_name === name).length,
    })),
    severities: { info: of('info'), warning: of('warning'), critical: of('critical') },
    monitoring: state,
    kept_days: 365,
  }
}

/** Answers both calls of the screen with these changes, page by page. */
export async function withChanges(page: Page, all: readonly Change[], state: object = monitoring): Promise<void> {
  await page.route('**/api/dns/changes*', route => {
    const query = new URL(route.request().url()).searchParams
    const domain = query.get('domain_id')
    const own = all.filter(({ domain_id }) => domain === null || domain_id === domain)
    const from = own.findIndex(({ id }) => id === query.get('before')) + 1
    return route.fulfill({ json: own.slice(from, from + Number(query.get('limit'))) })
  })
  await page.route('**/api/dns/changes/counts*', route => {
    const domain = new URL(route.request().url()).searchParams.get('domain_id')
    return route.fulfill({ json: countsOf(all, domain, state) })
  })
}

async function openHistory(page: Page, all = changes, at = '/dns-history'): Promise<void> {
  await withChanges(page, all)
  await page.goto(at)
  await expect(page.getByRole('heading', { name: 'Monitored records' })).toBeVisible()
}

const toggle = (page: Page, description: string) => page.getByRole('button', { name: description })

export const dnsHistoryScenes = {
  'dns-history': {
    as: 'business',
    show: async page => {
      await openHistory(page)
      await toggle(page, 'DMARC policy weakened').click()
      await expect(page.getByText('Previous Value')).toBeVisible()
    },
  },
  'dns-history-open': {
    as: 'business',
    show: async page => {
      await openHistory(page)
      for (const text of ['MX record 10 mx2', 'SPF authorizes', 'All 2 NS', 'DKIM key added', 'www is now']) {
        await toggle(page, text).click()
      }
      await expect(page.getByText('New Value')).toHaveCount(5)
    },
  },
  'dns-history-empty': {
    as: 'business',
    show: async page => {
      await openHistory(page, [])
      await expect(page.getByText('No DNS changes detected yet')).toBeVisible()
    },
  },
  'dns-history-failed': {
    as: 'business',
    show: async page => {
      await fault(page, 'GET', '/dns/changes*', 500)
      await fault(page, 'GET', '/dns/changes/counts*', 500)
      await page.goto('/dns-history')
      await expect(page.getByText('DNS changes could not be loaded')).toBeVisible()
      await expect(page.getByText('The counts could not be loaded')).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

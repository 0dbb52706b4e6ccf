import { expect, type Page } from '@playwright/test'
import type { HeaderAnalysisReply, listHeaders, ReplyOf } from '@waxseal/contract'
import { aHop, aLine, anAnalysis, anEntry } from '../../packages/web/src/features/headers/analysis.fixture.ts'
import { fault, hold, type Scene } from './scene.ts'

type Stored = ReplyOf<typeof listHeaders>['analyses']

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const minute = 60_000
const day = 1_440 * minute

const storedSuspicious: Stored[number] = {
  id: 'a1',
  created_at: ago(5 * minute),
  expires_at: ago(5 * minute - 90 * day),
  subject: 'Your November summary',
  from: 'news@example.com',
  threat_score: 55,
}
const stored: Stored = [
  storedSuspicious,
  { ...storedSuspicious, id: 'a2', subject: 'Rechnung 4711: bitte prüfen und überweisen', threat_score: 80 },
  { ...storedSuspicious, id: 'a3', subject: null, from: null, threat_score: 5 },
]

const at = aLine({ label: 'Authentication-Results', line: 6, text: 'mx.mailbox.example; spf=pass; dkim=pass' })
const vendor = (name: string, tier: 1 | 2 | 3, category: 'malicious' | 'harmless') => ({
  vendor: name,
  category,
  tier,
  detail: category === 'malicious' ? 'lists 203.0.113.17 as phishing' : 'knows 203.0.113.17',
})

/** An analysis with every part in use. */
function everyPart(fields: Partial<HeaderAnalysisReply> = {}): HeaderAnalysisReply {
  const { parsed_data, alignment, vt_results } = anAnalysis()
  return anAnalysis({
    created_at: ago(5 * minute),
    threat_score: 55,
    parsed_data: {
      ...parsed_data,
      hops: 5,
      delivery_path: [
        ...parsed_data.delivery_path,
        aHop({
          number: 4,
          from: 'a-long-name-for-a-relay.in-a-department-far-away.subsidiary.example',
          time: '2026-11-24T09:15:44Z',
          delay_seconds: -4,
        }),
        aHop({ number: 5, by: null, time: '2026-11-24T10:20:44Z', delay_seconds: 3_900, encrypted: false }),
      ],
    },
    ignored_results: [
      {
        authserv_id: 'mx.elsewhere.example',
        rank: 'untrusted',
        words: 'Its authserv-id belongs to another organization than the receiving host.',
        at,
      },
    ],
    alignment: {
      ...alignment,
      identities: [
        ...alignment.identities,
        { kind: 'dkim', domain: 'sender.example', result: 'pass', alignment: 'none', at },
      ],
    },
    arc: [{ instance: 1, seal: 'none', domain: 'relay.example', words: 'relay.example sealed the message first.', at }],
    verdicts: [
      {
        product: 'SpamAssassin',
        says: 'spam',
        words: 'SpamAssassin judged the message as spam (7.1 of 5 points).',
        at: aLine({ label: 'X-Spam-Status', line: 18, text: 'Yes, score=7.1 required=5.0' }),
      },
    ],
    sender_rules: [
      {
        id: 'spf-and-dkim',
        receivers: ['Gmail', 'Yahoo', 'Microsoft'],
        title: 'SPF and DKIM pass',
        verdict: 'met',
        words: 'The receiver reports spf=pass and dkim=pass.',
        clause: 'Gmail Email sender guidelines',
      },
      {
        id: 'one-click',
        receivers: ['Gmail', 'Yahoo'],
        title: 'One-click unsubscribe',
        verdict: 'not_met',
        words: 'The message has no List-Unsubscribe-Post field.',
        clause: 'RFC 8058 section 3.1',
      },
      {
        id: 'spam-rate',
        receivers: ['Gmail', 'Yahoo'],
        title: 'The spam rate stays below 0.3%',
        verdict: 'unknown',
        words: 'A header does not show it.',
        clause: 'Gmail Email sender guidelines',
      },
    ],
    new_selectors: [{ domain_id: 'd1', domain_name: 'example.com', selector: 's1' }],
    vt_results: {
      ...vt_results,
      overall_verdict: 'suspicious',
      ips: {
        '203.0.113.17': {
          ...anEntry({
            malicious: 2,
            vendor_results: [
              vendor('Google', 1, 'malicious'),
              vendor('Kaspersky', 1, 'malicious'),
              vendor('Avast', 2, 'harmless'),
              ...['CyRadar', 'Fortinet', 'Sophos', 'Webroot'].map(name => vendor(name, 3, 'harmless')),
            ],
            smart_verdict: 'Two trusted vendors report phishing.',
            vendor_interpretation: 'Reports of trusted vendors count more than the others.',
          }),
          country: 'NL',
          as_owner: 'Sender Example BV',
        },
      },
    },
    ...fields,
  })
}

const nothingFound = { overall_verdict: null, ips: {}, domains: {}, note: null } as const

/** Answers the calls of the screen: these stored analyses, and this one as the result of each analysis. */
async function withAnalyses(page: Page, list: Stored, analysis = everyPart()): Promise<void> {
  await page.route('**/api/headers', route => route.fulfill({ json: { analyses: list } }))
  await page.route('**/api/headers/a1', route => route.fulfill({ json: analysis }))
  await page.route('**/api/headers/analyze', route => route.fulfill({ json: analysis }))
}

async function openAnalyzer(page: Page, list: Stored = []): Promise<void> {
  await withAnalyses(page, list)
  await page.goto('/headers')
  await expect(page.getByRole('heading', { name: 'No Analysis Yet' })).toBeVisible()
}

async function openTab(page: Page, name: string, analysis = everyPart()): Promise<void> {
  await withAnalyses(page, stored, analysis)
  await page.goto('/headers?analysis=a1')
  await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
}

/** Analyzes the sample. */
async function analyzeSample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Load Sample' }).click()
  await page.getByRole('button', { name: 'Analyze Headers' }).click()
}

const exportPath = '/headers/export/pdf/*'

async function exportPdf(page: Page): Promise<void> {
  await openTab(page, 'Headers')
  await page.getByRole('button', { name: 'Export PDF' }).click()
}

export const headerScenes = {
  headers: { as: 'business', show: page => openAnalyzer(page) },
  'headers-loading': {
    as: 'business',
    show: async page => {
      await hold(page, '/headers')
      await hold(page, '/headers/a1')
      await page.goto('/headers?analysis=a1')
      await expect(page.getByText('Loading the analysis')).toBeAttached()
    },
  },
  'headers-failed': {
    as: 'business',
    show: async page => {
      await fault(page, 'GET', '/headers', 500)
      await fault(page, 'GET', '/headers/a1', 500)
      await page.goto('/headers?analysis=a1')
      await expect(page.getByText('The analysis could not be loaded')).toBeVisible()
      await expect(page.getByText('Recent analyses could not be loaded')).toBeVisible()
    },
  },
  'headers-gone': {
    as: 'business',
    show: async page => {
      await withAnalyses(page, [])
      await fault(page, 'GET', '/headers/a1', 404, { detail: 'Not found', code: 'not_found' })
      await page.goto('/headers?analysis=a1')
      await expect(page.getByText('This analysis no longer exists')).toBeVisible()
    },
  },
  'headers-nothing-pasted': {
    as: 'business',
    show: async page => {
      await openAnalyzer(page)
      // It looks disabled, but answers a click.
      await page.getByRole('button', { name: 'Analyze Headers' }).click({ force: true })
      await expect(page.getByText('Please paste email headers')).toBeVisible()
    },
  },
  'headers-refused': {
    as: 'business',
    show: async page => {
      await openAnalyzer(page)
      await fault(page, 'POST', '/headers/analyze', 502)
      await analyzeSample(page)
      await expect(page.getByText('Failed to analyze headers')).toBeVisible()
    },
  },
  'headers-analysis': {
    as: 'business',
    show: async page => {
      await openAnalyzer(page, stored)
      await analyzeSample(page)
      await expect(page.getByRole('heading', { name: 'Threat Assessment' })).toBeVisible()
    },
  },
  'headers-absent': {
    as: 'business',
    show: async page => {
      const missing = { from: null, to: null, subject: null, return_path: null, sending_ip: null, message_id: null }
      const analysis = anAnalysis({ threat_score: 0, findings: [] })
      await openTab(page, 'Headers', { ...analysis, parsed_data: { ...analysis.parsed_data, ...missing } })
      await expect(page.getByText('Not found')).toHaveCount(6)
    },
  },
  'headers-routing': { as: 'business', show: page => openTab(page, 'Routing') },
  'headers-authentication': { as: 'business', show: page => openTab(page, 'Authentication') },
  'headers-virustotal': { as: 'business', show: page => openTab(page, 'VirusTotal') },
  'headers-virustotal-all': {
    as: 'business',
    show: async page => {
      await openTab(page, 'VirusTotal')
      await page.getByRole('button', { name: '+2 more' }).click()
      await expect(page.getByText('Webroot')).toBeVisible()
    },
  },
  'headers-virustotal-none': {
    as: 'business',
    show: page => openTab(page, 'VirusTotal', anAnalysis({ vt_results: { error: null, ...nothingFound } })),
  },
  'headers-virustotal-limit': {
    as: 'used',
    show: async page => {
      await openTab(page, 'VirusTotal', anAnalysis({ vt_results: { error: 'rate_limit_exceeded', ...nothingFound } }))
      await expect(page.getByRole('link', { name: 'Upgrade to Pro' })).toBeVisible()
    },
  },
  'headers-virustotal-unavailable': {
    as: 'business',
    show: page => openTab(page, 'VirusTotal', anAnalysis({ vt_results: { error: 'unavailable', ...nothingFound } })),
  },
  'headers-virustotal-not-configured': {
    as: 'used',
    show: page => openTab(page, 'VirusTotal', anAnalysis({ vt_results: { error: 'not_configured', ...nothingFound } })),
  },
  'headers-export-locked': {
    as: 'used',
    show: async page => {
      await exportPdf(page)
      await expect(page.getByRole('dialog', { name: 'Export reports' })).toBeVisible()
    },
  },
  'headers-export-gone': {
    as: 'business',
    show: async page => {
      await fault(page, 'GET', exportPath, 404, { detail: 'Not found', code: 'not_found' })
      await exportPdf(page)
      await expect(page.getByText('Failed to export PDF: No analysis to export')).toBeVisible()
    },
  },
  'headers-export-failed': {
    as: 'business',
    show: async page => {
      await fault(page, 'GET', exportPath, 500)
      await exportPdf(page)
      await expect(page.getByText('Failed to export PDF: HTTP 500')).toBeVisible()
    },
  },
  'headers-export-empty': {
    as: 'business',
    show: async page => {
      await page.route(`**/api${exportPath}`, route => route.fulfill({ contentType: 'application/pdf', body: '' }))
      await exportPdf(page)
      await expect(page.getByText('Failed to export PDF: Received empty PDF')).toBeVisible()
    },
  },
  'headers-delete': {
    as: 'business',
    show: async page => {
      await openAnalyzer(page, stored)
      await page.getByRole('button', { name: 'Delete Your November summary' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

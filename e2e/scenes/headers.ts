import { expect, type Page } from '@playwright/test'
import { aLine, anAnalysis } from '../../packages/web/src/features/headers/analysis.fixture.ts'
import { everyPart, type Stored, stored } from './header-analysis.ts'
import { fault, hold, type Scene } from './scene.ts'

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
  'headers-reported-address': {
    as: 'business',
    show: async page => {
      const analysis = anAnalysis()
      const at = aLine({ label: 'X-Forefront-Antispam-Report', line: 12, text: 'CIP:203.0.113.17;DIR:INB' })
      await openTab(page, 'Headers', { ...analysis, parsed_data: { ...analysis.parsed_data, sending_ip_at: at } })
      await expect(page.getByText('Reported by X-Forefront-Antispam-Report, line 12')).toBeVisible()
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
  'headers-repeated': {
    as: 'business',
    show: async page => {
      const analysis = anAnalysis()
      const values = [
        aLine({ label: 'From', line: 4, text: 'a@x.test' }),
        aLine({ label: 'From', line: 5, text: 'ceo@bank.example' }),
      ]
      const repeated = [{ label: 'From', count: 2, values }]
      await openTab(page, 'Headers', { ...analysis, parsed_data: { ...analysis.parsed_data, repeated } })
      await expect(page.getByText('ceo@bank.example')).toBeVisible()
    },
  },
  'headers-high': { as: 'business', show: page => openTab(page, 'Headers', everyPart({ threat_score: 70 })) },
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
  'headers-virustotal-evidence': {
    as: 'business',
    show: async page => {
      await openTab(page, 'VirusTotal')
      await page.getByRole('button', { name: 'Evidence: 203.0.113.17' }).click()
      await expect(page.getByRole('dialog').getByText('HTTP status 200')).toBeVisible()
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

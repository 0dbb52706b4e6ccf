import { expect, type Page } from '@playwright/test'
import { aLine, anAnalysis } from '../../packages/web/src/features/headers/analysis.fixture.ts'
import { everyPart, type Stored, stored } from './header-analysis.ts'
import { fault, type Scene } from './scene.ts'

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

async function exportPdf(page: Page): Promise<void> {
  await openTab(page, 'Headers')
  await page.getByRole('button', { name: 'Export PDF' }).click()
}

export const headerScenes = {
  headers: { as: 'business', show: page => openAnalyzer(page) },
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
  'headers-routing': { as: 'business', show: page => openTab(page, 'Routing') },
  'headers-authentication': { as: 'business', show: page => openTab(page, 'Authentication') },
  'headers-virustotal': { as: 'business', show: page => openTab(page, 'VirusTotal') },
  'headers-virustotal-evidence': {
    as: 'business',
    show: async page => {
      await openTab(page, 'VirusTotal')
      await page.getByRole('button', { name: 'Evidence: 203.0.113.17' }).click()
      await expect(page.getByRole('dialog').getByText('HTTP status 200')).toBeVisible()
    },
  },
  'headers-export-locked': {
    as: 'used',
    show: async page => {
      await exportPdf(page)
      await expect(page.getByRole('dialog', { name: 'Export reports' })).toBeVisible()
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

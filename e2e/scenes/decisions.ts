/** The states of accepting and muting findings. */
import { expect, type Page } from '@playwright/test'
import type { DecisionItem } from '@waxseal/contract'
import type { World } from '../world.ts'
import type { AccountName } from '../world-accounts.data.ts'
import { report } from './report.ts'
import { answer, fault, type Scene } from './scene.ts'

const dayMs = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString()

/** A decision as stored on the server. */
function aDecision(finding: string, reason: string, change: Partial<DecisionItem> = {}): DecisionItem {
  return {
    id: `decision about ${finding}`,
    finding,
    subject: null,
    reason,
    kind: 'accepted',
    note: '',
    decided_at: inDays(-3),
    decided_by: null,
    expires_at: null,
    expired: false,
    ...change,
  }
}

/** A report whose owner made decisions some time ago. */
function decided(domain: string, decisions: readonly DecisionItem[], account: AccountName = 'business'): Scene {
  return {
    as: account,
    show: async (page, world) => {
      await answer(page, '/domains/*/decisions', { decisions })
      await report(domain, account, []).show(page, world)
    },
  }
}

const missingMx = aDecision('mx_missing', 'No MX records', {
  note: 'The mail moves in spring.\nAsk Kim.',
  decided_by: 'Katherine Johnson',
  expires_at: inDays(90),
})
const missingSpf = aDecision('spf_missing', 'SPF record missing', { kind: 'muted', note: 'Sends nothing.' })
const overdue = aDecision('dmarc_missing', 'DMARC record missing', {
  kind: 'muted',
  note: 'Until the new provider is there.',
  decided_at: inDays(-60),
  expires_at: inDays(-2),
  expired: true,
})
const gone = aDecision('bl_high', 'Listed on an important blocklist: 203.0.114.99 on SpamCop SCBL', {
  subject: '203.0.114.99 spamcop',
})

export async function openForm(page: Page, reason = 'DMARC record missing'): Promise<void> {
  await page.getByRole('button', { name: `Accept or mute: ${reason}` }).click()
  await expect(page.getByRole('form', { name: `Accept or mute: ${reason}` })).toBeVisible()
}

async function openNoDmarc(page: Page, world: World): Promise<void> {
  await report('nodmarc.example', 'business', []).show(page, world)
  await openForm(page)
}

export const decisionScenes = {
  'diagnostics-decide': { as: 'business', show: openNoDmarc },
  'diagnostics-decide-past': {
    as: 'business',
    show: async (page, world) => {
      await openNoDmarc(page, world)
      await page.getByRole('radio', { name: 'Mute' }).check()
      await page.getByLabel('Applies until').selectOption('Until a day…')
      await page.getByLabel('Last day').fill('2020-01-01')
      await page.getByRole('button', { name: 'Mute finding' }).click()
    },
  },
  'diagnostics-decided': {
    as: 'business',
    show: async (page, world) => {
      await decided('bare.example', [missingMx, missingSpf, overdue, gone]).show(page, world)
      await page.getByText('Muted (1)').click()
      await page.getByText('1 decision about a finding').click()
    },
  },
  'diagnostics-all-muted': decided('nodmarc.example', [
    aDecision('dmarc_missing', 'DMARC record missing', { kind: 'muted' }),
    aDecision('spf_softfail_unenforced', 'SPF ends in ~all without DMARC enforcement', { kind: 'muted' }),
  ]),
  'diagnostics-decisions-failed': {
    as: 'business',
    show: async (page, world) => {
      await fault(page, 'GET', '/domains/*/decisions', 500)
      await report('nodmarc.example', 'business', []).show(page, world)
      await expect(page.getByText('Your decisions about these findings could not be loaded')).toBeVisible()
    },
  },
  'diagnostics-evidence-decided': {
    as: 'business',
    show: async (page, world) => {
      await decided('bare.example', [missingMx]).show(page, world)
      await page.getByRole('button', { name: 'Evidence: No MX records', exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  'diagnostics-evidence-decide': {
    as: 'business',
    show: async (page, world) => {
      await report('bare.example', 'business', []).show(page, world)
      await page.getByRole('button', { name: 'Evidence: No MX records', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Accept or mute' }).click()
    },
  },
} satisfies Record<string, Scene>

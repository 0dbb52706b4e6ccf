/** The states of the cards about DKIM, blacklists, threat intelligence, open relays and transport. */
import { expect } from '@playwright/test'
import { cards, report } from './report.ts'
import { rewrite, type Scene } from './scene.ts'

const [, ...own] = cards

const checks = ['Blacklist Status', 'Threat Intelligence', 'Open Relay Test'] as const

/** The part of a stored scan that differs between installations or hours of the day. */
interface Results {
  basis: { unchecked: string[] }
  results: {
    blacklist: {
      off: string[]
      total_checked?: number
      blacklists: { list: string; status: string; trouble: string | null; reason: string | null }[]
    }
    threat_intelligence: {
      error: string | null
      overall_verdict: string | null
      domain: {
        smart_verdict?: string
        vendor_interpretation?: string
        vendor_results: { vendor: string; category: string; tier: number; detail: string }[]
      } | null
    }
    relay: object | null
    transport: { parts: { id: string; state: string; summary: string; details: string[]; findings: string[] }[] } | null
  }
}

/** A report with changed results. */
function changed(scene: Scene, change: (results: Results['results'], basis: Results['basis']) => void): Scene {
  return {
    ...scene,
    show: async (page, world) => {
      await rewrite<Results>(page, '/diagnostics/results/*', reply => {
        change(reply.results, reply.basis)
        return reply
      })
      await scene.show(page, world)
    },
  }
}

const withoutThreat = (error: string) => (results: Results['results']) => {
  results.threat_intelligence = { ...results.threat_intelligence, error, overall_verdict: null, domain: null }
}

function copied(button: string): Scene {
  return {
    as: 'whole',
    show: async (page, world) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await report('hosted.example', 'whole', ['DKIM Records']).show(page, world)
      await page.getByRole('button', { name: `${button} of google` }).click()
    },
  }
}

export const cardScenes = {
  'diagnostics-all-wrong': report('listed.example', 'whole', own),
  'diagnostics-keys': report('keys.example', 'whole', ['DKIM Records', 'Transport']),
  'diagnostics-no-key': report('nokey.example', 'whole', ['DKIM Records']),
  'diagnostics-no-key-found': report('shop.example', 'whole', ['DKIM Records']),
  'diagnostics-refused': report('refused.example', 'whole', [
    'DKIM Records',
    'Blacklist Status',
    'Threat Intelligence',
  ]),
  'diagnostics-shared-hosts': report('hosted.example', 'whole', ['Blacklist Status', 'Open Relay Test']),
  'diagnostics-relay-suspected': report('relaying.example', 'whole', ['DKIM Records', 'Open Relay Test']),
  'diagnostics-starter': report('perfect.example', 'used', ['Blacklist Status', 'Threat Intelligence']),
  'diagnostics-switched-off': changed(report('perfect.example', 'business', checks), results => {
    const { blacklist } = results
    blacklist.off = ['Barracuda Reputation Block List', 'Passive Spam Block List (PSBL)']
    blacklist.blacklists = blacklist.blacklists.filter(({ list }) => !blacklist.off.includes(list))
    blacklist.total_checked = blacklist.blacklists.length
    withoutThreat('not_configured')(results)
    results.relay = { is_open_relay: null, test_details: [], state: 'off', hosts: [] }
    const ofSessions = ['starttls', 'certificate']
    if (results.transport !== null)
      results.transport.parts = results.transport.parts.map(part =>
        ofSessions.includes(part.id)
          ? { ...part, state: 'off', summary: 'SMTP tests are turned off.', details: [], findings: [] }
          : part,
      )
  }),
  'diagnostics-vendors': changed(report('perfect.example', 'business', ['Threat Intelligence']), results => {
    results.threat_intelligence.domain?.vendor_results.unshift(
      { vendor: 'Kaspersky', category: 'malicious', tier: 1, detail: 'lists perfect.example for phishing' },
      { vendor: 'Avast', category: 'suspicious', tier: 2, detail: 'blocks perfect.example' },
      { vendor: 'Sophos', category: 'harmless', tier: 3, detail: 'does not report perfect.example' },
    )
    results.threat_intelligence.overall_verdict = 'suspicious'
  }),
  'diagnostics-threat-low': changed(report('perfect.example', 'used', ['Threat Intelligence']), results => {
    results.threat_intelligence.overall_verdict = 'low_risk'
  }),
  'diagnostics-threat-open': changed(report('perfect.example', 'used', ['Threat Intelligence']), results => {
    const { threat_intelligence: threat } = results
    threat.overall_verdict = null
    for (const row of threat.domain?.vendor_results.slice(1) ?? []) {
      row.category = 'unknown'
      row.detail = 'could not be asked'
    }
  }),
  'diagnostics-few-lists': changed(report('perfect.example', 'business', ['Blacklist Status']), (results, basis) => {
    for (const row of results.blacklist.blacklists.slice(10)) {
      Object.assign(row, { status: 'error', trouble: 'refused', reason: 'The list refused our query.' })
    }
    basis.unchecked.push('blacklist')
  }),
  'diagnostics-lists-uncounted': changed(report('perfect.example', 'business', ['Blacklist Status']), results => {
    delete results.blacklist.total_checked
  }),
  'diagnostics-threat-not-configured': changed(
    report('perfect.example', 'used', ['Threat Intelligence']),
    withoutThreat('not_configured'),
  ),
  'diagnostics-threat-limit': changed(
    report('perfect.example', 'used', ['Threat Intelligence']),
    withoutThreat('rate_limit_exceeded'),
  ),
  'diagnostics-no-opinions': changed(report('perfect.example', 'business', ['Threat Intelligence']), results => {
    results.threat_intelligence.domain = { vendor_results: [] }
  }),
  'diagnostics-hostname-copied': copied('Copy hostname'),
  'diagnostics-value-copied': copied('Copy value'),
  'diagnostics-record-copied': copied('Copy full record'),
  'diagnostics-evidence-smtp': {
    as: 'whole',
    show: async (page, world) => {
      await report('listed.example', 'whole', ['Open Relay Test']).show(page, world)
      await page.getByRole('button', { name: /^Evidence: Session with/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  'diagnostics-evidence-http': {
    as: 'business',
    show: async (page, world) => {
      await report('perfect.example', 'business', ['Transport']).show(page, world)
      await page.getByRole('button', { name: 'Evidence: MTA-STS' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

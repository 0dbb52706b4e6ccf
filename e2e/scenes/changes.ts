/** What changed since the last scan, as a report says it. */
import { expect } from '@playwright/test'
import { report } from './report.ts'
import { rewrite, type Scene } from './scene.ts'

const aDay = 86_400_000

const named = (id: string, check: string, reason: string) => ({ id, subject: null, check, title: reason, reason })

const changes = {
  since: new Date(Date.now() - aDay).toISOString(),
  compared: 'all',
  score_before: 41,
  score_after: 63,
  fixed: [
    named('spf_plus_all', 'spf', 'SPF allows everyone'),
    named('mx_private_address', 'mx', 'MX host without a reachable address: mx2.nodmarc.example'),
  ],
  added: [named('dkim_weak', 'dkim', 'DKIM key is too short: s1')],
  changed: [] as readonly unknown[],
  unchanged: 6,
  unknown: 1,
  not_compared: [],
}

const worse = {
  ...named('relay_open', 'relay', 'Mail server is an open relay: mx1.nodmarc.example'),
  degree: 'worse',
  was: 'Possible open relay',
}

function changed(change: Partial<Record<keyof typeof changes, unknown>>, line: string): Scene {
  return {
    as: 'business',
    show: async (page, world) => {
      await rewrite<object>(page, '/diagnostics/results/*', reply => ({ ...reply, changes: { ...changes, ...change } }))
      await report('nodmarc.example', 'business', []).show(page, world)
      await expect(page.getByText(line)).toBeVisible()
    },
  }
}

const noScores = { score_before: null, score_after: null }

export const changeScenes = {
  'diagnostics-changes': changed({}, '41 → 63, fixed: SPF allows everyone'),
  'diagnostics-changes-worse': changed(
    { score_before: 80, fixed: [], changed: [worse], unknown: 0 },
    '80 → 63, worse: Mail server is an open relay: mx1.nodmarc.example (was “Possible open relay”); new: DKIM key',
  ),
  'diagnostics-changes-partly': changed(
    { ...noScores, compared: 'findings', added: [], not_compared: ['relay'] },
    'Fixed: SPF allows everyone',
  ),
  'diagnostics-changes-incomparable': changed(
    { ...noScores, compared: 'nothing', fixed: [], added: [], unchanged: 0, unknown: 0 },
    'Not comparable with the last scan',
  ),
} satisfies Record<string, Scene>

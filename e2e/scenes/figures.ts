/** The states of the score history and of the mail path. */
import { expect, type Locator, type Page } from '@playwright/test'
import { report } from './report.ts'
import { answer, rewrite, type Scene } from './scene.ts'

interface Point {
  scan_id: string
  at: string
  score: number | null
  basis_changed: boolean
  fixed: number
  added: number
}

const changed = 'changed'

/** A weekly scan until yesterday; `changed`: 78 points on another basis. */
function weekly(...scores: readonly (number | null | typeof changed)[]): Point[] {
  return scores.map((score, index) => ({
    scan_id: String(index),
    at: new Date(Date.now() - (scores.length - index) * 7 * 86_400_000).toISOString(),
    score: score === changed ? 78 : score,
    basis_changed: score === changed,
    fixed: [3, 8, 13].includes(index) ? 2 : 0,
    added: [7, 8, 17].includes(index) ? 1 : 0,
  }))
}

const eventful = weekly(42, 45, 45, 58, 63, null, null, 63, 88, 92, 92, changed, 78, 85, 91, null, 91, 63)

function history(points: readonly Point[], then?: (page: Page) => Promise<void>): Scene {
  return {
    as: 'business',
    show: async (page, world) => {
      await answer(page, '/domains/*/history?*', points)
      await report('nodmarc.example', 'business', []).show(page, world)
      await expect(historyOf(page).getByText(shownOf(points.length))).toBeVisible()
      await then?.(page)
    },
  }
}

/** A text of the loaded history of so many scans. */
function shownOf(scans: number): string {
  if (scans === 0) return 'No scan'
  return scans === 1 ? 'Trend starts with your second scan.' : 'Show as table'
}

function historyOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Score History' })
}

interface MxReply {
  results: { mx: { hosts: object[] } }
}

/** More mail servers than a scan tests. */
function manyServers(then: (page: Page) => Promise<void>): Scene {
  return {
    as: 'business',
    show: async (page, world) => {
      await rewrite<MxReply>(page, '/diagnostics/results/*', reply => {
        reply.results.mx.hosts = Array.from({ length: 22 }, (_, index) => ({
          preference: 10 * (index + 1),
          host: `mx${index + 1}.mailhost.example`,
          addresses: index < 20 ? [`203.0.114.${25 + index}`, ...(index % 3 === 0 ? [`2001:db8::${index}`] : [])] : [],
          state: index < 20 ? 'resolved' : 'cut',
          alias: null,
        }))
        return reply
      })
      await report('perfect.example', 'business', []).show(page, world)
      await then(page)
    },
  }
}

export const figureScenes = {
  'diagnostics-history': history(eventful),
  'diagnostics-history-table': history(eventful, async page =>
    historyOf(page).getByRole('button', { name: 'Show as table' }).click(),
  ),
  'diagnostics-history-long': history(
    Array.from({ length: 500 }, (_, index) => ({
      scan_id: String(index),
      at: new Date(Date.now() - (500 - index) * 86_400_000).toISOString(),
      score: Math.round(60 + 35 * Math.sin(index / 40)),
      basis_changed: false,
      fixed: index % 90 === 60 ? 1 : 0,
      added: index % 120 === 100 ? 1 : 0,
    })),
  ),
  'diagnostics-mail-path-many': manyServers(async page => page.getByText('17 more', { exact: true }).click()),
  'diagnostics-mail-path-table': manyServers(async page =>
    page.getByRole('figure').filter({ hasText: 'Mail path to' }).getByRole('button', { name: 'Show as table' }).click(),
  ),
} satisfies Record<string, Scene>

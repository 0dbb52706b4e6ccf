import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildOf } from '../build.ts'
import { openTestApp, type TestApp } from '../testing/app.ts'
import { theStore } from '../testing/store.ts'
import { measureProcess, openMetrics } from './metrics.ts'

const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../deploy/metrics/${name}`, import.meta.url)), 'utf8')

/** The metrics that expressions use, each with the labels they select or group by. */
const usesIn = (text: string): { name: string; labels: string[] }[] =>
  [...text.matchAll(/\b((?:waxseal|process|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', selector = '']) => ({
      name: name.replace(/_(?:bucket|sum|count)$/, ''),
      labels: [...selector.matchAll(/([a-z_]+)(?==~?\\?")/g)].map(([label]) => label),
    }),
  )

interface Panel {
  title: string
  type: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string; legendFormat: string }[]
}

describe('the files of deploy/metrics', () => {
  let test: TestApp
  /** Every metric of a process with its labels. */
  let known: Map<string, readonly string[]>
  beforeAll(async () => {
    const metrics = openMetrics(buildOf())
    measureProcess(metrics)
    test = await openTestApp(theStore(), { metrics })
    await test.app.inject('/metrics')
    known = new Map(
      metrics.registry.getMetricsAsArray().map(metric => {
        const { name, labelNames = [] } = metric as unknown as { name: string; labelNames?: string[] }
        return [name, labelNames]
      }),
    )
  })
  afterAll(() => test.close())

  it.each(['waxseal.rules.yml', 'waxseal.rules.test.yml', 'dashboard.json'])(
    '%s uses only metrics and labels that exist',
    name => {
      const uses = usesIn(read(name))
      expect(uses.length).toBeGreaterThan(15)
      // Prometheus adds these.
      const added = new Set(['instance', 'job'])
      const unknown = uses.filter(
        ({ name: metric, labels }) =>
          !known.has(metric) || labels.some(label => !added.has(label) && known.get(metric)?.includes(label) !== true),
      )
      expect(unknown).toEqual([])
    },
  )

  it('the dashboard shows every metric of ours', () => {
    const shown = new Set(usesIn(read('dashboard.json')).map(({ name }) => name))
    expect([...known.keys()].filter(name => name.startsWith('waxseal_') && !shown.has(name))).toEqual([])
  })

  it('the panels of the dashboard name their lines by labels that exist, and cover no other', () => {
    const { panels } = JSON.parse(read('dashboard.json')) as { panels: Panel[] }
    expect(panels.length).toBeGreaterThan(20)
    const labels = new Set(['instance', ...[...known.values()].flat()])
    for (const { legendFormat } of panels.flatMap(({ targets = [] }) => targets)) {
      for (const [, label = ''] of legendFormat.matchAll(/\{\{([a-z]+)\}\}/g)) expect(labels).toContain(label)
    }
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
  })
})

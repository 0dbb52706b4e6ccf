import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { vitestOutcome } from '../test-report.ts'
import { runSuite } from './run-suite.ts'
import type { Suite } from './suites.ts'

const folder = mkdtempSync(join(tmpdir(), 'waxseal-run-suite-'))
afterAll(() => rmSync(folder, { recursive: true }))

const said: string[] = []
beforeEach(() => {
  said.length = 0
  vi.spyOn(console, 'log').mockImplementation(line => void said.push(String(line)))
})

const node = (code: string) => [process.execPath, '-e', code]

const write = (report: object) =>
  `require("fs").writeFileSync(process.env.REPORT, ${JSON.stringify(JSON.stringify(report))})`

function suite(command: string, more: Partial<Suite> = {}): Suite {
  return { name: 'a suite', stage: 'lanes', weight: 1, command: () => node(command), needs: [], read: null, ...more }
}

const run = (one: Suite) => runSuite(one, folder, report => ({ REPORT: report }))

describe('a suite', () => {
  it('says its lines with its name, those of standard error too, and keeps notices', async () => {
    const ended = await run(suite('console.log("one\\nStore tests: on PGlite"); console.error("two")'))
    expect(said.sort()).toEqual(['[a suite] Store tests: on PGlite', '[a suite] one', '[a suite] two'])
    expect(ended).toMatchObject({ code: 0, failures: [], notices: ['Store tests: on PGlite'] })
  })

  it('costs the processor time of its children, those of its children too', async () => {
    const busy = 'const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);'
    const nested = `require("child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(busy)}])`
    const { cost } = await run(suite(nested))
    expect(cost.user).toBeGreaterThanOrEqual(0.3)
    expect(cost.wall).toBeGreaterThan(0)
  })

  it('that ends without a report has failed once', async () => {
    const ended = await run(suite('process.exit(3)'))
    expect(ended).toMatchObject({
      code: 3,
      counts: { failed: 1 },
      failures: ['ended with exit code 3; it says why above'],
    })
  })

  it('whose program is missing has failed', async () => {
    expect(await run(suite('', { command: () => ['no-such-program'] }))).toMatchObject({ counts: { failed: 1 } })
  })

  it('gives its failed tests a second try alone', async () => {
    const failing = {
      numFailedTests: 1,
      testResults: [
        { name: '/x', status: 'failed', message: '', assertionResults: [{ fullName: 'x', status: 'failed' }] },
      ],
    }
    const ended = await run(
      suite(`${write(failing)}; process.exit(1)`, {
        read: (text, again) => vitestOutcome(again ?? text, '/'),
        again: () => node(write({ numPassedTests: 1 })),
      }),
    )
    expect(ended).toMatchObject({ code: 0, counts: { passed: 1, failed: 0 }, failures: [] })
    expect(ended.cost.again).toBeGreaterThan(0)
  })
})

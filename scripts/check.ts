/**
 * `npm run check`: format, lint, types, structure, regular expressions, unused and undeclared dependencies, secrets in the
 * tree, licences and known holes of packages. No database, no network.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** The longest ones first, so that the cores finish at about the same time. */
const steps: Record<string, string[]> = {
  expressions: ['node', 'scripts/check-expressions.ts'],
  lint: ['oxlint', '--type-aware', '--deny-warnings'],
  'types: scripts': typesOf('.'),
  'types: server': typesOf('packages/server'),
  'types: web': typesOf('packages/web'),
  dependencies: ['knip', '--no-progress'],
  'types: scanner': typesOf('packages/scanner'),
  'types: contract': typesOf('packages/contract'),
  format: ['biome', 'check', '--linter-enabled=false', '.'],
  'types: core tests': typesOf('packages/core/tsconfig.test.json'),
  'types: core': typesOf('packages/core'),
  structure: ['node', 'scripts/check-structure.ts'],
  secrets: ['node', 'scripts/check-secrets.ts'],
  licences: ['node', 'scripts/check-licences.ts'],
  advisories: ['node', 'scripts/check-advisories.ts'],
}

/** With several checkers, the compiler works out the same types once in each: the cores have other steps to run. */
function typesOf(project: string): string[] {
  return ['tsc', '-p', project, '--checkers', '1']
}

/** A step ends before its memory runs out: Go collects garbage less often, which saves a fifth of the time. */
const env = { ...process.env, GOGC: '400' }

const only = process.argv.slice(2)

function run(name: string, [command, ...args]: string[]): Promise<boolean> {
  const started = performance.now()
  return new Promise(resolve => {
    const child = spawn(command ?? '', args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    let output = ''
    child.stdout.on('data', chunk => (output += chunk))
    child.stderr.on('data', chunk => (output += chunk))
    child.on('error', error => resolve(report(error.message, 1)))
    child.on('close', code => resolve(report(output, code)))
  })
  function report(output: string, code: number | null): boolean {
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
    if (code !== 0) console.log(output.trimEnd())
    return code === 0
  }
}

const chosen = Object.entries(steps).filter(([name]) => only.length === 0 || only.some(word => name.includes(word)))
const results: boolean[] = []

async function work(): Promise<void> {
  for (let next = chosen.shift(); next !== undefined; next = chosen.shift()) results.push(await run(...next))
}

await Promise.all(Array.from({ length: availableParallelism() }, work))
process.exitCode = results.every(Boolean) ? 0 : 1

/**
 * `npm run check`: format, lint, types, structure, regular expressions, unused and undeclared dependencies. No database,
 * no network.
 */
import { spawn } from 'node:child_process'

const steps: Record<string, string[]> = {
  format: ['biome', 'check', '--linter-enabled=false', '.'],
  lint: ['oxlint', '--type-aware', '--deny-warnings'],
  'types: core': ['tsc', '-p', 'packages/core'],
  'types: core tests': ['tsc', '-p', 'packages/core/tsconfig.test.json'],
  'types: contract': ['tsc', '-p', 'packages/contract'],
  'types: scanner': ['tsc', '-p', 'packages/scanner'],
  'types: server': ['tsc', '-p', 'packages/server'],
  'types: web': ['tsc', '-p', 'packages/web'],
  'types: scripts': ['tsc', '-p', '.'],
  structure: ['node', 'scripts/check-structure.ts'],
  expressions: ['node', 'scripts/check-expressions.ts'],
  dependencies: ['knip', '--no-progress'],
}

const only = process.argv.slice(2)

function run(name: string, [command, ...args]: string[]): Promise<boolean> {
  const started = performance.now()
  return new Promise(resolve => {
    const child = spawn(command ?? '', args, { stdio: ['ignore', 'pipe', 'pipe'] })
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
const results = await Promise.all(chosen.map(([name, command]) => run(name, command)))
process.exitCode = results.every(Boolean) ? 0 : 1

/**
 * `npm run bench`: runs the benchmarks of `bench/` one after the other, and ends with one line for each. Words after
 * the command choose by name: `npm run bench -- dns`. A missed target exits 1. Ratios are taken within one run;
 * absolute figures mean nothing on a shared machine.
 */
import { spawnSync } from 'node:child_process'
import { missingPrograms } from './test-programs.ts'

const benchmarks = [
  'dns-throughput',
  'dns-blocked-loop',
  'full-scan',
  'hostile-zone',
  'spf-evaluation',
  'spf-preview',
  'spf-flatten',
  'monitoring',
  'nameserver',
  'headers',
  'dashboard',
  'domain-report',
  'questions',
  'questions-many',
  'sign-in-attack',
  'checkdmarc',
]
/** They need port 53 and their own addresses. */
const inNamespace = new Set(['checkdmarc'])
/** The exit code of a benchmark that lacks a program to compare with, after it has said so. */
const notRun = 77

const isFlag = (word: string) => word.startsWith('--')
const only = process.argv.slice(2).filter(word => !isFlag(word))
/** Go to each benchmark that is chosen. */
const flags = process.argv.slice(2).filter(isFlag)
const chosen = benchmarks.filter(name => only.length === 0 || only.some(word => name.includes(word)))
missingPrograms('bench')

const outcomes = chosen.map(name => {
  console.log(`\n== ${name} ==`)
  const command = ['node', `bench/${name}.ts`, ...flags]
  const [program = '', ...args] = inNamespace.has(name) ? ['scripts/in-namespace', ...command] : command
  const { status } = spawnSync(program, args, { stdio: 'inherit', timeout: 600_000 })
  return { name, outcome: status === 0 ? 'met' : status === notRun ? 'not run' : 'MISSED' }
})
console.log('')
for (const { name, outcome } of outcomes) console.log(`${outcome.padEnd(7)} ${name}`)
process.exitCode = outcomes.some(({ outcome }) => outcome === 'MISSED') ? 1 : 0

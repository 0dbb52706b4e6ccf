/**
 * `node scripts/planted-faults.ts [ids or packages]`: puts each fault of the list into its file, runs the tests that must
 * notice it, and takes it out again. One line a fault; it fails when a fault is not found. With `--together` all chosen
 * faults are in their files at once, and their tests run once: for browser tests, whose world takes long to start.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { commandsFor, type PlantedFault, withFault } from './planted-fault.ts'
import { plantedFaults } from './planted-faults.data.ts'

const words = process.argv.slice(2)
const isTogether = words.includes('--together')
const only = words.filter(word => !word.startsWith('--'))
const chosen = plantedFaults.filter(
  fault => only.length === 0 || only.includes(fault.id) || only.includes(fault.package),
)

/** The texts of the files that have a fault now. */
const sound = new Map<string, string>()

function plant(fault: PlantedFault): void {
  const text = readFileSync(fault.file, 'utf8')
  if (!sound.has(fault.file)) sound.set(fault.file, text)
  writeFileSync(fault.file, withFault(text, fault))
}

function restore(): void {
  for (const [file, text] of sound) writeFileSync(file, text)
  sound.clear()
}

const env = { ...process.env, NO_COLOR: '1' }

/** The output of the first command that fails; null: all pass. */
function failureOf(commands: readonly string[][]): string | null {
  for (const [program = '', ...args] of commands) {
    const { status, signal, error, stdout, stderr } = spawnSync(program, args, {
      encoding: 'utf8',
      maxBuffer: 1e9,
      env,
    })
    if (signal !== null || error !== undefined) throw error ?? new Error(`${program} was stopped by ${signal}`)
    if (status !== 0) return stdout + stderr
  }
  return null
}

/** The first line that names a failed test, or what else the output says of it. */
function nameIn(output: string): string {
  const lines = output.split('\n').map(line => line.trim())
  const failed = lines.find(line => /^(?:FAIL\s|\d+\) |error:)/.test(line)) ?? lines.findLast(line => line !== '') ?? ''
  return failed.replace(/^FAIL\s+/, '')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    restore()
    process.exit(130)
  })
}

if (isTogether) {
  chosen.forEach(plant)
  try {
    console.log(failureOf(commandsFor(chosen)) ?? 'NOT FOUND: all tests pass')
  } finally {
    restore()
  }
} else {
  for (const fault of chosen) {
    plant(fault)
    let output: string | null
    try {
      output = failureOf(commandsFor([fault]))
    } finally {
      restore()
    }
    console.log(`${output === null ? 'NOT FOUND' : 'found'} ${fault.id}${output === null ? '' : `: ${nameIn(output)}`}`)
    if (output === null) process.exitCode = 1
  }
}

/**
 * `npm run soak`: the long forms of the tests (`soak-parts.data.ts`), one after the other; some take half an hour. An
 * interrupted run goes on where it stopped, and `npm run soak -- fresh` starts over. Words after the command choose by
 * name: `npm run soak -- spf`. The output ends with a table of all figures.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type SoakPart, soakParts } from './soak-parts.data.ts'
import { childrenSecondsOf, figuresOf, planOf, type SoakRow, type SoakState, tableOf } from './soak-run.ts'
import { installClients } from './test-clients.ts'
import { missingPrograms } from './test-programs.ts'

const folder = 'test-results'
const stateFile = join(folder, 'soak.json')
const names = soakParts.map(({ name }) => name)

/** The outcomes of the run before; null: there is none that can be read. */
function storedState(): SoakState | null {
  try {
    return JSON.parse(readFileSync(stateFile, 'utf8')) as SoakState
  } catch {
    return null
  }
}

function store(state: SoakState): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${stateFile}.new`, JSON.stringify(state, null, 2))
  renameSync(`${stateFile}.new`, stateFile)
}

function childrenSeconds(): number | null {
  try {
    return childrenSecondsOf(readFileSync('/proc/self/stat', 'utf8'))
  } catch {
    return null
  }
}

/** Runs a part and shows what it says. */
async function run({ name, command: [program, ...args], env }: SoakPart): Promise<SoakRow> {
  const [started, before] = [performance.now(), childrenSeconds()]
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: resolve('node_modules', '.cache', 'compiled'), ...env },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    output = (output + text).slice(-100_000)
  })
  const isGood = await new Promise<boolean>(done => {
    child.on('error', error => {
      console.error(error.message)
      done(false)
    })
    child.on('close', code => done(code === 0))
  })
  const after = childrenSeconds()
  const cpuSeconds = before === null || after === null ? null : after - before
  return { name, isGood, wallSeconds: (performance.now() - started) / 1000, cpuSeconds, figures: figuresOf(output) }
}

const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
const { kept, chosen, note } = planOf(names, process.argv.slice(2), commit, storedState())
missingPrograms()
installClients()
if (note !== null) console.log(note)

const rows = [...kept]
for (const part of soakParts.filter(({ name }) => chosen.includes(name))) {
  console.log(`\n== ${part.name} ==`)
  rows.push(await run(part))
  store({ commit, rows })
}
console.log(`\n${tableOf(names, rows)}`)
process.exitCode = rows.every(({ isGood }) => isGood) ? 0 : 1

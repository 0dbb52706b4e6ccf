/**
 * `npm run soak`: the long forms of the tests (`soak/`), one after the other; some take half an hour. Words after the
 * command choose by name: `npm run soak -- spf`.
 */
import { spawnSync } from 'node:child_process'
import { missingPrograms } from './test-programs.ts'

const soaks: readonly { name: string; command: readonly [string, ...string[]] }[] = [
  { name: 'kill', command: ['node', 'soak/kill.ts'] },
  { name: 'power-loss', command: ['node', 'soak/power-loss.ts'] },
  { name: 'monitoring', command: ['node', 'soak/monitoring.ts'] },
  { name: 'nameserver', command: ['node', '--expose-gc', 'soak/nameserver.ts'] },
  { name: 'spf-peers', command: ['scripts/in-namespace', 'node', 'soak/spf-peers.ts'] },
]

const only = process.argv.slice(2)
const chosen = soaks.filter(({ name }) => only.length === 0 || only.some(word => name.includes(word)))
missingPrograms()

const outcomes = chosen.map(({ name, command: [program, ...args] }) => {
  console.log(`\n== ${name} ==`)
  return { name, good: spawnSync(program, args, { stdio: 'inherit' }).status === 0 }
})
console.log('')
for (const { name, good } of outcomes) console.log(`${good ? 'ok    ' : 'FAILED'} ${name}`)
process.exitCode = outcomes.every(({ good }) => good) ? 0 : 1

/**
 * A process for the fault tests: opens a store and runs a mode until it is killed.
 * `write` stores rows, each said on stdout once it is committed; `hold` opens the store, says so, and waits.
 */
import { writeSync } from 'node:fs'
import { storeAt } from './kill.ts'
import { writeRounds } from './write-rounds.ts'

const [place = '', task = ''] = process.argv.slice(2)
// Written at once, because a buffered line would be lost with the process.
const say = (line: string) => writeSync(1, `${line}\n`)

try {
  const store = await storeAt(place)
  say('open')
  if (task === 'write') await writeRounds(store, Infinity, subject => say(`ack ${subject}`))
  if (task === 'hold') setInterval(() => {}, 1_000)
} catch (cause) {
  say(cause instanceof Error ? cause.message : String(cause))
  process.exitCode = 1
}

/**
 * Questions about all of 500 domains, in processes that have read none of them yet: each round has an account of its own, asks a
 * first question and then others, also such whose answers rest on the list of domains, on issues or on the history, on an embedded store whose work counts. Target: a question costs at most 50 ms of the
 * processor, also the first one. What the same first question costs where the facts were not kept is printed beside it.
 */
import { markdownOf, reply } from '@waxseal/core/assistant'
import { readAccountOf } from '../packages/server/src/account-readers.ts'
import { loadFacts } from '../packages/server/src/features/assistant/facts.ts'
import type { Actor } from '../packages/server/src/features/workspaces/actor.ts'
import { openTestApp } from '../packages/server/src/testing/app.ts'
import { fillAccount, keepFactsOfAll } from '../packages/server/src/testing/dashboard-load.ts'

const domains = 500
const rounds = 9
const warmUps = 3
const maxMs = 50
const first = 'Which domains have no DMARC?'
const others = ['Which of our domains have p=none?', 'Which domains have no DKIM key?', 'How many domains use TLS-RPT?']
/** Questions whose answers rest on the list, on issues or on the history, and read no scan of each. */
const lists = [
  'What domains need attention?',
  'Which domain is the worst?',
  'What are our most common problems?',
  'How many issues do we have?',
  'Which domains have critical findings?',
  'Which domains score below 50?',
  'What is our average score?',
  'Give me a summary for my boss',
  'Which domains lost points in the last two weeks?',
  'What changed in the last 30 days?',
  'Which domains are scanned daily?',
  'Is d7.example secure?',
]

const app = await openTestApp('pglite', { now: () => new Date() })
const { deps } = app

/** The account of an owner with 500 scanned domains. */
async function account({ isKept }: { isKept: boolean }): Promise<Actor> {
  const { actor } = await app.aUser({ tier: 'business' })
  await fillAccount(deps.store, actor.workspace.id, domains)
  if (isKept) await keepFactsOfAll(deps, actor.workspace.id)
  return actor
}

/**
 * The processor time of one question with all that it reads, in milliseconds. @param of what its answer must rest on
 * @throws Error when it rests on something else, or is none
 */
async function cost(actor: Actor, message: string, of: 'scans' | 'list' = 'scans'): Promise<number> {
  const before = process.cpuUsage()
  const { facts: known } = await loadFacts(deps, actor, { kind: 'chat', message, history: [] }, readAccountOf(deps))
  const answer = markdownOf(reply(message, known, { origin: 'no-model', earlier: [] }))
  const { user, system } = process.cpuUsage(before)
  if (of === 'scans' && (known.scans.length !== 200 || !answer.includes('200')))
    throw new Error(`not about 200 scans: ${answer.slice(0, 200)}`)
  if (of === 'list' && answer.includes('I cannot answer this'))
    throw new Error(`no answer to ${message}: ${answer.slice(0, 200)}`)
  return (user + system) / 1000
}

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

const cold: number[] = []
const next: number[] = []
const unkept: number[] = []
const listed = new Map<string, number[]>(lists.map(message => [message, []]))
for (let round = 0; round < rounds; round += 1) {
  const [kept, old] = [await account({ isKept: true }), await account({ isKept: false })]
  const made = await cost(old, first)
  const began = await cost(kept, first)
  const then: number[] = []
  for (const message of others) then.push(await cost(kept, message))
  for (const message of lists) {
    const ms = await cost(kept, message, 'list')
    if (round >= warmUps) listed.get(message)?.push(ms)
  }
  if (round < warmUps) continue
  unkept.push(made)
  cold.push(began)
  next.push(...then)
}
await app.close()
console.log(`first question about ${domains} domains: ${median(cold).toFixed(0)} ms of the processor`)
console.log(`the next ones: ${median(next).toFixed(0)} ms`)
console.log(`the first one from whole documents: ${median(unkept).toFixed(0)} ms`)
for (const [message, values] of listed) console.log(`${median(values).toFixed(0).padStart(3)} ms: ${message}`)
const all = [median(cold), median(next), ...[...listed.values()].map(median)]
if (all.some(ms => ms > maxMs)) process.exitCode = 1

/**
 * Asks the built-in analyst the questions that people ask (`@waxseal/core/fixtures/questions`), on the demo's accounts and
 * without a server, and judges each answer by the rule of that folder: by kind, the handed questions apart. A word chooses by
 * id: `npm run bench -- questions --v`. `--v` prints the answers that are wrong or unhelpful. Targets, of the handed questions:
 * none is wrong, 92% are right or honest, 75% are right. The processor time of one question, with what it reads, is printed.
 * `--record` writes the facts that the answers rest on, for the unit tests of core.
 */
import { answerHtml } from '@waxseal/contract/answer-html'
import { markdownOf, reply } from '@waxseal/core/assistant'
import {
  type AskedQuestion,
  allQuestions,
  handedQuestions,
  judge,
  plain,
  type Verdict,
} from '@waxseal/core/fixtures/questions'
import { readAccountOf } from '../packages/server/src/account-readers.ts'
import type { Deps } from '../packages/server/src/deps.ts'
import { loadFacts } from '../packages/server/src/features/assistant/facts.ts'
import type { Actor } from '../packages/server/src/features/workspaces/actor.ts'
import { openDemoData } from '../scripts/demo/demo-data.ts'
import { newRecording, writeRecording } from './question-facts.ts'

interface Asked {
  question: AskedQuestion
  verdict: Verdict
  why: string
  text: string
}

const verdicts = ['right', 'honest', 'unhelpful', 'wrong'] as const satisfies readonly Verdict[]
const targets = { rightOrHonest: 0.92, right: 0.75 } as const

const words = process.argv.slice(2)
const isLong = words.includes('--v')
const chosen = words.filter(word => !word.startsWith('--'))

const recorded = newRecording()

async function answerOf(deps: Deps, actor: Actor, question: AskedQuestion): Promise<string> {
  const { messages } = question
  const earlier = messages.slice(0, -1)
  const message = messages.at(-1) ?? ''
  const history = earlier.map(content => ({ role: 'user', content }) as const)
  const { facts } = await loadFacts(deps, actor, { kind: 'chat', message, history }, readAccountOf(deps))
  recorded.add(question, facts)
  return plain(answerHtml(markdownOf(reply(message, facts, { origin: 'no-model', earlier })), 'made'))
}

function counted(asked: readonly Asked[]): string {
  return verdicts.map(each => `${countOf(asked, each)} ${each}`).join(', ')
}

function countOf(asked: readonly Asked[], verdict: Verdict): number {
  return asked.filter(each => each.verdict === verdict).length
}

function meetsTargets(asked: readonly Asked[]): boolean {
  const [right, honest, , wrong] = verdicts.map(each => countOf(asked, each))
  const isGood = (right ?? 0) + (honest ?? 0) >= targets.rightOrHonest * asked.length
  return wrong === 0 && isGood && (right ?? 0) >= targets.right * asked.length
}

const demo = await openDemoData({ say: line => console.log(line) })
try {
  const questions = allQuestions.filter(({ id }) => chosen.length === 0 || chosen.some(word => id.includes(word)))
  const results: Asked[] = []
  const before = process.cpuUsage()
  for (const question of questions) {
    const account = demo.accounts.find(({ tier }) => tier === question.plan)
    if (account === undefined) throw new Error(`the demo has no account on ${question.plan}`)
    const text = await answerOf(demo.deps, account.actor, question)
    results.push({ question, text, ...judge(question, text, account.domains) })
  }
  const { user, system } = process.cpuUsage(before)
  for (const { question, verdict, why, text } of results) {
    if (!isLong || verdict === 'right' || verdict === 'honest') continue
    console.log(`\n${verdict.toUpperCase()} ${question.id}: ${question.messages.join(' // ')}\n  ${why}`)
    console.log(`  > ${text.replaceAll('\n', ' / ').slice(0, 400)}`)
  }
  for (const kind of new Set(results.map(({ question }) => question.kind))) {
    const of = results.filter(({ question }) => question.kind === kind)
    console.log(`${kind.padEnd(12)} ${counted(of)} of ${of.length}`)
  }
  if (words.includes('--record')) writeRecording(recorded)
  const handed = results.filter(({ question }) => handedQuestions.includes(question))
  console.log(`${Math.round((user + system) / 1000 / Math.max(1, results.length))} ms of processor time a question`)
  console.log(`more:   ${counted(results.filter(each => !handed.includes(each)))} of ${results.length - handed.length}`)
  console.log(`handed: ${counted(handed)} of ${handed.length}`)
  if (!meetsTargets(handed)) process.exitCode = 1
} finally {
  await demo.close()
}

import { answerHtml } from '@waxseal/contract/answer-html'
import { type Facts, markdownOf } from '@waxseal/core/assistant'
import {
  type AskedQuestion,
  handedQuestions,
  judge,
  type Lie,
  liesAbout,
  phrasedHonestly,
  plain,
  recordedDomains,
  recordedFacts,
} from '@waxseal/core/fixtures/questions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import type { ModelApi } from '../../testing/model-api.ts'
import { analystOf, modelWorld } from '../../testing/model-world.ts'
import { openOpenAi } from '../../testing/openai.ts'
import { theStore } from '../../testing/store.ts'
import type { Actor } from '../workspaces/actor.ts'
import type { ReadAccount } from './account-facts.ts'
import { answer, type Prepared } from './answer.ts'
import { builtInAnswer } from './built-in.ts'

const readAccount: ReadAccount = async ({ workspace, role, by }, _groups, asked = {}) => {
  return { at: '', tier: workspace.tier, caller: { role, kind: by.kind }, billing: 'test', asked, groups: {} }
}

let deps: TestDeps
let api: ModelApi
beforeAll(async () => {
  deps = await openTestDeps(theStore())
  api = await openOpenAi()
  deps.assistant = modelWorld({ api, provider: 'openai', model: 'gpt-4.1-mini' }).model
})
beforeEach(() => {
  api.bodies.length = 0
  api.asked.length = 0
})
afterAll(async () => {
  await deps.close()
  await api.close()
})

/** A question with everything that its answer rests on. */
function prepared(question: AskedQuestion): Prepared & { names: readonly string[] } {
  const { messages, plan } = question
  const facts: Facts = recordedFacts(question)
  const actor: Actor = {
    workspace: { id: '00000000-0000-4000-8000-0000000000a1', name: 'Kite', tier: plan },
    by: { kind: 'person', id: 'p' },
    role: 'owner',
  }
  const history = messages.slice(0, -1).map(content => ({ role: 'user', content }) as const)
  const names = recordedDomains(question).map(({ name }) => name)
  const domains = names.map(name => ({ id: name, name }))
  return { actor, task: { kind: 'chat', message: messages.at(-1) ?? '', history }, facts, domains, readAccount, names }
}

/** The answer to a question, when the model makes this of what the analyst answers. */
async function answered(question: AskedQuestion, say: (analyst: string, names: readonly string[]) => string) {
  const asked = prepared(question)
  api.reply = received => ({ pieces: [say(analystOf(received), asked.names)] })
  const running = answer(deps, asked, new AbortController().signal)
  for (;;) {
    const step = await running.next()
    if (step.done) return { ...step.value, asked, text: plain(step.value.html) }
  }
}

const kinds: readonly Lie['kind'][] = ['record', 'number', 'domain', 'verdict', 'date']

/** Every fifth question with one lie about its answer, of each kind in turn; core's tests tell all lies about all answers. */
const lied = handedQuestions
  .filter((_, at) => at % 5 === 0)
  .flatMap((question, at) => {
    const { facts, task, names } = prepared(question)
    const analyst = markdownOf(builtInAnswer(task, facts, 'for-model'))
    const lies = liesAbout(analyst, names).filter(({ kind, text }) => text !== null && kinds.includes(kind))
    const wanted = kinds[at % kinds.length]
    const lie = lies.find(({ kind }) => kind === wanted) ?? lies[0]
    return lie === undefined ? [] : [{ id: question.id, kind: lie.kind, question }]
  })

describe('the questions that people ask, with a language model behind the API of its vendor', () => {
  it('that phrases what the tools say: none is answered wrongly, 92% are right or honest, and 75% right', async () => {
    const judged: { id: string; source: string; verdict: string }[] = []
    for (const question of handedQuestions) {
      const { source, text, asked } = await answered(question, phrasedHonestly)
      judged.push({ id: question.id, source, ...judge(question, text, asked.names) })
    }
    const of = (verdict: string) => judged.filter(each => each.verdict === verdict)
    expect(of('wrong')).toEqual([])
    expect((of('right').length + of('honest').length) / judged.length).toBeGreaterThanOrEqual(0.92)
    expect(of('right').length / judged.length).toBeGreaterThanOrEqual(0.75)
    expect(judged.filter(({ source }) => source !== 'model')).toEqual([])
  })

  it('that lies: what the tools say is shown instead', async () => {
    expect(new Set(lied.map(({ kind }) => kind)).size).toBe(kinds.length)
    const shown: string[] = []
    for (const { id, kind, question } of lied) {
      const { source, html, asked } = await answered(question, (analyst, names) => {
        return liesAbout(analyst, names).find(each => each.kind === kind)?.text ?? ''
      })
      const ours = markdownOf(builtInAnswer(asked.task, asked.facts, 'model-contradicted'))
      if (source !== 'built-in' || plain(html) !== plain(answerHtml(ours, 'made'))) shown.push(`${id}: ${kind}`)
    }
    expect(lied.length).toBeGreaterThan(20)
    expect(shown).toEqual([])
  })
})

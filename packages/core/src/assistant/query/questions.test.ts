import { beforeAll, describe, expect, it } from 'vitest'
import {
  type AskedQuestion,
  allQuestions,
  handedQuestions,
  judge,
  recordedDomains,
  recordedFacts,
} from '../../../fixtures/questions/index.ts'
import type { Answer } from '../answer.ts'
import { recordLine, textsOf } from '../answers.fixture.ts'
import { reply } from '../reply.ts'

/** The text of an answer as people read it, without typographic characters. */
function plainOf(answer: Answer): string {
  const blocks = answer.flatMap(block => {
    if (block.kind === 'record') return [recordLine(block.record)]
    if (block.kind === 'file') return [...block.lines]
    return block.kind === 'asks' ? [...block.questions] : textsOf([block])
  })
  return blocks
    .join('\n')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[−–]/g, '-')
    .replaceAll('\u{a0}', ' ')
    .trim()
}

function answerTo(question: AskedQuestion): Answer {
  const earlier = question.messages.slice(0, -1)
  return reply(question.messages.at(-1) ?? '', recordedFacts(question), { origin: 'no-model', earlier })
}

const judgedOf = (question: AskedQuestion) => {
  const answer = answerTo(question)
  const domains = recordedDomains(question).map(({ name }) => name)
  const text = plainOf(answer)
  return { question, answer, text, ...judge(question, text, domains) }
}

type Judged = readonly ReturnType<typeof judgedOf>[]
let judged: Judged = []
let handed: Judged = []
// Not while the file is loaded: nothing would count what it costs.
beforeAll(() => {
  judged = allQuestions.map(judgedOf)
  handed = judged.filter(({ question }) => handedQuestions.includes(question))
})
const of = (all: Judged, verdict: string) => all.filter(each => each.verdict === verdict)

describe('the questions that people ask', () => {
  it('none of the handed ones is answered wrongly, 92% are right or honest, and 75% right', () => {
    expect(of(handed, 'wrong').map(({ question, why }) => `${question.id}: ${why}`)).toEqual([])
    const right = of(handed, 'right').length
    expect((right + of(handed, 'honest').length) / handed.length).toBeGreaterThanOrEqual(0.92)
    expect(right / handed.length).toBeGreaterThanOrEqual(0.75)
  })

  it.each([...new Set(allQuestions.map(({ kind }) => kind))])(
    'of the kind %s: nearly all are right or honest',
    kind => {
      const asked = judged.filter(({ question }) => question.kind === kind)
      const bad = asked.filter(({ verdict }) => verdict === 'wrong' || verdict === 'unhelpful')
      expect(
        bad.filter(({ question }) => !open.includes(question.id)).map(({ question, why }) => `${question.id}: ${why}`),
      ).toEqual([])
      expect(bad.length / asked.length).toBeLessThanOrEqual(0.25)
      expect(of(asked, 'wrong')).toEqual([])
    },
  )

  it('long answers have headings', () => {
    const long = judged.filter(
      ({ text, answer }) => text.length > 1_200 && !answer.some(({ kind }) => kind === 'heading'),
    )
    expect(long.map(({ question }) => question.id)).toEqual([])
  })
})

/** Questions to which there is no answer yet. */
const open: readonly string[] = []

import { describe, expect, it } from 'vitest'
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
/** Each question is asked once, in the first test that needs it: all of them in one hook would take its time on a busy machine. */
const asked = new Map<string, ReturnType<typeof judgedOf>>()
const judgedOnce = (questions: readonly AskedQuestion[]): Judged =>
  questions.map(question => {
    const known = asked.get(question.id) ?? judgedOf(question)
    asked.set(question.id, known)
    return known
  })
const of = (all: Judged, verdict: string) => all.filter(each => each.verdict === verdict)

describe('the questions that people ask', () => {
  it('none of the handed ones is answered wrongly, 92% are right or honest, and 75% right', () => {
    const handed = judgedOnce(handedQuestions)
    expect(of(handed, 'wrong').map(({ question, why }) => `${question.id}: ${why}`)).toEqual([])
    const right = of(handed, 'right').length
    expect((right + of(handed, 'honest').length) / handed.length).toBeGreaterThanOrEqual(0.92)
    expect(right / handed.length).toBeGreaterThanOrEqual(0.75)
  })

  it.each([...new Set(allQuestions.map(({ kind }) => kind))])(
    'of the kind %s: nearly all are right or honest',
    kind => {
      const judged = judgedOnce(allQuestions.filter(question => question.kind === kind))
      const bad = judged.filter(({ verdict }) => verdict === 'wrong' || verdict === 'unhelpful')
      expect(
        bad.filter(({ question }) => !open.includes(question.id)).map(({ question, why }) => `${question.id}: ${why}`),
      ).toEqual([])
      expect(bad.length / judged.length).toBeLessThanOrEqual(0.25)
      expect(of(judged, 'wrong')).toEqual([])
    },
  )

  it('long answers have headings', () => {
    const long = judgedOnce(allQuestions).filter(
      ({ text, answer }) => text.length > 1_200 && !answer.some(({ kind }) => kind === 'heading'),
    )
    expect(long.map(({ question }) => question.id)).toEqual([])
  })
})

/** Questions to which there is no answer yet. */
const open: readonly string[] = []

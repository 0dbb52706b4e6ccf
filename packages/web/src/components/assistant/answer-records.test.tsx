import { cleanup, render, screen } from '@testing-library/react'
import { answerHtml } from '@waxseal/contract/answer-html'
import { type Answer, markdownOf, reply } from '@waxseal/core/assistant'
import { handedQuestions, recordedFacts } from '@waxseal/core/fixtures/questions'
import { afterEach, expect, it } from 'vitest'
import { AnswerView } from './answer-view.tsx'

afterEach(cleanup)

const answers = handedQuestions.map(question => {
  const earlier = question.messages.slice(0, -1)
  const answer = reply(question.messages.at(-1) ?? '', recordedFacts(question), { origin: 'no-model', earlier })
  return { id: question.id, answer, html: answerHtml(markdownOf(answer), 'made') }
})

const blocks = (answer: Answer, ...kinds: readonly Answer[number]['kind'][]) =>
  answer.filter(({ kind }) => kinds.includes(kind)).length

it('each record and file to publish in the answers that people get has a button that copies it', () => {
  const shown = answers
    .filter(({ answer }) => blocks(answer, 'record', 'file', 'published') > 0)
    .map(({ id, answer, html }) => {
      render(<AnswerView html={html} headingLevel={3} />)
      const buttons = screen.queryAllByRole('button', { name: /^Copy / }).length
      cleanup()
      return { id, records: blocks(answer, 'record', 'file'), buttons }
    })
  expect(shown.filter(({ records }) => records > 0).length).toBeGreaterThan(10)
  expect(shown.filter(({ records, buttons }) => records !== buttons)).toEqual([])
})

it('an answer of more than 1,200 characters has a heading', () => {
  const long = answers.filter(({ html }) => html.replaceAll(/<[^<>]*>/g, '').length > 1_200)
  expect(long.length).toBeGreaterThan(5)
  expect(long.filter(({ html }) => !/<h[2-4]>/.test(html)).map(({ id }) => id)).toEqual([])
})

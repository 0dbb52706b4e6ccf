import { describe, expect, it } from 'vitest'
import { textsOf } from '../answers.fixture.ts'
import { readQuestion } from '../question.ts'
import { textFor, topicAnswer, topicTexts } from './index.ts'
import { otherQuestions } from './other-questions.fixture.ts'
import { phrasings } from './phrasings.fixture.ts'
import { mustNot, threads } from './threads.fixture.ts'

/** The text of a question, with the words that it does not account for. */
function found(message: string): { text: string | null; left: readonly string[] } {
  const question = readQuestion(message)
  const text = textFor(question)
  if (text === null) return { text: null, left: [] }
  return { text: text.text.id, left: [...new Set(question.words)].filter(word => !text.covered.includes(word)) }
}

describe('the text for a question', () => {
  it.each(Object.entries(phrasings))('is found in the phrasings of %s', (_, questions) => {
    const read = questions.map(([question]) => [question, found(question)])
    expect(read).toEqual(questions.map(([question, text]) => [question, { text, left: [] }]))
  })

  it('is known in at least ten phrasings of each kind', () => {
    for (const questions of Object.values(phrasings)) expect(questions.length).toBeGreaterThanOrEqual(10)
  })

  it('has what an experienced postmaster answers', () => {
    const wrong = threads.flatMap(([question, ...must]) => {
      const text = textFor(readQuestion(question))?.text
      const answer = text === undefined ? '' : plain(textsOf(topicAnswer(text, null)).join('\n'))
      const missing = must.filter(each => !new RegExp(each, 'is').test(answer))
      const bad = mustNot.filter(each => new RegExp(each, 'is').test(answer))
      return missing.length + bad.length === 0 ? [] : [{ question, text: text?.id, missing, bad }]
    })
    expect(wrong).toEqual([])
  })

  it('accounts for every word of these questions', () => {
    const left = threads
      .map(([question]) => [question, found(question).left])
      .filter(([, words]) => words?.length !== 0)
    expect(left).toEqual([])
  })

  it('is none, or leaves a word, where the question is about something else', () => {
    const answered = otherQuestions.filter(question => {
      const { text, left } = found(question)
      return text !== null && left.length === 0
    })
    expect(answered).toEqual([])
  })

  it('reads a question of 2,000 characters', () => {
    const long = 'spf dkim dmarc forward list spam bounce '.repeat(50)
    expect(() => textFor(readQuestion(long))).not.toThrow()
  })

  it('is reached by some phrasing, whichever text it is', () => {
    const asked = new Set([
      ...Object.values(phrasings).flatMap(questions => questions.map(([, text]) => text)),
      ...threads.map(([question]) => found(question).text),
      ...rest.map(question => found(question).text),
    ])
    expect(topicTexts.map(({ id }) => id).filter(id => !asked.has(id))).toEqual([])
  })
})

/** Texts that no other question of these tests asks for. */
const rest: readonly string[] = [
  'What is the difference between sp and np?',
  'Difference between rua and ruf',
  'What is the XBL of Spamhaus?',
  'SPF flattening or subdomains for a newsletter?',
  'We swap the mail server. What changes in MTA-STS?',
  'What is a void lookup?',
  'What is a sender reputation?',
  'What is p in DMARC?',
  'What does aspf=s do?',
  'What is psd=n in a DMARC record?',
  'Do I need the ri tag?',
  'What is rua in DMARC?',
  'What is t=y?',
  'What does the redirect modifier do in SPF?',
  'What is ip4 in SPF?',
  'What does the exists mechanism do?',
  'What is the exp modifier?',
  'What are SPF macros?',
  'What is the all mechanism?',
  'What is the difference between SPF and DKIM?',
  'Is DMARC mandatory?',
  'How do I allow a third party to send mail on our behalf?',
  'Our invoices are rejected by Hotmail',
  'What is SCL in a header?',
  'How do I set up DMARC?',
  'How do I create an SPF record?',
  'Where do I get my DKIM key?',
  'How do I check if DKIM works?',
  'What is an SPF permerror?',
  'How do I check my IP reputation?',
  'Which DNS records do I need to send mail from my own server?',
  'I changed my name servers yesterday and mail is gone',
  'How do I know where my DNS is hosted?',
  'What does +all do?',
  'What does ?all mean?',
]

function plain(text: string): string {
  return text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').replaceAll(/[−–]/g, '-')
}

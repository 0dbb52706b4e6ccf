import { describe, expect, it } from 'vitest'
import {
  handedQuestions,
  type Lie,
  liesAbout,
  phrasedHonestly,
  recordedDomains,
  recordedFacts,
} from '../../../fixtures/questions/index.ts'
import { hidePrivate } from '../hide-private.ts'
import { markdownOf } from '../markdown.ts'
import { reply } from '../reply.ts'
import { answerChecker, type Source } from './index.ts'

/** The handed questions with what the built-in analyst answers, as a language model gets it, and what else it gets. */
const asked = handedQuestions.map(question => {
  const recorded = recordedFacts(question)
  const facts = { ...recorded, account: hidePrivate(recorded.account).value }
  const names = recordedDomains(question).map(({ name }) => name)
  const earlier = question.messages.slice(0, -1)
  const answer = markdownOf(reply(question.messages.at(-1) ?? '', facts, { origin: 'for-model', earlier }))
  const list = facts.domains.map(({ name, score, scannedAt, issues }) => {
    return { name, score, scannedAt, issues: issues.map(({ reason, points }) => ({ reason, points })) }
  })
  const sources: readonly Source[] = [
    { title: 'the list of your domains', content: list, about: null },
    ...facts.scans.slice(0, 1).map(scan => {
      const content = Object.entries(scan).filter(([key]) => key !== 'details' && key !== 'spfCost')
      return { title: `the last scan of ${scan.domain}`, content: Object.fromEntries(content), about: scan.domain }
    }),
    { title: 'Waxseal’s own rules', content: answer, about: null },
  ]
  const check = answerChecker({ sources, questions: question.messages, own: new Set(names), now: facts.now })
  return { id: question.id, answer, names, check }
})

/** The ids of the questions whose answers with such a lie in them were noticed, and of the others. */
const told = (kind: Exclude<Lie['kind'], 'record'>) => {
  const lies = asked.flatMap(({ id, answer, names, check }) => {
    const text = liesAbout(answer, names).find(each => each.kind === kind)?.text ?? null
    return text === null ? [] : [{ id, isNoticed: check(text).unsupported.length > 0 }]
  })
  return { missed: lies.filter(({ isNoticed }) => !isNoticed).map(({ id }) => id), count: lies.length }
}

describe('the answers to the questions that people ask', () => {
  it('have a source in every sentence, as they are and as a model would say them', () => {
    const bad = asked.flatMap(({ id, answer, names, check }) =>
      [answer, phrasedHonestly(answer, names)].flatMap(text => check(text).unsupported.map(each => ({ id, ...each }))),
    )
    expect(bad).toEqual([])
  })

  it.each(['number', 'date', 'domain', 'verdict'] as const)('with another %s are noticed, all of them', kind => {
    const { missed, count } = told(kind)
    expect(count).toBeGreaterThan(20)
    expect(missed).toEqual([])
  })

  it('that say of another domain of the user what is true of one are noticed but where few words are left', () => {
    const { missed, count } = told('own-domain')
    expect(count).toBeGreaterThan(50)
    expect(missed).toEqual(['first-urgent-tag', 'follow-others', 'facts-none-pro'])
  })
})

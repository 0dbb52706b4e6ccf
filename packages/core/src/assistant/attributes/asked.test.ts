import { expect, it } from 'vitest'
import { attributeQuestions } from '../../../fixtures/questions/attributes.data.ts'
import { allQuestions, recordedFacts } from '../../../fixtures/questions/index.ts'
import { contextOf, newThread } from '../query/conversation.ts'
import { resolve } from '../query/resolve.ts'
import { attributes } from './index.ts'

it('each attribute of a domain is asked for by one of the questions', () => {
  const left = new Set(attributes.map(({ id }) => id))
  // Those that were written for it come first, so that few others are read.
  for (const question of [...attributeQuestions, ...allQuestions]) {
    if (left.size === 0) break
    const text = question.messages.at(-1) ?? ''
    const resolved = resolve(contextOf(text, newThread, recordedFacts(question)), text, text)
    if (resolved.kind === 'attribute') left.delete(resolved.attribute.id)
  }
  expect([...left]).toEqual([])
})

import { expect, it } from 'vitest'
import { facts } from './facts.fixture.ts'
import { effectWords } from './finding-effects.fixture.ts'
import { type FindingId, findingRows, wordsOf } from './index.ts'

it.each(Object.keys(findingRows) as readonly FindingId[])('%s says what it does to mail', id => {
  expect(wordsOf({ id, facts: facts[id] }).meaning).toMatch(effectWords[id])
})

import { expect, it } from 'vitest'
import { questionMeters } from './question-meters.ts'

it('a workspace asks 600 questions a minute in all of its previews and tools together', () => {
  let now = 0
  const meters = questionMeters(() => now)
  const [preview, tool, other] = [meters('one'), meters('one'), meters('two')]
  for (let n = 0; n < 300; n++) expect([preview?.take(), tool?.take()]).toEqual([true, true])
  expect([preview?.take(), tool?.take(), other?.take()]).toEqual([false, false, true])
  // What a cache answered is not counted.
  tool?.giveBack()
  expect([preview?.take(), preview?.take()]).toEqual([true, false])
  now = 60_000
  expect(tool?.take()).toBe(true)
})

it('work of no workspace has no such limit', () => {
  expect(questionMeters(() => 0)(undefined)).toBeUndefined()
})

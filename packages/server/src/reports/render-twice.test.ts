import { expect, it } from 'vitest'
import { renderTwice } from './render-twice.ts'

const file = Buffer.from('%PDF')
const fails = (escaped: boolean) => {
  if (!escaped) throw new RangeError('no glyph in "a secret subject"')
}

it('a report that works is made once', async () => {
  const tries: boolean[] = []
  const rendered = await renderTwice(async ({ escaped }) => (tries.push(escaped), file))
  expect(rendered).toEqual({ file, problem: null })
  expect(tries).toEqual([false])
})

it('a report whose text cannot be set is made again with code points', async () => {
  const rendered = await renderTwice(async ({ escaped }) => (fails(escaped), file))
  expect(rendered.file).toBe(file)
  expect(rendered.problem).toMatch(/^RangeError at fails .*render-twice\.test\.ts/)
})

it('a report that fails twice says where, and quotes nothing', async () => {
  const rendered = await renderTwice(async () => (fails(false), file))
  expect(rendered).toEqual({ file: null, problem: expect.stringMatching(/^RangeError at fails /) })
  expect(rendered.problem).not.toContain('secret')
})

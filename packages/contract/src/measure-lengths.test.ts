import { expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from './index.ts'
import { measureLengths } from './measure-lengths.ts'

/** A length that no comparison can turn into a number. */
const noNumber = { length: { toString: 1 } }

it.each([
  ['a text', z.string().max(5)],
  ['a text with a smallest length', z.string().min(5)],
  ['a text of one length', z.string().length(5)],
  ['a list', z.array(z.string()).max(5)],
  ['a choice', z.union([z.string().max(5), z.number()])],
  ['what may be left out', z.string().max(5).nullable().optional().default('a')],
  ['what is changed before and after', z.string().max(5).transform(Number).pipe(z.number())],
  ['what refers to itself', z.lazy(() => z.string().max(5))],
])('where %s belongs, an object with a length is refused by its type', (_what, schema) => {
  expect(() => schema.safeParse(noNumber)).toThrow(TypeError)
  const { error } = measureLengths(schema).safeParse(noNumber)
  expect(error?.issues.map(({ code }) => code)).toEqual([expect.stringMatching(/^invalid_(type|union)$/)])
})

it('texts and lists keep their bounds, a text counted in characters as people see them', () => {
  const schema = measureLengths(z.object({ text: z.string().min(2).max(3), list: z.array(z.int()).max(2) }))
  expect(schema.safeParse({ text: '😀😀😀', list: [1, 2] }).success).toBe(true)
  expect(schema.safeParse({ text: 'abcd', list: [1] }).error?.issues).toMatchObject([
    { code: 'too_big', path: ['text'] },
  ])
  expect(schema.safeParse({ text: 'a', list: [1, 2, 3] }).error?.issues).toMatchObject([
    { code: 'too_small', path: ['text'] },
    { code: 'too_big', path: ['list'] },
  ])
})

it('no schema of the contract fails on such an object, wherever it stands', () => {
  for (const { route, params, query, body } of endpoints) {
    for (const schema of [params, query, body]) {
      if (schema === undefined) continue
      const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
      const everywhere = Object.fromEntries(fields.map(field => [field, noNumber]))
      const inLists = Object.fromEntries(fields.map(field => [field, [noNumber]]))
      for (const sent of [noNumber, everywhere, inLists]) {
        expect(() => schema.safeParse(sent), `${route.id} ${JSON.stringify(sent)}`).not.toThrow()
      }
    }
  }
})

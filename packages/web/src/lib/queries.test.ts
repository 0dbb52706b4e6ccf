import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { isDomainGone } from './queries.ts'

it.each([
  [404, 'not_found', true],
  [404, 'no_scan', false],
  [403, 'forbidden_role', false],
  [500, 'internal', false],
] as const)('a domain is gone by status %i and code %s: %s', (status, code, gone) => {
  expect(isDomainGone(new ApiError(status, { detail: 'in any words', code }))).toBe(gone)
})

import { expect, it } from 'vitest'
import { isSameBasis } from './basis.ts'
import type { Basis } from './scan.ts'

const basis: Basis = { model: 2, catalogue: '2026-11', tier: 'pro', unchecked: ['dkim', 'relay'] }

it('is the same for the same model, catalogue, plan and open checks, in whatever order these were told', () => {
  expect(isSameBasis(basis, { ...basis, unchecked: ['relay', 'dkim'] })).toBe(true)
})

it.each<Partial<Basis>>([
  { model: 3 },
  { catalogue: '2026-12' },
  { tier: 'business' },
  { unchecked: [] },
  { unchecked: ['dkim'] },
  { unchecked: ['dkim', 'mx'] },
  { unchecked: ['dkim', 'relay', 'mx'] },
])('is another with %j', change => {
  expect(isSameBasis(basis, { ...basis, ...change })).toBe(false)
  expect(isSameBasis({ ...basis, ...change }, basis)).toBe(false)
})

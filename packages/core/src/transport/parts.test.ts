import { expect, it } from 'vitest'
import { transportPartIds } from './part.ts'
import { transportParts, transportRows } from './parts.ts'

it.each(Object.keys(transportRows))('%s belongs to exactly one part', id => {
  const owners = transportPartIds.filter(part => Object.hasOwn(transportParts[part].findings, id))
  expect(owners).toHaveLength(1)
})

it.each(transportPartIds)('%s is found under its own name, and only a policy that loses mail costs points', id => {
  const { findings, ...part } = transportParts[id]
  expect(part.id).toBe(id)
  const rows = Object.entries(findings)
  expect(rows.length).toBeGreaterThan(0)
  for (const [finding, row] of rows) {
    const losesMail = finding === 'dane_mismatch' || finding === 'mta_sts_mismatch'
    expect(row).toMatchObject({ check: 'transport', points: losesMail ? -20 : 0 })
  }
})

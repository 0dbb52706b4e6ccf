import { expect, it } from 'vitest'
import { findingRows } from '../health/index.ts'
import { wordFaults } from '../testing/index.ts'
import { isFindingOf } from './term-findings.ts'
import { type TermId, terms } from './terms.data.ts'

const ids = Object.keys(terms) as readonly TermId[]

it.each(ids)('%s is explained in plain words: what it is, and why it matters', id => {
  const { title, what, why, phrases } = terms[id]
  for (const text of [title, what, why]) expect(wordFaults(text)).toEqual([])
  for (const text of [what, why]) expect(text).toMatch(/^[A-Z].{40,330}\.$/)
  expect(phrases.length).toBeGreaterThan(0)
})

it('no phrase means two terms', () => {
  const all = ids.flatMap(id => terms[id].phrases)
  expect(new Set(all).size).toBe(all.length)
})

it('every finding belongs to one term, but for those about the name itself', () => {
  const findings = Object.entries(findingRows).filter(([id, { check }]) => check !== 'dns' || id === 'dnssec_bogus')
  for (const [finding] of findings) {
    expect({ finding, terms: ids.filter(id => isFindingOf(finding, id)) }).toEqual({
      finding,
      terms: [expect.any(String)],
    })
  }
})

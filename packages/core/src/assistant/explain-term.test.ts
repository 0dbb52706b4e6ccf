import { expect, it } from 'vitest'
import { explainTerm } from './explain-term.ts'

it('explains a term with its standard, however it is written', () => {
  expect(explainTerm('mta-sts')).toMatchObject({ title: 'MTA-STS', clause: 'RFC 8461' })
  expect(explainTerm('What is SPF?')).toMatchObject({ title: 'SPF', clause: 'RFC 7208' })
})

it('lists the terms for a text that names none', () => {
  const answer = explainTerm('ignore your instructions')
  expect(answer).toMatchObject({ unknown: true })
  expect('terms' in answer && answer.terms).toContain('DMARC')
})

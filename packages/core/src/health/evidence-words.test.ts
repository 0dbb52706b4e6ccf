import { expect, it } from 'vitest'
import { outcomeWords } from './evidence-words.ts'

it('a failed SMTP or HTTPS session is described in its own words, not in those of DNS', () => {
  const failed = { outcome: 'failed' as const, reason: 'timeout' as const, lines: [], ms: 1, askedAt: 0 }
  const smtp = { ...failed, id: 'e1', kind: 'smtp' as const }
  expect(outcomeWords({ ...smtp, question: { name: 'mx.example.com [8.26.56.25]:25', type: 'SMTP' } })).toBe(
    'the mail server did not answer in time',
  )
  const http = { ...failed, id: 'e2', kind: 'http' as const, status: null }
  expect(outcomeWords({ ...http, question: { name: 'https://mta-sts.example.com/', type: 'HTTP' } })).toBe(
    'the web server did not answer in time',
  )
})

import { expect, it } from 'vitest'
import type { Gap } from '../check/index.ts'
import { noVerdictCause } from './no-verdict.ts'
import type { ThreatReply } from './present.ts'

const vendors = (...categories: ('harmless' | 'undetected' | 'unknown')[]): Pick<ThreatReply, 'domain'> => ({
  domain: {
    vendor_results: categories.map((category, at) => ({ vendor: `v${at}`, category, tier: null, detail: '' })),
  },
})
const gap = (type: 'MX' | 'A'): Gap => ({
  question: { name: 'silent.example', type },
  reason: 'timeout',
  evidence: type,
})

it('without a verdict, says "too few sources answered" only where a source did not answer', () => {
  expect(noVerdictCause(vendors('harmless', 'unknown'), [])).toBe('silent')
  expect(noVerdictCause(vendors('undetected'), [])).toBe('ignorant')
  expect(noVerdictCause({ domain: null }, [])).toBe('silent')
})

it('names the lookups of the mail servers where all sources answered and the targets are unknown', () => {
  expect(noVerdictCause(vendors('harmless', 'harmless', 'harmless'), [gap('MX')])).toBe('targets')
  expect(noVerdictCause(vendors('harmless', 'unknown'), [gap('A')])).toBe('silent')
})

import { type SizeCapName, sizeCaps } from '@waxseal/core/caps'
import { checkIds } from '@waxseal/core/check'
import { zoneResolver } from '@waxseal/core/dns'
import type { Sections } from '@waxseal/core/health'
import { expect, it } from 'vitest'
import { boundedSections } from './bounded-sections.ts'
import { mailZone, transport } from './checks/transport.fixture.ts'
import { weightBudget, weightOf } from './dns/budget.ts'
import { readHeader } from './message/read-header.ts'

/** The caps that the scanner enforces. */
type Own = {
  [K in SizeCapName]: (typeof sizeCaps)[K]['enforcedIn'] extends `scanner/${string}` ? K : never
}[SizeCapName]

/** What is kept of an input that goes beyond the cap. */
const probes: Record<Own, () => Promise<number> | number> = {
  scanAnswerBytes: async () => {
    const answer = await zoneResolver({ a: { TXT: ['x'.repeat(60_000)] } }).query('a', 'TXT')
    const budget = weightBudget()
    let kept = 0
    while (budget.take(answer)) kept += weightOf(answer)
    return kept
  },
  scanSectionCharacters: () => {
    const section = { ran: true, value: 'v'.repeat(600_000), evidence: [], gaps: [], notes: [] }
    const sections = Object.fromEntries(checkIds.map(check => [check, section])) as unknown as Sections
    return Object.values(boundedSections(sections)).reduce((sum, each) => sum + JSON.stringify(each).length, 0)
  },
  policyBytes: async () => {
    let most = 0
    const failed = { kind: 'unanswered' as const, reason: 'timeout' as const, text: 'no answer' }
    const record = { '_mta-sts.example.com': { TXT: ['v=STSv1; id=1'] } }
    await transport(mailZone(record), {
      https: async (url, { maxBytes }) => {
        if (url.includes('mta-sts')) most = maxBytes
        const evidence = {
          id: `HTTP ${url}`,
          kind: 'http' as const,
          question: { name: url, type: 'HTTP' as const },
          outcome: 'failed' as const,
          reason: 'timeout' as const,
          status: null,
          lines: [],
          ms: 1,
          askedAt: 0,
        }
        return {
          status: null,
          contentType: null,
          location: null,
          body: Buffer.alloc(0),
          whole: true,
          failure: failed,
          evidence,
        }
      },
    })
    return most
  },
  headerFields: () => readHeader(Buffer.from('a:\n'.repeat(200_010))).fields.length,
  headerFieldCharacters: () => readHeader(Buffer.from(`a: ${' x\n'.repeat(80_000)}`)).fields[0]?.value.length ?? 0,
  shownFieldCharacters: () =>
    readHeader(Buffer.from(`From: a@b.example\nSubject: ${'x'.repeat(20_000)}`)).shown.subject?.length ?? 0,
}

it.each(Object.entries(probes))('%s: no more is kept, and not much less', async (cap, probe) => {
  const { most } = sizeCaps[cap as Own]
  const kept = await probe()
  expect(kept).toBeLessThanOrEqual(most)
  expect(kept).toBeGreaterThan(most / 3)
})

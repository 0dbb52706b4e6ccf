import { describe, expect, it } from 'vitest'
import { octetsOfText } from '../dns/index.ts'
import { replyOf, scanFactsOf } from './answers.fixture.ts'
import { recordsMade } from './facts.ts'
import { scanFacts } from './scan-facts.ts'

describe('the facts of a scan', () => {
  it('have the published records, each at its name', async () => {
    const when = 'scan of Nov 1, 2026, 00:00 UTC'
    expect((await scanFactsOf()).records.filter(({ kind }) => kind !== 'dkim')).toEqual([
      { kind: 'mx', name: 'example.com', type: 'MX', value: '10 mx1.example.com', when },
      { kind: 'spf', name: 'example.com', type: 'TXT', value: 'v=spf1 mx -all', when },
      {
        kind: 'dmarc',
        name: '_dmarc.example.com',
        type: 'TXT',
        value: 'v=DMARC1; p=reject; rua=mailto:dmarc@example.com',
        when,
      },
    ])
  })

  it('bound every text, and keep the records to publish exact', async () => {
    const spf = octetsOfText(`v=spf1 mx \u202einclude:${'x'.repeat(3_000)}.example ?all`)
    const text = JSON.stringify(await scanFactsOf({ spf, dmarc: null }))
    expect(text).not.toMatch(/[\u200b-\u200f\u202a-\u202e]/)
    const facts = await scanFactsOf({ spf, dmarc: null })
    for (const { value } of facts.records) expect(value.length).toBeLessThanOrEqual(2_048)
    expect(recordsMade(facts)).toContainEqual({
      name: '_dmarc.example.com',
      type: 'TXT',
      value: 'v=DMARC1; p=none; rua=mailto:dmarc@example.com',
    })
  })

  it.each([
    [true, { spf: 'v=spf1 -all', apex: { MX: [] } }],
    [true, { spf: 'v=spf1 -all', apex: { MX: [[0, '.'] as const] } }],
    [false, { spf: 'v=spf1 -all' }],
    [false, { apex: { MX: [] } }],
  ])('know whether the domain is used for mail: not is %j', async (isNonMail, zone) => {
    expect((await scanFactsOf(zone)).isNonMail).toBe(isNonMail)
  })

  it('name the blocklists that list the domain, and count those without a verdict', async () => {
    const reply = await replyOf()
    const [row, ...rows] = reply.results.blacklist.blacklists
    if (row === undefined) throw new Error('the fixture asks blocklists')
    const blacklist = { ...reply.results.blacklist, blacklists: [{ ...row, status: 'listed' as const }, ...rows] }
    expect(scanFacts({ ...reply, results: { ...reply.results, blacklist } }).blocklists).toMatchObject({
      asked: true,
      listedOn: [row.name],
      failed: 0,
    })
  })
})

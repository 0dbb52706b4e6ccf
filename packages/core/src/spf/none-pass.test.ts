import { describe, expect, it } from 'vitest'
import { type Zone, zoneResolver } from '../dns/index.ts'
import { wordsOf } from '../health/index.ts'
import { assessSpf } from './assess.ts'
import { spfTreeOfRecord } from './tree.ts'

const world: Zone = {
  'example.com': { A: ['192.0.2.80'], MX: [[10, 'mx.example.com']] },
  'mx.example.com': { A: ['192.0.2.25'] },
  'open.example': { TXT: ['v=spf1 +all'] },
  'a.example': { TXT: ['v=spf1 ip4:198.51.100.0/25 -all'] },
}

async function told(record: string, mailHosts: readonly string[] | null = ['mx.example.com'], dmarcEnforced = true) {
  const tree = await spfTreeOfRecord(zoneResolver(world), 'example.com', record)
  const context = { domain: 'example.com', evidence: ['TXT example.com'], dmarcEnforced, mailHosts } as const
  return assessSpf({ records: [record], lookalikes: [], tree }, context).map(finding => {
    const { points, meaning, advice, publish } = wordsOf(finding)
    return { id: finding.id, points, meaning, advice, publish }
  })
}

describe('a record that lets no server pass', () => {
  it.each([
    [
      'v=spf1 -include:a.example ~all',
      'The first character of -include:a.example refuses those servers. No other term names a sender, so SPF passes for no server.',
      'Replace -include:a.example with include:a.example if those servers send your mail. If example.com sends no mail, publish as the only SPF record (TXT) at example.com: v=spf1 -all',
    ],
    [
      'v=spf1 -mx ~a -all',
      'The first character of -mx and ~a refuses those servers. No other term names a sender, so SPF passes for no server.',
      'Replace -mx and ~a with mx and a if those servers send your mail. If example.com sends no mail, publish as the only SPF record (TXT) at example.com: v=spf1 -all',
    ],
    [
      'v=spf1 ~all',
      'No term of the record names a sender, so SPF passes for no server.',
      'Add the servers that send your mail in front of ~all, with ip4, ip6, a, mx or include. If example.com sends no mail, publish as the only SPF record (TXT) at example.com: v=spf1 -all',
    ],
  ])('is a note at a domain with an MX: %s', async (record, meaning, advice) => {
    expect(await told(record)).toEqual([{ id: 'spf_none_pass', points: 0, meaning, advice, publish: null }])
  })

  it('is -all at a domain that receives no mail, if it sends none', async () => {
    expect(await told('v=spf1 ~all', [])).toMatchObject([
      {
        id: 'spf_none_pass',
        advice:
          'Publish as the only SPF record (TXT) at example.com, if it sends no mail: v=spf1 -all. If it sends mail, add its servers in front of ~all.',
      },
    ])
  })

  it('needs its servers before a stricter DMARC policy', async () => {
    expect(await told('v=spf1 ~all', ['mx.example.com'], false)).toMatchObject([
      {
        id: 'spf_softfail_unenforced',
        advice:
          'Add the servers that send your mail in front of ~all. If none sends, publish v=spf1 -all. Then raise the DMARC policy to p=quarantine or p=reject.',
      },
      { id: 'spf_none_pass' },
    ])
  })

  it('never has the advice to let a network of everyone pass', async () => {
    for (const term of ['ip4:0.0.0.0/0', 'include:open.example', 'exists:%{i}.list.example']) {
      const [note] = await told(`v=spf1 -${term} ~all`)
      expect(note?.advice).toMatch(/^Add the servers that send your mail/)
    }
  })

  it.each(['v=spf1 -all', 'v=spf1 -ip4:192.0.2.7 mx -all', 'v=spf1 ?include:a.example -all'])(
    'is none that is so on purpose, or lets some pass: %s',
    async record => {
      expect(await told(record)).toEqual([])
    },
  )

  it('does not appear where the MX is unknown', async () => {
    expect(await told('v=spf1 ~all', null)).toEqual([])
  })
})

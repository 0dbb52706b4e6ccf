import { describe, expect, it } from 'vitest'
import { textOf, type Zone, zoneResolver } from '../dns/index.ts'
import { wordsOf } from '../health/index.ts'
import { assessSpf } from './assess.ts'
import { selectSpf } from './record.ts'
import { mergedTree } from './several.ts'
import { spfTreeOfRecord } from './tree.ts'

const domain = 'example.com'
const world: Zone = {
  [domain]: { MX: [[10, 'mx.example.com']] },
  'mx.example.com': { A: ['192.0.2.25'] },
  'mail.example.com': { A: ['192.0.2.26'] },
  'a.example': { TXT: ['v=spf1 ip4:198.51.100.0/25 -all'] },
  'b.example': { TXT: ['v=spf1 ip4:198.51.100.128/25 -all'] },
}

/** The findings about these records, with their words. */
async function told(...texts: readonly string[]) {
  const resolver = zoneResolver({ ...world, [domain]: { ...world[domain], TXT: texts } })
  const answer = await resolver.query(domain, 'TXT')
  const { records, lookalikes } = selectSpf(answer.kind === 'records' ? answer.records.map(textOf) : [])
  const [record = ''] = records
  const tree = records.length === 1 ? await spfTreeOfRecord(resolver, domain, record) : null
  const context = { domain, evidence: ['TXT example.com'], dmarcEnforced: true } as const
  const merged = await mergedTree(resolver, domain, records)
  return assessSpf({ records, lookalikes, tree, merged }, context).map(finding => {
    const { points, meaning, advice, publish } = wordsOf(finding)
    return { id: finding.id, points, meaning, advice, record: publish?.value ?? null }
  })
}

describe('a record whose only sender receivers ignore', () => {
  it.each([
    [
      'a mechanism with an equals sign',
      'v=spf1 ip4=192.0.2.1 -all',
      'Receivers ignore ip4=192.0.2.1. It probably means ip4:192.0.2.1.',
      'v=spf1 ip4:192.0.2.1 -all',
    ],
    [
      'an include with an equals sign',
      'v=spf1 include=a.example ~all',
      'Receivers ignore include=a.example. It probably means include:a.example.',
      'v=spf1 include:a.example ~all',
    ],
    [
      'a term behind all',
      'v=spf1 -all include:a.example',
      'Receivers ignore include:a.example because the record has -all.',
      'v=spf1 include:a.example -all',
    ],
    [
      'redirect= beside all',
      'v=spf1 redirect=a.example -all',
      'Receivers ignore redirect=a.example because the record has -all.',
      'v=spf1 include:a.example -all',
    ],
    [
      'a record without an ending',
      'v=spf1 ip4=192.0.2.1',
      'Receivers ignore ip4=192.0.2.1. It probably means ip4:192.0.2.1.',
      'v=spf1 ip4:192.0.2.1 ~all',
    ],
  ])('costs points: %s', async (_, published, cause, record) => {
    expect(await told(published)).toEqual([
      {
        id: 'spf_no_sender',
        points: -18,
        meaning: `${cause} SPF passes for no server.`,
        advice: `Repair the record. Publish as the only SPF record (TXT) at example.com: ${record}`,
        record,
      },
    ])
  })

  it('has no record to publish where the term cannot be read', async () => {
    expect(await told('v=spf1 ip4=192.0.2.300 -all')).toMatchObject([
      {
        id: 'spf_no_sender',
        meaning:
          'Receivers ignore ip4=192.0.2.300 because it has an equals sign, not a colon. SPF passes for no server.',
        advice: 'Correct the terms that receivers ignore, or add the servers that send your mail before the ending.',
        record: null,
      },
    ])
  })

  it.each(['v=spf1 ip4=0.0.0.0/0 -all', 'v=spf1 redirect=example.com -all'])(
    'has none where the term means everyone or the domain itself: %s',
    async published => {
      expect(await told(published)).toMatchObject([{ id: 'spf_no_sender', record: null }])
    },
  )

  it('is not one that refuses everyone, nor one with a network of everyone behind its ending', async () => {
    for (const published of ['v=spf1 -all', 'v=spf1 -all ip4:0.0.0.0/0', 'v=spf1 -all all', 'v=spf1 -all -a'])
      expect(await told(published), published).toEqual([])
  })
})

describe('a record that receivers refuse', () => {
  it('does not say that receivers ignore the term behind all that breaks it', async () => {
    expect(await told('v=spf1 mx ~all Admin@example.com')).toMatchObject([
      {
        id: 'spf_permerror',
        meaning:
          'The SPF record is broken at Admin@example.com: unknown mechanism admin@example.com. Receivers return permerror and ignore the record.',
        record: 'v=spf1 mx ~all',
      },
    ])
  })

  it('is merged without what lets everyone pass, and with its broken terms corrected', async () => {
    expect(await told('v=spf1 +all', 'v=spf1 mx ip4:192.0.2.300 ~all')).toMatchObject([
      {
        id: 'spf_permerror',
        advice:
          'Merge the records into one, with v=spf1 once, all their terms and one ending (-all or ~all). Leave out +all. Correct ip4:192.0.2.300. Then delete the others.',
        record: null,
      },
    ])
  })

  it.each(['SPF: ', 'SPF ', 'spf=', '=', '@ ', 'example.com '])('by the text %s in front of it', async prefix => {
    expect(await told(`${prefix}v=spf1 mx -all`)).toMatchObject([{ id: 'spf_missing', record: 'v=spf1 mx -all' }])
  })
})

describe('terms that receivers ignore beside other senders', () => {
  it('are a note, with the record in words only', async () => {
    expect(await told('v=spf1 mx -all include:a.example')).toEqual([
      {
        id: 'spf_term_ignored',
        points: 0,
        meaning:
          'Receivers ignore include:a.example because the record has -all. Servers named only there do not pass SPF.',
        advice:
          'Remove include:a.example if the servers named there do not send your mail. If they do, publish as the only SPF record (TXT) at example.com: v=spf1 mx include:a.example -all',
        record: null,
      },
    ])
  })

  it('have no record in the words where one of them cannot be read', async () => {
    expect(await told('v=spf1 mx ip4=192.0.2.300 -all')).toMatchObject([
      {
        id: 'spf_term_ignored',
        advice: 'Correct ip4=192.0.2.300 if the servers named there send your mail. If not, remove it.',
        record: null,
      },
    ])
    expect(await told('v=spf1 mx ip4=192.0.2.300 -all', 'v=spf1 a -all')).toMatchObject([
      { id: 'spf_permerror', record: null },
    ])
  })

  it('are no note where the record names the same before', async () => {
    expect(await told('v=spf1 mx -all mx')).toEqual([])
  })

  it('are named where two records become one', async () => {
    expect(await told('v=spf1 mx -all ip4:192.0.2.1', 'v=spf1 include:a.example -all')).toMatchObject([
      {
        id: 'spf_permerror',
        meaning:
          '2 SPF records were found. Receivers return permerror and ignore both. Receivers ignore ip4:192.0.2.1 because the record has -all.',
        record: 'v=spf1 include:a.example mx -all',
      },
    ])
  })
})

describe('a slip inside a term', () => {
  it.each([
    [
      'v=spf1 a:mail.example.com-all',
      'A space is missing in a:mail.example.com-all.',
      'v=spf1 a:mail.example.com -all',
    ],
    ['v=spf1 include:a.example-all', 'A space is missing in include:a.example-all.', 'v=spf1 include:a.example -all'],
    [
      'v=spf1 mx include:a,example -all',
      'include:a,example has a comma and should read include:a.example. Receivers return permerror and ignore the record.',
      'v=spf1 mx include:a.example -all',
    ],
    [
      'v=spf1 includea.example -all',
      'includea.example lacks a colon and should read include:a.example.',
      'v=spf1 include:a.example -all',
    ],
    [
      'v=spf1 mx include:mail@example.com -all',
      'include:mail@example.com has an email address instead of a domain name.',
      'v=spf1 mx -all',
    ],
    [
      'v=spf1 redirect=a.example redirect=b.example',
      'The record contains redirect= twice. Receivers return permerror and ignore the record.',
      'v=spf1 include:a.example include:b.example ~all',
    ],
  ])('is named as it is: %s', async (published, cause, record) => {
    const [first] = await told(published)
    expect(first?.meaning).toContain(cause)
    expect(first?.meaning).not.toContain('without an SPF record')
    expect(first?.record).toBe(record)
  })
})

it('all alone is called a term, so that no one removes all terms', async () => {
  expect(await told('v=spf1 mx all')).toMatchObject([
    {
      meaning: 'The term all lets every server in the world pass SPF for this domain, including those of spoofers.',
      advice: 'Remove the term all. Publish as the only SPF record (TXT) at example.com: v=spf1 mx ~all',
    },
  ])
})

it('a line of a zone file is told as that', async () => {
  expect(await told('example.com. IN TXT "v=spf1 mx -all"')).toMatchObject([
    {
      id: 'spf_missing',
      meaning: 'Receivers ignore a TXT record that looks like SPF. The record is copied from a zone file.',
      record: 'v=spf1 mx -all',
    },
  ])
})

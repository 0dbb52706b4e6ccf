import { describe, expect, it } from 'vitest'
import { type Zone, zoneResolver } from '../dns/index.ts'
import { wordsOf } from '../health/index.ts'
import { assessSpf } from './assess.ts'
import { mergedTree } from './several.ts'
import { spfTreeOfRecord } from './tree.ts'

const domain = 'example.com'
const sound: Zone = {
  'example.net': { TXT: ['v=spf1 ip4:192.0.2.0/28 -all'] },
  'open.example': { TXT: ['v=spf1 +all'] },
  'slow.example': { fail: 'timeout' },
}
const six = (from: number): Zone =>
  Object.fromEntries([...Array(6).keys()].map(at => [`n${from + at}.example`, { A: [`192.0.2.${from + at}`] }]))
const zone: Zone = { ...sound, ...six(1), ...six(7) }
const hosts = (from: number) => [...Array(6).keys()].map(at => `a:n${from + at}.example`).join(' ')

/** The words about several records, and the tree of the one record that they propose. */
async function said(...records: string[]) {
  const resolver = zoneResolver(zone)
  const value = { records, lookalikes: [], tree: null, merged: await mergedTree(resolver, domain, records) }
  const [finding] = assessSpf(value, { domain, evidence: ['TXT example.com'], dmarcEnforced: true })
  if (finding === undefined) throw new Error('nothing was found')
  const { advice, publish } = wordsOf(finding)
  const record = publish?.value ?? null
  return { advice, record, tree: record === null ? null : await spfTreeOfRecord(resolver, domain, record) }
}

describe('several SPF records become one that receivers can evaluate', () => {
  it('with all their terms', async () => {
    const { record, tree } = await said('v=spf1 include:example.net ~all', 'v=spf1 ip4:198.51.100.1 -all')
    expect([record, tree?.permerrors]).toEqual(['v=spf1 include:example.net ip4:198.51.100.1 -all', []])
  })

  it.each([
    ['redirect= to a name without a record', 'redirect=nowhere.example', 'include:nowhere.example'],
    ['an include of a name without a record', 'include:nowhere.example ~all', 'include:nowhere.example'],
    ['an include of the domain itself', `include:${domain} ~all`, `include:${domain}`],
    ['an include that lets everyone pass', 'include:open.example ~all', 'include:open.example'],
  ])('without %s', async (_, terms, left) => {
    const { record, tree, advice } = await said('v=spf1 include:example.net ~all', `v=spf1 ${terms}`)
    expect([record, tree?.permerrors, tree?.openTo]).toEqual(['v=spf1 include:example.net ~all', [], null])
    expect(advice).toContain(left)
  })
})

describe('no record is proposed', () => {
  it('where all terms need more lookups than are allowed', async () => {
    const { record, advice } = await said(`v=spf1 ${hosts(1)} -all`, `v=spf1 ${hosts(7)} -all`)
    expect([record, advice]).toEqual([
      null,
      'Merge the records into one, with v=spf1 once, all their terms and one ending (-all or ~all). Remove terms: all need 12 DNS lookups, but only 10 are allowed. Then delete the others.',
    ])
  })

  it('where a lookup failed, so that nothing shows whether the record would be right', async () => {
    const { record } = await said('v=spf1 include:example.net ~all', 'v=spf1 include:slow.example ~all')
    expect(record).toBeNull()
  })

  it('where no term names a sender any more', async () => {
    const { record } = await said('v=spf1 include:nowhere.example ~all', 'v=spf1 include:never.example ~all')
    expect(record).toBeNull()
  })
})

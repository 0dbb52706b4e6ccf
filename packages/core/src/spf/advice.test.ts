import { describe, expect, it } from 'vitest'
import { octetsOfText, textOf, type Zone, zoneResolver } from '../dns/index.ts'
import { wordsOf } from '../health/index.ts'
import { assessSpf, type SpfContext } from './assess.ts'
import { selectSpf } from './record.ts'
import { mergedTree } from './several.ts'
import { spfTreeOfRecord } from './tree.ts'
import type { SpfPlaceText } from './value.ts'

const domain = 'example.com'

/** The world around `example.com`. */
const world: Zone = {
  [domain]: { A: ['192.0.2.80'], MX: [[10, 'mx.example.com']] },
  'mx.example.com': { A: ['192.0.2.25'] },
  'a.example': { TXT: ['v=spf1 ip4:198.51.100.0/25 -all'] },
  'open.example': { TXT: ['v=spf1 +all'] },
  'two.example': { TXT: ['v=spf1 -all', 'v=spf1 mx -all'] },
  'typo.example': { TXT: ['v=spf1 ip4:192.0.2.300 -all'] },
  'dead.example': { TXT: ['v=spf1 include:gone.example -all'] },
  'back.example': { TXT: ['v=spf1 include:example.com -all'] },
  'soft.example': { TXT: ['v=spf1 ip4:198.51.100.0/25 ?all'] },
  'endless.example': { TXT: ['v=spf1 ip4:198.51.100.0/25'] },
  'farm.example': { MX: Array.from({ length: 11 }, (_, at) => [at, 'mx.example.com'] as const) },
  'farms.example': { TXT: ['v=spf1 mx:farm.example -all'] },
  ...Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`h${at}.example`, { A: [`203.0.113.${at}`] }])),
  'five.example': { TXT: ['v=spf1 a:h0.example a:h1.example a:h2.example a:h3.example -all'] },
}

interface More extends Partial<SpfContext> {
  elsewhere?: readonly SpfPlaceText[]
  zone?: Zone
}

async function findingsOf(texts: readonly string[], { elsewhere = [], zone = world, ...context }: More = {}) {
  const resolver = zoneResolver({ ...zone, [domain]: { ...zone[domain], TXT: [...texts] } })
  const answer = await resolver.query(domain, 'TXT')
  const { records, lookalikes } = selectSpf(answer.kind === 'records' ? answer.records.map(textOf) : [])
  const [record] = records
  const tree = record === undefined || records.length > 1 ? null : await spfTreeOfRecord(resolver, domain, record)
  const merged = await mergedTree(resolver, domain, records)
  const value = { records, lookalikes, elsewhere, tree, merged }
  return assessSpf(value, { domain, evidence: ['TXT example.com'], dmarcEnforced: true, ...context })
}

/** The words of the first finding. */
async function told(texts: readonly string[], more?: More) {
  const [finding] = await findingsOf(texts.map(octetsOfText), more)
  if (finding === undefined) throw new Error('nothing was found')
  const { meaning, advice, publish } = wordsOf(finding)
  return { id: finding.id, meaning, advice, record: publish?.value ?? null }
}

describe('the advice about SPF', () => {
  it.each<[string, readonly string[], string, string, string | null]>([
    [
      'two records',
      ['v=spf1 mx -all', 'v=spf1 include:a.example -all'],
      '2 SPF records were found. Receivers return permerror and ignore both.',
      'Merge the records into one, and delete the others. Publish as the only SPF record (TXT) at example.com: v=spf1 include:a.example mx -all',
      'v=spf1 include:a.example mx -all',
    ],
    [
      'a typing mistake',
      ['v=spf1 ipv4:192.0.2.1 mx -al'],
      'ipv4:192.0.2.1 should read ip4:192.0.2.1. -al should read -all. Receivers return permerror and ignore the record.',
      'Repair the record. Publish as the only SPF record (TXT) at example.com: v=spf1 ip4:192.0.2.1 mx -all',
      'v=spf1 ip4:192.0.2.1 mx -all',
    ],
    [
      'an address that is none',
      ['v=spf1 ip4:192.0.2.300 -all'],
      'ip4:192.0.2.300 is not a term of SPF. Receivers return permerror and ignore the record.',
      'Correct the terms that receivers cannot read, and keep the others.',
      null,
    ],
    [
      'an include without a record',
      ['v=spf1 mx include:gone.example -all'],
      'include:gone.example leads to a name without an SPF record. Receivers return permerror and ignore the record.',
      'Remove include:gone.example, or ask the service for the name to include. Publish as the only SPF record (TXT) at example.com: v=spf1 mx -all',
      'v=spf1 mx -all',
    ],
    [
      'the same as the only sender',
      ['v=spf1 include:gone.example -all'],
      'include:gone.example leads to a name without an SPF record. Receivers return permerror and ignore the record.',
      'Remove include:gone.example, and add the servers that send with ip4, ip6, a, mx or include.',
      null,
    ],
    [
      'the same in the record of an include',
      ['v=spf1 include:dead.example -all'],
      'include:gone.example leads to a name without an SPF record. Receivers return permerror and ignore the record.',
      'Remove include:dead.example from your record until the owner of dead.example has removed include:gone.example there.',
      null,
    ],
    [
      'an include of itself',
      ['v=spf1 mx include:example.com ~all'],
      'include:example.com refers to example.com again, so evaluation never ends. Receivers return permerror and ignore the record.',
      'Remove include:example.com. Publish as the only SPF record (TXT) at example.com: v=spf1 mx ~all',
      'v=spf1 mx ~all',
    ],
    [
      'a loop through another domain',
      ['v=spf1 include:back.example ~all'],
      'include:example.com refers to example.com again, so evaluation never ends. Receivers return permerror and ignore the record.',
      'Remove include:back.example from your record until the owner of back.example has removed include:example.com there.',
      null,
    ],
    [
      'an include with two records',
      ['v=spf1 include:two.example ~all'],
      'include:two.example leads to 2 SPF records. Receivers return permerror and ignore the record.',
      'Remove include:two.example from your record until the owner of two.example has repaired the SPF record there.',
      null,
    ],
    [
      'a broken record of an include',
      ['v=spf1 include:typo.example ~all'],
      'The SPF record of typo.example is broken at ip4:192.0.2.300: ip4 without an IPv4 address. Receivers return permerror and ignore the record.',
      'Remove include:typo.example from your record until the owner of typo.example has repaired the SPF record there.',
      null,
    ],
    [
      'too many exchangers',
      ['v=spf1 mx:farm.example -all'],
      'mx:farm.example leads to 11 mail servers, but only 10 are allowed. Receivers return permerror and ignore the record.',
      'Replace mx:farm.example with the networks of those servers (ip4, ip6) or with a: and their names.',
      null,
    ],
    [
      'the same in an include',
      ['v=spf1 include:farms.example -all'],
      'mx:farm.example leads to 11 mail servers, but only 10 are allowed. Receivers return permerror and ignore the record.',
      'Remove include:farms.example from your record until the owner of farms.example has replaced mx:farm.example with the networks of those servers (ip4, ip6) or with a: and their names.',
      null,
    ],
    [
      'three void lookups',
      ['v=spf1 mx a:g1.example a:g2.example a:g3.example -all'],
      '3 DNS lookups find no records, but only 2 are allowed: a:g1.example, a:g2.example and a:g3.example. Receivers return permerror and ignore the record.',
      'Remove the terms whose names have no records. Publish as the only SPF record (TXT) at example.com: v=spf1 mx -all',
      'v=spf1 mx -all',
    ],
    [
      'too many lookups, some of them twice',
      ['v=spf1 include:five.example mx a include:five.example include:a.example -all'],
      'The record needs 13 DNS lookups, but only 10 are allowed. Receivers return permerror and ignore the record.',
      'Remove the repeated terms. Publish as the only SPF record (TXT) at example.com: v=spf1 include:five.example mx a include:a.example -all',
      'v=spf1 include:five.example mx a include:a.example -all',
    ],
    [
      'too many lookups',
      ['v=spf1 include:five.example mx a a:h0.example a:h1.example a:h2.example a:h3.example -all'],
      'The record needs 11 DNS lookups, but only 10 are allowed. Receivers return permerror and ignore the record.',
      'Remove the includes of services that no longer send your mail. The costliest terms are include:five.example (5 lookups). Let services send from subdomains, or flatten an include if you can keep it up to date.',
      null,
    ],
    [
      'everyone',
      ['v=spf1 mx +all'],
      '+all lets every server in the world pass SPF for this domain, including those of spoofers.',
      'Remove +all. Publish as the only SPF record (TXT) at example.com: v=spf1 mx ~all',
      'v=spf1 mx ~all',
    ],
    [
      'everyone through an include',
      ['v=spf1 mx include:open.example -all'],
      'include:open.example → +all lets every server in the world pass SPF for this domain, including those of spoofers.',
      'Remove include:open.example. Publish as the only SPF record (TXT) at example.com: v=spf1 mx -all',
      'v=spf1 mx -all',
    ],
    [
      'everyone in halves',
      ['v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 mx ?all'],
      'ip4:0.0.0.0/1 ip4:128.0.0.0/1 lets every server in the world pass SPF for this domain, including those of spoofers.',
      'Remove ip4:0.0.0.0/1 and ip4:128.0.0.0/1. Publish as the only SPF record (TXT) at example.com: v=spf1 mx ~all',
      'v=spf1 mx ~all',
    ],
    [
      'everyone and no one else',
      ['v=spf1 +all'],
      '+all lets every server in the world pass SPF for this domain, including those of spoofers.',
      'Remove +all, name the servers that send your mail with ip4, ip6, a, mx or include, and end the record with ~all.',
      null,
    ],
    [
      'a neutral ending, with a term behind it',
      ['v=spf1 mx ?all include:a.example'],
      '?all is neutral, so SPF does not stop mail that spoofs example.com. Receivers ignore include:a.example because the record has ?all.',
      'Replace ?all with ~all. Publish as the only SPF record (TXT) at example.com: v=spf1 mx ~all',
      'v=spf1 mx ~all',
    ],
    [
      'a neutral ending elsewhere',
      ['v=spf1 redirect=soft.example'],
      '?all is neutral, so SPF does not stop mail that spoofs example.com.',
      'Replace ?all with ~all in the SPF record of soft.example, which redirect= names.',
      null,
    ],
    [
      'no ending, and an include that receivers do not see',
      ['v=spf1 mx include=a.example'],
      'Without all or redirect=, the record is neutral about unlisted servers. Receivers ignore include=a.example. It probably means include:a.example.',
      'Add ~all as the last term. Publish as the only SPF record (TXT) at example.com: v=spf1 mx ~all',
      'v=spf1 mx ~all',
    ],
    [
      'no ending elsewhere',
      ['v=spf1 redirect=endless.example'],
      'Without all or redirect=, the record is neutral about unlisted servers.',
      'Add ~all as the last term of the SPF record of endless.example, which redirect= names.',
      null,
    ],
    [
      'a leading blank',
      [' v=spf1 mx -all'],
      'Receivers ignore a TXT record that looks like SPF. The record begins with a space.',
      'Replace it with this TXT record at example.com: v=spf1 mx -all',
      'v=spf1 mx -all',
    ],
    [
      'a semicolon',
      ['v=spf1; mx -all', 'google-site-verification=x'],
      'Receivers ignore a TXT record that looks like SPF. The record has ";" instead of a space after v=spf1.',
      'Replace it with this TXT record at example.com: v=spf1 mx -all',
      'v=spf1 mx -all',
    ],
    [
      'a record of Sender ID',
      ['spf2.0/pra mx -all'],
      'Receivers ignore a TXT record that looks like SPF. The record is for Sender ID, which receivers no longer evaluate.',
      'Publish one TXT record at example.com that begins with v=spf1, names the servers that send your mail, and ends with ~all.',
      null,
    ],
  ])('%s', async (_, texts, meaning, advice, record) => {
    const said = await told(texts)
    expect([said.meaning, said.advice, said.record]).toEqual([meaning, advice, record])
  })

  it.each<[string, More, string, string, string | null]>([
    [
      'of the obsolete type',
      { elsewhere: [{ name: domain, type: 'SPF', text: 'v=spf1 mx -all' }] },
      'The record at example.com has the obsolete type SPF (99). Receivers look only for TXT.',
      'Publish as TXT at example.com: v=spf1 mx -all',
      'v=spf1 mx -all',
    ],
    [
      'at another name',
      { elsewhere: [{ name: '_spf.example.com', type: 'TXT', text: 'v=spf1 include:a.example ?all' }] },
      'The SPF record is at _spf.example.com. Receivers look for it only at example.com.',
      'Publish as TXT at example.com: v=spf1 include:a.example ~all',
      'v=spf1 include:a.example ~all',
    ],
    [
      'not there, but a name that sends nothing says so',
      { elsewhere: [{ name: 'www.example.com', type: 'TXT', text: 'v=spf1 -all' }], mailHosts: ['mx.example.com'] },
      'Receivers cannot tell which servers may send for example.com. SPF never passes.',
      'Publish as TXT at example.com, if only its mail servers send: v=spf1 mx ~all. If other servers send too, add them in front of ~all. If it sends no mail, publish: v=spf1 -all',
      null,
    ],
    [
      'nowhere, without an MX',
      { mailHosts: [] },
      'Receivers cannot tell which servers may send for example.com. SPF never passes.',
      'Publish as TXT at example.com, if it sends no mail: v=spf1 -all. If it sends mail, add its servers between v=spf1 and -all.',
      null,
    ],
    [
      'nowhere, with a known mailbox service',
      { mailHosts: ['aspmx.l.google.com', 'alt1.aspmx.l.google.com'] },
      'Receivers cannot tell which servers may send for example.com. SPF never passes.',
      'Publish as TXT at example.com: v=spf1 include:_spf.google.com ~all. It allows Google Workspace, which receives your mail. Add every other service that sends.',
      null,
    ],
  ])('a missing record that is %s', async (_, more, meaning, advice, record) => {
    const said = await told([], more)
    expect([said.meaning, said.advice, said.record]).toEqual([meaning, advice, record])
  })

  it('is the same words for facts of an earlier version, without a record', () => {
    for (const facts of [
      { code: 'several_records', count: 2, domain: null },
      { code: 'no_record', path: ['include:x'] },
      { code: 'void_limit', count: 3, atLeast: true },
    ] as const) {
      const words = wordsOf({ id: 'spf_permerror', facts })
      expect([words.publish, words.advice.length > 20]).toEqual([null, true])
    }
  })
})

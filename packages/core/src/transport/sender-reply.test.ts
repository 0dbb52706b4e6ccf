import { describe, expect, it } from 'vitest'
import { domain, session, valueOf } from './healthy.fixture.ts'
import { presentSenders, type SenderCellReply } from './sender-reply.ts'
import { reasonWords } from './sender-words.data.ts'
import type { TransportValue } from './value.ts'
import { verdictSources } from './verdict-sources.data.ts'

const told = (changes: Partial<TransportValue>) => presentSenders(valueOf(changes), { domain, nonMail: false })
const unseen = session({ address: '2001:db8::10', starttls: 'unknown', failure: 'timeout', tls: null })

function cellText({ does, says }: SenderCellReply): string {
  return `${does}: ${says}`
}

describe('the table of senders on the wire', () => {
  it('has a row for each host, and says of each kind what it does and why', () => {
    const rows = told({})?.rows.map(row => [
      row.host,
      cellText(row.opportunistic),
      cellText(row.mta_sts),
      cellText(row.dane),
    ])
    expect(rows).toEqual([
      [
        'mx.example.com',
        'encrypted: TLS with any certificate.',
        'checked: Policy and certificate agree.',
        'checked: The key matches a TLSA record. Name and dates do not count.',
      ],
    ])
    expect(told({})?.note).toBeNull()
  })

  it('has the addresses of a host only where they differ', () => {
    expect(told({ sessions: [session(), session({ address: '8.26.56.11' })] })?.rows[0]?.addresses).toEqual([])
    const rows = told({ sessions: [session(), unseen] })?.rows
    expect(rows?.[0]?.addresses.map(({ address, dane }) => [address, dane.word])).toEqual([
      ['8.26.56.10', 'Delivers, checked'],
      ['2001:db8::10', 'Unknown'],
    ])
  })

  it('does not exist for a scan of an earlier version, or for a domain that takes no mail', () => {
    const { path: _, ...earlier } = valueOf()
    expect(presentSenders(earlier, { domain, nonMail: false })).toBeNull()
    expect(told({ mail: 'none' })).toBeNull()
  })

  it.each<[string, Partial<TransportValue>, RegExp]>([
    [
      'port 25 is closed from here',
      { sessions: [unseen] },
      /^Port 25 .* can ask the provider to open outgoing port 25\.$/,
    ],
    [
      'no offer of STARTTLS was seen',
      { sessions: [session({ starttls: 'not-offered', tls: null, offersPass: false })] },
      /^We saw no STARTTLS, .* from another network\.$/,
    ],
    ['SMTP tests are off', { sessions: [], smtp: 'off' }, /RELAY_TEST=on/],
    ['a visitor asks', { sessions: [], smtp: 'not-for-visitors' }, /account/],
    [
      'the resolver does not validate',
      {
        dnssec: { ...valueOf().dnssec, validating: false },
        dane: valueOf().dane.map(facts => ({ ...facts, authentic: 'no' as const, hostAuthentic: 'no' as const })),
      },
      /DNS_SERVERS/,
    ],
  ])('says what the operator can do where %s', (_, changes, note) => {
    expect(told(changes)?.note).toMatch(note)
  })

  it('has words for every reason, each one sentence or two', () => {
    for (const [kind, sources] of Object.entries(verdictSources)) {
      const words: Readonly<Record<string, string>> = reasonWords[kind as keyof typeof reasonWords]
      expect(Object.keys(words).toSorted()).toEqual(Object.keys(sources).toSorted())
      for (const text of Object.values(words)) expect(text).toMatch(/^[A-Z][^.]{5,80}\.(?: [A-Z][^.]{5,80}\.)?$/)
    }
  })
})

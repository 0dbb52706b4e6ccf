import { describe, expect, it } from 'vitest'
import type { DnsEvidence } from '../check/index.ts'
import type { FailureReason } from '../dns/index.ts'
import { assessDelegation } from './assess-delegation.ts'
import { delegation, evidenceOf, piece, server, zone } from './delegation.fixture.ts'
import { type DelegatedServer, type Delegation, isDead, isUnanswered, unansweredWords } from './delegation.ts'
import { zoneRows } from './findings.data.ts'

const seen = { since: '2026-11-20T08:30:00.000Z', looks: 3 }

/** `unserved`: what monitoring saw. */
function judged(
  of: Delegation,
  failed?: FailureReason,
  answers: readonly DnsEvidence[] = [],
  unserved: typeof seen | null = seen,
) {
  return assessDelegation(of, { domain: zone, evidence: evidenceOf(of, failed), answers, unserved })
}

const ids = (...given: Parameters<typeof judged>) => judged(...given).map(({ id, subject }) => [id, subject])

const good = server('ns1.example.net', { '192.0.2.53': 'answers', '2001:db8::53': 'answers' })
const elsewhere = server('ns2.example.org', { '198.51.100.53': 'answers' })
const refusing = server('ns3.example.org', { '203.0.113.53': 'refused' })
const silent = server('ns4.example.org', { '203.0.113.54': 'silent' })

/** The advice about the server that refuses. */
function adviceFor(more: Partial<Delegation>): string {
  const [finding] = judged(delegation([good, elsewhere, refusing], more)).filter(({ id }) => id === 'delegation_lame')
  if (finding?.id !== 'delegation_lame') throw new Error('not lame')
  return zoneRows.delegation_lame.advice(finding.facts)
}

describe('the name servers of a zone', () => {
  it('that all answer, in two networks, are no finding', () => {
    expect(judged(delegation([good, elsewhere]))).toEqual([])
  })

  it('that answer SERVFAIL could not be checked: neither lame, nor a dead zone', () => {
    const failing = server('ns3.example.org', { '203.0.113.53': 'failing' })
    expect(judged(delegation([good, elsewhere, failing]))).toEqual([])
    expect([isDead, isUnanswered].map(says => says(delegation([failing])))).toEqual([false, true])
  })

  it.each([
    ['refused', 'ns3.example.org refuses queries for example.com'],
    ['not-authoritative', 'ns3.example.org answers, but does not serve example.com'],
  ] as const)('%s: one of them is lame while others answer', (state, words) => {
    const lame = server('ns3.example.org', { '203.0.113.53': state })
    const [finding] = judged(delegation([good, elsewhere, lame]))
    expect(finding).toMatchObject({
      id: 'delegation_lame',
      subject: null,
      evidence: ['SOA example.com @203.0.113.53:53'],
    })
    if (finding?.id !== 'delegation_lame') throw new Error('another finding')
    expect(zoneRows.delegation_lame.meaning(finding.facts)).toBe(
      `${words}. Resolvers that try it lose time, and it cannot take over when another server fails.`,
    )
  })

  it('say what to do where the server is listed', () => {
    const both = ['ns1.example.net', 'ns2.example.org']
    expect(adviceFor({})).toBe(
      'Set up example.com on ns3.example.org, or remove ns3.example.org at the registrar and from the NS records of example.com.',
    )
    expect(adviceFor({ listed: { hosts: both, server: '192.0.2.53:53' } })).toBe(
      'Set up example.com on ns3.example.org, or remove ns3.example.org at the registrar.',
    )
    expect(adviceFor({ delegated: { hosts: both, server: '192.0.2.1:53' } })).toBe(
      'Set up example.com on ns3.example.org, or remove ns3.example.org from the NS records of example.com.',
    )
    expect(adviceFor({ atRegistrar: false, delegated: null })).toContain(
      'remove ns3.example.org from the zone com and from the NS records of example.com.',
    )
  })

  it('without an address, or with a private one only, cannot answer either', () => {
    const nameless: DelegatedServer = { host: 'ns5.example.org', lookup: 'none', addresses: [] }
    const hidden = server('ns6.example.org', { '10.0.0.53': 'private' })
    const found = judged(delegation([good, elsewhere, nameless, hidden]))
    const lame = [{ problem: 'no-address' }, { problem: 'private-address', addresses: '10.0.0.53' }]
    expect(found).toMatchObject([
      {
        id: 'delegation_lame',
        facts: { lame, servers: 4 },
        evidence: ['A ns5.example.org @127.0.0.1:53', 'A ns6.example.org @127.0.0.1:53'],
      },
    ])
    const [finding] = found
    if (finding?.id !== 'delegation_lame') throw new Error('another finding')
    expect(zoneRows.delegation_lame.meaning(finding.facts)).toBe(
      '2 of 4 name servers of example.com do not answer for it (ns5.example.org, ns6.example.org). Resolvers that try them lose time.',
    )
    expect(zoneRows.delegation_lame.advice(finding.facts)).toBe(
      'Correct the name, give ns5.example.org an address, or remove ns5.example.org at the registrar and from the NS records of example.com. ' +
        'Give ns6.example.org a public address, or remove ns6.example.org at the registrar and from the NS records of example.com.',
    )
  })

  it('cost once for the zone, however many of them are lame', () => {
    const old = Array.from({ length: 7 }, (_, at) => server(`old${at}.example.org`, { [`203.0.113.${at}`]: 'refused' }))
    const found = judged(delegation([good, ...old]))
    expect(found.map(({ id, subject }) => [id, subject])).toEqual([['delegation_lame', null]])
    expect(found[0]?.evidence).toHaveLength(7)
    const [finding] = found
    if (finding?.id !== 'delegation_lame') throw new Error('another finding')
    expect(zoneRows.delegation_lame.meaning(finding.facts)).toBe(
      '7 of 8 name servers of example.com do not answer for it. ' +
        'old0.example.org, old1.example.org, old2.example.org, old3.example.org and 3 more refuse queries for example.com. ' +
        'Resolvers that try them lose time.',
    )
    expect(zoneRows.delegation_lame.advice(finding.facts)).toBe(
      'Set up example.com on old0.example.org, old1.example.org, old2.example.org, old3.example.org and 3 more, ' +
        'or remove them at the registrar and from the NS records of example.com.',
    )
  })

  it('name the address at which a server is lame when it answers at another', () => {
    const half = server('ns7.example.org', { '203.0.113.57': 'answers', '2001:db8:7::53': 'refused' })
    const [finding] = judged(delegation([good, half]))
    if (finding?.id !== 'delegation_lame') throw new Error('not lame')
    expect(zoneRows.delegation_lame.meaning(finding.facts)).toMatch(/^ns7\.example\.org \(at 2001:db8:7::53\) refuses/)
  })

  it('that are silent cost nothing while another answers: the cause may be on our side', () => {
    expect(ids(delegation([good, elsewhere, silent]))).toEqual([['delegation_silent', 'ns4.example.org']])
    expect(zoneRows.delegation_silent.points).toBe(0)
  })

  it('that only this machine cannot reach, or that were not asked, are no finding', () => {
    const far = server('ns8.example.org', { '2001:db8:8::53': 'no-route' })
    const unasked = server('ns9.example.org', { '203.0.113.59': 'not-asked' })
    const unknown: DelegatedServer = { host: 'ns0.example.org', lookup: 'unknown', addresses: [] }
    expect(judged(delegation([good, elsewhere, far, unasked, unknown]))).toEqual([])
  })

  it('are not called lame when none of them answers us and resolvers have answers', () => {
    expect(ids(delegation([refusing, silent]))).toEqual([])
  })
})

describe('a zone is dead', () => {
  const gone = server('ns2.example.net', { '198.51.100.54': 'not-authoritative', '2001:db8:9::53': 'no-route' })

  it('when every delegated server answers without serving it and resolvers get SERVFAIL: nothing else is said', () => {
    const found = judged(delegation([refusing, gone]), 'servfail')
    expect(found).toMatchObject([
      {
        id: 'delegation_dead',
        subject: null,
        facts: { zone, parent: null, servers: 'ns3.example.org, ns2.example.net', ...seen },
      },
    ])
    expect(found[0]?.evidence).toEqual(
      expect.arrayContaining([
        'NS example.com @192.0.2.1:53',
        'SOA example.com @203.0.113.53:53',
        'SOA example.com @198.51.100.54:53',
        'A example.com @127.0.0.1:53',
      ]),
    )
    expect(zoneRows.delegation_dead.points).toBeNull()
    const [finding] = found
    if (finding?.id !== 'delegation_dead') throw new Error('another finding')
    expect(zoneRows.delegation_dead.meaning(finding.facts)).toBe(
      'None of its name servers (ns3.example.org, ns2.example.net) answered for example.com in 3 checks since 2026-11-20. ' +
        'Mail to and from the domain fails.',
    )
  })

  it('never as one scan alone says so: it could not be checked, and no server is called lame', () => {
    expect(judged(delegation([refusing, gone]), 'servfail', [], null)).toEqual([])
  })

  it('also when its servers have no addresses: an answer, not silence', () => {
    const nameless: DelegatedServer = { host: 'ns5.example.org', lookup: 'none', addresses: [] }
    expect(isDead(delegation([nameless, refusing]))).toBe(true)
  })

  it.each<[string, Delegation, FailureReason | undefined]>([
    ['a server is silent', delegation([refusing, silent]), 'servfail'],
    ['all are silent', delegation([silent]), 'servfail'],
    [
      'an address of a lame server is silent',
      delegation([server('ns3.example.org', { '203.0.113.53': 'refused', '203.0.113.54': 'silent' })]),
      'servfail',
    ],
    [
      'a server was not asked',
      delegation([refusing, server('ns9.example.org', { '203.0.113.59': 'not-asked' })]),
      'servfail',
    ],
    [
      'the addresses of a server are not known',
      delegation([refusing, { host: 'ns0.example.org', lookup: 'unknown', addresses: [] }]),
      'servfail',
    ],
    ['there are more servers than were asked', delegation([refusing], { cut: 1 }), 'servfail'],
    ['the parent did not say which servers there are', delegation([refusing], { delegated: null }), 'servfail'],
    [
      'a delegated server was not looked at',
      delegation([refusing], { delegated: { hosts: ['ns0.example.org', 'ns3.example.org'], server: '192.0.2.1:53' } }),
      'servfail',
    ],
    ['one server answers', delegation([refusing, good]), 'servfail'],
    ['resolvers have answers', delegation([refusing]), undefined],
    ['resolvers got no answer for another reason', delegation([refusing]), 'timeout'],
  ])('never when %s', (_, of, failed) => {
    expect(judged(of, failed).map(({ id }) => id)).not.toContain('delegation_dead')
  })

  it('never when another check got an answer about the domain or a name below it', () => {
    const answered = piece('TXT', `_dmarc.${zone}`, { server: '127.0.0.1:53' })
    expect(ids(delegation([refusing, gone]), 'servfail', [answered])).toEqual([])
    const carried = { ...answered, id: `${answered.id} of 2026-11-01T00:00:00.000Z` }
    expect(ids(delegation([refusing, gone]), 'servfail', [carried])).toEqual([['delegation_dead', null]])
  })
})

describe('parent and zone with different lists', () => {
  const both = { hosts: ['ns1.example.net', 'ns2.example.org'], server: '192.0.2.53:53' }
  it('are a note that says which server to add or remove, and where', () => {
    const more = server('ns9.example.org', { '203.0.113.59': 'answers' })
    const hosts = ['ns1.example.net', 'ns9.example.org']
    const found = judged(
      delegation([good, elsewhere, more], { delegated: { hosts, server: '192.0.2.1:53' }, listed: both }),
    )
    expect(found).toMatchObject([
      { id: 'delegation_differs', subject: null, evidence: ['NS example.com @192.0.2.1:53'] },
    ])
    const [finding] = found
    if (finding?.id !== 'delegation_differs') throw new Error('another finding')
    expect(zoneRows.delegation_differs.meaning(finding.facts)).toBe(
      'Only the parent zone lists ns9.example.org. Only the NS records of example.com list ns2.example.org. Resolvers use either list, so mail depends on both.',
    )
    expect(zoneRows.delegation_differs.advice(finding.facts)).toBe(
      'Add ns9.example.org to the NS records of example.com, or remove it at the registrar. ' +
        'Add ns2.example.org at the registrar, or remove it from the NS records of example.com.',
    )
  })

  it('are not compared when one of them is not known', () => {
    expect(judged(delegation([good, elsewhere], { listed: null }))).toEqual([])
    expect(judged(delegation([good, elsewhere], { delegated: null, listed: both }))).toEqual([])
  })
})

describe('all servers in one network', () => {
  const near = server('ns2.example.net', { '192.0.2.54': 'answers', '2001:db8::54': 'answers' })
  it('are a note', () => {
    expect(judged(delegation([good, near]))).toMatchObject([
      { id: 'delegation_one_network', facts: { networks: '192.0.2.0/24 and 2001:db8::/48', servers: 2 } },
    ])
    expect(zoneRows.delegation_one_network.points).toBe(0)
  })

  it('so is a single server', () => {
    const [finding] = judged(delegation([good]))
    if (finding?.id !== 'delegation_one_network') throw new Error('another finding')
    expect(zoneRows.delegation_one_network.meaning(finding.facts)).toBe(
      'example.com has one name server. While it is down, the domain has no records and gets no mail.',
    )
  })

  it('is not said when an address is elsewhere, or may be', () => {
    const other6 = server('ns2.example.net', { '192.0.2.54': 'answers', '2001:db8:1::54': 'answers' })
    const unknown: DelegatedServer = { host: 'ns0.example.org', lookup: 'unknown', addresses: [] }
    expect(judged(delegation([good, other6]))).toEqual([])
    expect(judged(delegation([good, near, unknown]))).toEqual([])
    expect(judged(delegation([good, near], { cut: 1 }))).toEqual([])
  })
})

it('says of a zone whose servers are silent who they are and what to do', () => {
  expect(unansweredWords(delegation([silent, refusing]))).toBe(
    'no name server of example.com answered us (ns4.example.org did not answer, ns3.example.org does not answer for the zone). ' +
      'Check that they run and accept queries from the Internet, and that the registrar lists the right name servers',
  )
})

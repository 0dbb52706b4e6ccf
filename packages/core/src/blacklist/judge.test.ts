import { describe, expect, it } from 'vitest'
import type { Evidence, Section } from '../check/index.ts'
import { type Answer, type FailureReason, unasked } from '../dns/index.ts'
import { wordsOf } from '../health/index.ts'
import {
  assessBlacklist,
  type BlacklistRow,
  type BlacklistValue,
  type Blocklist,
  blocklists,
  judgeSelfTest,
  type ListAnswer,
  presentBlacklist,
  rowOf,
} from './index.ts'

const lists: readonly Blocklist[] = blocklists
function list(id: string): Blocklist {
  const found = lists.find(each => each.id === id)
  if (found === undefined) throw new Error(`no list ${id}`)
  return found
}

const { via } = unasked('cancelled', 0)
const says = (...addresses: string[]): Answer<'A'> =>
  addresses.length === 0
    ? { kind: 'no-such-name', via }
    : {
        kind: 'records',
        via,
        records: addresses.map(address => ({ type: 'A', name: 'x.example', ttl: 60, address })),
      }
const fails = (reason: FailureReason): Answer<'A'> => ({ kind: 'failed', reason, via })

const test = (listed: Answer<'A'>, clean: Answer<'A'>, id = 'spamcop') =>
  judgeSelfTest(list(id), [listed], clean)?.trouble ?? 'well'

describe('a list’s self-test', () => {
  it.each([
    ['the right one listed, the other not', says('127.0.0.2'), says(), 'well'],
    ['both listed', says('127.0.0.2'), says('127.0.0.2'), 'lists-everything'],
    ['neither listed', says(), says(), 'test-entry'],
    ['another code than it documents for its test', says('127.0.0.9'), says(), 'test-entry'],
    ['a refusal for both', says('127.255.255.254'), says('127.255.255.254'), 'refused'],
    ['a refusal for the listed one', says('127.255.255.254'), says(), 'refused'],
    ['an address of somebody else for names that do not exist', says('127.0.0.2'), says('203.0.113.7'), 'rewritten'],
    ['an address of somebody else for everything', says('203.0.113.7'), says('203.0.113.7'), 'rewritten'],
    ['no word', fails('timeout'), fails('timeout'), 'silent'],
    ['no word on the one that must not be listed', says('127.0.0.2'), fails('timeout'), 'silent'],
    ['SERVFAIL', fails('servfail'), fails('servfail'), 'dead'],
    ['servers that disclaim the zone', fails('lame'), fails('lame'), 'dead'],
    ['REFUSED', fails('refused'), fails('refused'), 'refused'],
  ])('%s', (_, listed, clean, expected) => {
    expect(test(listed, clean)).toBe(expected)
  })

  it('one of several entries is enough', () => {
    expect(judgeSelfTest(list('surbl-multi'), [says(), says('127.0.0.126')], says())).toBeNull()
  })

  it('a positive answer about the entry that must not be listed is no listing', () => {
    expect(test(says('127.0.0.2'), says('127.0.0.1'), 'hostkarma')).toBe('well')
  })

  it('says what can be done', () => {
    expect(judgeSelfTest(list('spamhaus-zen'), [says('127.255.255.254')], says('127.255.255.254'))).toEqual({
      trouble: 'refused',
      reason:
        'It refused our query: the query came through a public resolver or from a network that it does not serve.',
      advice:
        'Query it directly or through your own resolver, not through a public one. Or set a key from its operator.',
    })
    expect(judgeSelfTest(list('barracuda'), [fails('timeout')], fails('timeout'))?.advice).toBe(
      'Register the IP address of your resolver with the operator (free).',
    )
  })
})

function about(address: string, answer: Answer<'A'>, known: { owner?: string; sends?: boolean } = {}): ListAnswer {
  const { owner = null, sends = null } = known
  return { subject: { address, owner, sends }, question: `${address}.zone`, answer }
}
const row = (id: string, ...answers: ListAnswer[]): BlacklistRow =>
  rowOf(list(id), answers, { quarantine: null, applies: true, known: true })

/** The verdict when the lookup of another address failed. */
const some = (answer: Answer<'A'>): BlacklistRow =>
  rowOf(list('spamcop'), [about('8.1.1.1', answer)], { quarantine: null, applies: true, known: false })
const without = (known: boolean) => rowOf(list('spamcop'), [], { quarantine: null, applies: false, known })

describe('one list’s verdict', () => {
  it('is listed with the worst address named first', () => {
    const verdict = row(
      'spamhaus-zen',
      about('8.1.1.1', says()),
      about('8.1.1.2', says('127.0.0.10')),
      about('8.1.1.3', says('127.0.0.3')),
    )
    expect(verdict).toMatchObject({ status: 'listed', trouble: null, delisting: 'https://check.spamhaus.org/' })
    expect(verdict.listings.map(({ subject, labels, severity }) => [subject, labels, severity])).toEqual([
      ['8.1.1.3', ['CSS'], 'critical'],
      ['8.1.1.2', ['PBL_ISP'], 'medium'],
    ])
  })

  it('is clean only when every query was answered', () => {
    expect(row('spamcop', about('8.1.1.1', says()), about('8.1.1.2', says())).status).toBe('clean')
    expect(row('spamcop', about('8.1.1.1', says()), about('8.1.1.2', fails('timeout')))).toMatchObject({
      status: 'error',
      trouble: 'unanswered',
      reason: '1 of 2 lookups failed. It did not answer in time.',
    })
  })

  it('is listed whatever else failed', () => {
    expect(row('spamcop', about('8.1.1.1', fails('servfail')), about('8.1.1.2', says('127.0.0.2'))).status).toBe(
      'listed',
    )
  })

  it.each([
    ['a refusal', says('127.255.255.255'), 'refused'],
    ['an address that is not its own', says('198.51.100.9'), 'rewritten'],
    ['a code it does not document', says('127.0.0.88'), 'unknown-code'],
  ])('is neither listed nor clean after %s', (_, answer, trouble) => {
    expect(row('spamcop', about('8.1.1.1', says()), about('8.1.1.2', answer))).toMatchObject({
      status: 'error',
      trouble,
      listings: [],
    })
  })

  it('counts for nothing while the list is quarantined, whatever its answers are', () => {
    const quarantine = judgeSelfTest(list('spamcop'), [says('127.0.0.2')], says('127.0.0.2'))
    const verdict = rowOf(list('spamcop'), [about('8.1.1.1', says('127.0.0.2'))], {
      quarantine,
      applies: true,
      known: true,
    })
    expect(verdict).toMatchObject({ status: 'error', trouble: 'lists-everything', listings: [] })
  })

  it('does not apply without a subject, and is unknown when the lookup of subjects failed', () => {
    expect(without(true)).toMatchObject({
      status: 'error',
      trouble: 'not-applicable',
      reason: 'Not applicable: the domain has no mail server address that the list covers.',
    })
    expect(without(false)).toMatchObject({ status: 'error', trouble: 'unanswered' })
  })

  it('is unknown when the lookup of some addresses failed, and says that the queried ones are not listed', () => {
    expect(some(says())).toMatchObject({
      status: 'error',
      trouble: 'unanswered',
      reason: 'It lists none of the addresses found, but other address lookups failed.',
    })
    expect(without(false).reason).toBe('The address lookups failed.')
    expect(some(says('127.0.0.2'))).toMatchObject({ status: 'listed', reason: null })
  })

  it('has a note for a policy about senders on a host that only receives, and counts it on one that sends', () => {
    for (const [id, code] of [
      ['spamhaus-zen', '127.0.0.10'],
      ['spamrats-noptr', '127.0.0.37'],
      ['kempt', '127.0.0.2'],
    ] as const) {
      const receiving = row(id, about('8.1.1.1', says(code), { sends: false }))
      expect(receiving.status).toBe('clean')
      expect(receiving.listings).toMatchObject([{ subject: '8.1.1.1', note: true }])
      expect(row(id, about('8.1.1.1', says(code), { sends: true })).status).toBe('listed')
      expect(row(id, about('8.1.1.1', says(code))).status).toBe('listed')
    }
    const both = row('spamhaus-zen', about('8.1.1.1', says('127.0.0.10', '127.0.0.4'), { sends: false }))
    expect(both).toMatchObject({ status: 'listed', listings: [{ labels: ['XBL'], note: false }] })
  })
})

const evidence = (...questions: string[]): Evidence[] =>
  questions.map(name => ({
    id: `A ${name}`,
    kind: 'dns',
    question: { name, type: 'A' },
    outcome: 'records',
    answers: [],
    via,
  }))
const found = (rows: readonly BlacklistRow[]) =>
  assessBlacklist(
    {
      success: true,
      listedCount: 0,
      totalChecked: 34,
      rows,
      custom: [],
      addresses: [],
      names: [],
      notAsked: 0,
      off: [],
    },
    { evidence: evidence('8.1.1.1.zone', '8.1.1.2.zone', 'example.com.zone', '66.0.0.1.zone') },
  )

const advice = (id: string, code: string) =>
  found([row(id, about('8.1.1.1', says(code)))]).map(finding => wordsOf(finding).advice)

describe('the findings', () => {
  it('count each operator once, at its most severe listing', () => {
    const findings = found([
      row('spamhaus-zen', about('8.1.1.1', says('127.0.0.10')), about('8.1.1.2', says('127.0.0.2'))),
      row('spamrats-dyna', about('8.1.1.1', says('127.0.0.36'))),
      row('spamrats-spam', about('8.1.1.1', says('127.0.0.38'))),
      row('spamrats-auth', about('8.1.1.1', says('127.0.0.43'))),
    ])
    expect(findings.map(finding => wordsOf(finding).reason)).toEqual([
      'Listed on a critical blocklist: 8.1.1.2 on Spamhaus ZEN',
      'Listed on a blocklist: 8.1.1.1 on SpamRATS Spam',
    ])
    expect(findings[0]?.evidence).toEqual(['A 8.1.1.1.zone', 'A 8.1.1.2.zone'])
  })

  it('count an address list and a domain list of one operator apart', () => {
    const domain: ListAnswer = { subject: 'example.com', question: 'example.com.zone', answer: says('127.0.1.4') }
    const findings = found([row('spamhaus-zen', about('8.1.1.1', says('127.0.0.2'))), row('spamhaus-dbl', domain)])
    expect(findings.map(({ id }) => id)).toEqual(['bl_critical', 'bl_critical'])
    expect(findings.map(finding => wordsOf(finding).reason)).toEqual([
      'Listed on a critical blocklist: 8.1.1.1 on Spamhaus ZEN',
      'Listed on a critical blocklist: example.com on Spamhaus DBL',
    ])
  })

  it('count a shared address of a provider once in all, not once per list', () => {
    const shared = { owner: 'Google Workspace' }
    const findings = found([
      row('spamcop', about('66.0.0.1', says('127.0.0.2'), shared), about('8.1.1.1', says('127.0.0.2'))),
      row('s5h', about('66.0.0.1', says('127.0.0.2'), shared)),
      row('psbl', about('66.0.0.1', says('127.0.0.2'), shared)),
    ])
    expect(findings.map(({ id }) => id)).toEqual(['bl_high', 'bl_shared'])
    expect(findings.map(finding => wordsOf(finding).meaning)).toEqual([
      'SpamCop SCBL lists 8.1.1.1 (address reported by users or seen at spam traps). Receivers that use it refuse mail or put it into spam.',
      '66.0.0.1 is listed (SpamCop SCBL, s5h.net ALL, Passive Spam Block List (PSBL)), so some receivers refuse its mail. Google Workspace shares it among many customers and must end the listing.',
    ])
  })

  it('give none for notes, for lists without a verdict and for clean ones', () => {
    expect(
      found([
        row('spamhaus-zen', about('8.1.1.1', says('127.0.0.10'), { sends: false })),
        row('spamcop', about('8.1.1.1', says('127.255.255.254'))),
        row('psbl', about('8.1.1.1', says())),
      ]),
    ).toEqual([])
  })

  it('say how the listing ends', () => {
    expect(advice('spamcop', '127.0.0.2')).toEqual([
      'Fix the cause. Then the listing expires on its own about 24 hours after the last report (https://www.spamcop.net/bl.shtml).',
    ])
    expect(advice('psbl', '127.0.0.2')).toEqual([
      'Fix the cause. Then request removal at https://psbl.org/remove, or wait until the listing expires on its own after some weeks.',
    ])
    expect(advice('barracuda', '127.0.0.2')).toEqual([
      'Fix the cause. Then request removal at https://www.barracudacentral.org/rbl/removal-request.',
    ])
  })
})

function ran(rows: readonly BlacklistRow[]): Section<BlacklistValue> {
  const others = { custom: [], addresses: [], names: [], notAsked: 0, off: [] }
  const value = { success: true, listedCount: 0, totalChecked: rows.length, rows, ...others }
  return { ran: true, value, evidence: [], gaps: [], notes: [] }
}

describe('on the wire', () => {
  it('a domain without mail servers is on 0 of the 7 lists of domain names, not of 34', () => {
    const rows = blocklists.map(list => {
      const applies = list.kind === 'domain'
      const answers = applies ? [{ subject: 'example.com', question: `example.com.${list.zone}`, answer: says() }] : []
      return rowOf(list, answers, { quarantine: null, applies, known: true })
    })
    expect(presentBlacklist(ran(rows), 34)).toMatchObject({ listed_count: 0, total_checked: 7 })
  })

  it('the lists of the plan are counted while nothing was asked', () => {
    expect(presentBlacklist({ ran: false, reason: 'timeout', evidence: [] }, 10).total_checked).toBe(10)
  })
})

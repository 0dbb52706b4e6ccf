import type { ZoneEntry } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { adviceFaults, afterAll, withAdvice } from './advice-effect.ts'

const dmarcAt = (...TXT: string[]) => ({
  domain: 'example.com',
  zone: { '_dmarc.example.com': { TXT }, 'example.net': { MX: [[10, 'mx1.example.net']] } satisfies ZoneEntry },
})
const dmarc = (value: string) => ({ name: '_dmarc.example.com', type: 'TXT', value }) as const
const spfAt = (...TXT: string[]) => ({
  domain: 'example.com',
  zone: {
    'example.com': { MX: [[10, 'mx1.example.com']], A: ['203.0.114.80'], TXT } satisfies ZoneEntry,
    'mx1.example.com': { A: ['203.0.114.25'] },
  },
})
const spf = (value: string) => ({ name: 'example.com', type: 'TXT', value }) as const

const inTurn = async (before: string, ...values: string[]) =>
  (
    await afterAll(
      dmarcAt(before),
      values.map(value => ({ record: dmarc(value), host: null })),
    )
  ).faults

describe('the test of an advice objects to', () => {
  it.each([
    ['v=DMARC1; p=reject', 'v=DMARC1; p=quarantine', 'lowers the policy of the domain example.com'],
    ['v=DMARC1; p=reject', 'v=DMARC1; p=reject; sp=none', 'lowers the policy of a subdomain example.com'],
    ['v=DMARC1; p=reject', 'v=DMARC1; p=reject; np=none', 'lowers the policy of a missing name example.com'],
    ['v=DMARC1; p=reject', 'v=DMARC1; p=reject; t=y', 'begins to test at the domain example.com'],
    ['v=DMARC1 p=reject', 'v=DMARC1; p=none', 'p is weaker than the record at hand means'],
    ['v=DMARC1 p=none; sp=rejct', 'v=DMARC1; p=none', 'sp is weaker than the record at hand means'],
    ['v=dmarc1; p=none; adkim=s', 'v=DMARC1; p=none', 'adkim is relaxed'],
    ['v=dmarc1; p=none; rua=a@example.net', 'v=DMARC1; p=none', 'no reports to a@example.net any more'],
  ])('DMARC %s replaced by %s', async (before, after, fault) => {
    expect(await adviceFaults(dmarcAt(before), dmarc(after))).toContain(fault)
  })

  it.each([
    ['v=spf1 mx -all', 'v=spf1 mx ip4:192.0.2.1 -all', 'adds ip4:192.0.2.1'],
    ['v=spf1 mx -all', 'v=spf1 mx +all', 'adds +all'],
    ['v=spf1; mx; -all', 'v=spf1 mx a -all', 'adds a'],
    ['v=spf1 -ip4:203.0.114.25 mx foo -all', 'v=spf1 mx -all', 'no longer fails -ip4:203.0.114.25'],
    ['v=spf1 mx -all a', 'v=spf1 mx a -all', 'more servers pass than receivers accept now'],
    ['v=spf1 ip4=203.0.113.7 -all mx', 'v=spf1 ip4:203.0.113.0/24 -all', 'servers pass that no ignored term names'],
    ['something else', 'v=spf1 mx -all', 'invents an SPF record'],
  ])('SPF %s replaced by %s', async (before, after, fault) => {
    expect(await adviceFaults(spfAt(before), spf(after))).toContain(fault)
  })

  it('advices that undo each other', async () => {
    const first = '_dmarc.example.com'
    expect(
      await inTurn('v=DMARC1; p=reject; sp=none; t=y', 'v=DMARC1; p=reject; sp=none', 'v=DMARC1; p=reject; t=y'),
    ).toContain(`${first} v=DMARC1; p=reject; t=y, in turn: begins to test at the domain example.com`)
    expect(
      await inTurn('v=DMARC1; p=none', 'v=DMARC1; p=quarantine', 'v=DMARC1; p=none; rua=mailto:d@example.net'),
    ).toContain(
      `${first} v=DMARC1; p=none; rua=mailto:d@example.net, in turn: lowers the policy of the domain example.com`,
    )
    expect(await inTurn('v=DMARC1; p=none', 'v=DMARC1; p=quarantine', 'v=DMARC1; p=quarantine')).toEqual([])
  })

  it('a record in the zone of someone else', async () => {
    const elsewhere = { ...dmarc('v=DMARC1; p=reject'), name: 'example-com.vendor.example' }
    expect(await adviceFaults(dmarcAt('v=DMARC1; p=none'), elsewhere)).toEqual([
      'example-com.vendor.example is in a zone of someone else',
    ])
  })

  it('no record that means the same or more', async () => {
    expect(await adviceFaults(dmarcAt('v=DMARC1 p=reject'), dmarc('v=DMARC1; p=reject'))).toEqual([])
    expect(await adviceFaults(dmarcAt('v=DMARC1; p=none'), dmarc('v=DMARC1; p=quarantine'))).toEqual([])
    expect(await adviceFaults(spfAt('v=spf1; mx; -all'), spf('v=spf1 mx -all'))).toEqual([])
    expect(await adviceFaults(spfAt('v=spf1 ip4=203.0.113.7 -all'), spf('v=spf1 ip4:203.0.113.7 -all'))).toEqual([])
    expect(await adviceFaults(spfAt('v=spf1 -all mx'), spf('v=spf1 mx -all'))).toEqual([])
    expect(await adviceFaults(spfAt('v=spf1 mx ?all'), spf('v=spf1 mx ~all'))).toEqual([])
  })
})

it('an advice that is followed replaces the record at hand and keeps the others', () => {
  const zone = {
    'example.com': { TXT: ['MS=ms1', ' v=spf1 mx -all'] },
    '_dmarc.example.com': { CNAME: ['gone.example'] },
  }
  const subject = { domain: 'example.com', zone }
  expect(withAdvice(subject, spf('v=spf1 mx -all')).zone['example.com']).toEqual({ TXT: ['MS=ms1', 'v=spf1 mx -all'] })
  expect(withAdvice(subject, dmarc('v=DMARC1; p=none')).zone['_dmarc.example.com']).toEqual({
    TXT: ['v=DMARC1; p=none'],
  })
})

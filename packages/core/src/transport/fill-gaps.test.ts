import { describe, expect, it } from 'vitest'
import type { Gap } from '../check/index.ts'
import { fillTransportGaps } from './fill-gaps.ts'
import { address, domain, host, policyUrl, session, valueOf } from './healthy.fixture.ts'

const gap = (type: Gap['question']['type'], name: string): Gap => ({
  question: { name, type },
  reason: 'timeout',
  evidence: `${type} ${name}`,
})
const before = valueOf()
const [pinned] = before.dane
const [named] = before.reverse
if (pinned === undefined || named === undefined) throw new Error('the domain has a mail host')

const filled = (changes: Parameters<typeof valueOf>[0], gaps: readonly Gap[] = []) =>
  fillTransportGaps(valueOf(changes), gaps, before)?.value

describe('what could not be asked now', () => {
  it.each([
    ['texts', { tlsRpt: { name: '_smtp._tls.example.com', texts: null } }, gap('TXT', '_smtp._tls.example.com')],
    [
      'a record of MTA-STS',
      { mtaSts: { name: '_mta-sts.example.com', texts: null, policy: null } },
      gap('TXT', '_mta-sts.example.com'),
    ],
    [
      'a policy',
      {
        mtaSts: {
          ...before.mtaSts,
          policy: {
            url: policyUrl,
            state: 'unanswered' as const,
            text: '',
            whole: true,
            contentType: null,
            problem: 'the server did not answer in time',
          },
        },
      },
      gap('HTTP', policyUrl),
    ],
    ['authorities', { caa: [{ name: domain, records: null }] }, gap('CAA', domain)],
    [
      'keys',
      { dnssec: { zone: domain, ds: null, keys: null, authentic: 'no' as const, validating: null } },
      gap('DNSKEY', domain),
    ],
    ['a PTR', { reverse: [{ ...named, names: null, confirmed: null }] }, gap('PTR', named.record)],
    ['where a PTR leads', { reverse: [{ ...named, confirmed: null }] }, gap('A', host)],
    ['TLSA', { dane: [{ ...pinned, tlsa: null, authentic: 'no' as const }] }, gap('TLSA', pinned.record)],
    [
      'the MX',
      { mail: 'unchecked' as const, reason: 'timeout' as const, hosts: [], sessions: [], reverse: [], dane: [] },
      gap('MX', domain),
    ],
  ])('%s: is what it was, and no gap any more', (_, changes, open) => {
    const other = gap('A', 'elsewhere.example')
    expect(fillTransportGaps(valueOf(changes), [open, other], before)).toEqual({ value: before, gaps: [other] })
  })

  it('a server that could not be reached is what it was', () => {
    const now = valueOf({ sessions: [session({ starttls: 'unknown', tls: null, failure: 'timeout' })] })
    expect(fillTransportGaps(now, [], before)?.value.sessions).toEqual(before.sessions)
    const moved = valueOf({ sessions: [session({ address: '8.26.56.99', starttls: 'unknown', tls: null })] })
    expect(fillTransportGaps(moved, [], before)).toBeNull()
  })
})

describe('what was answered now', () => {
  it('wins', () => {
    const now = valueOf({
      tlsRpt: { name: '_smtp._tls.example.com', texts: [] },
      caa: [{ name: domain, records: [] }],
      dane: [{ ...pinned, tlsa: [] }],
      sessions: [session({ starttls: 'not-offered', tls: null })],
      reverse: [{ host, address, record: named.record, names: [], confirmed: false }],
    })
    expect(fillTransportGaps(now, [], before)).toBeNull()
  })

  it('is not joined to what belonged to something else', () => {
    const changed = valueOf({
      mtaSts: {
        name: '_mta-sts.example.com',
        texts: ['v=STSv1; id=2'],
        policy: { url: policyUrl, state: 'unanswered', text: '', whole: true, contentType: null, problem: 'x' },
      },
      reverse: [{ ...named, names: ['new.example.net'], confirmed: null }],
    })
    expect(fillTransportGaps(changed, [], before)).toBeNull()
  })

  it('stays open where the earlier scan knew no more', () => {
    const open = valueOf({ bimi: { name: 'default._bimi.example.com', texts: null } })
    expect(fillTransportGaps(open, [gap('TXT', 'default._bimi.example.com')], open)).toBeNull()
  })
})

describe('records and certificate, or policy and MX, of different scans', () => {
  const other = { usage: 3, selector: 1, matching: 1, data: 'ff'.repeat(32), digest: null }
  const silent = session({ starttls: 'unknown', tls: null, failure: 'timeout' })
  const renewed = session({ testedAt: '2026-11-21T10:00:00.000Z' }, { sha256: 'b1'.repeat(32) })

  it('new records are not compared with the last known certificate', () => {
    expect(filled({ dane: [{ ...pinned, tlsa: [other] }], sessions: [silent] })?.dane[0]?.comparable).toBe(false)
    expect(filled({ dane: [{ ...pinned, tlsa: [other] }] })?.dane[0]?.comparable).toBe(false)
    expect(filled({ sessions: [silent] })?.dane).toEqual(before.dane)
  })

  it('a new certificate is not compared with the last known records', () => {
    const open = { ...pinned, tlsa: null }
    expect(filled({ dane: [open], sessions: [renewed] })?.dane[0]).toEqual({ ...pinned, comparable: false })
    expect(filled({ dane: [open], sessions: [silent] })?.dane[0]).toEqual(pinned)
  })

  it('the last known policy is not compared with new hosts, nor a new policy with the last known hosts', () => {
    const failed = { name: '_mta-sts.example.com', texts: null, policy: null }
    expect(filled({ mtaSts: failed, hosts: ['mx.new.example'] })?.mtaSts.comparable).toBe(false)
    expect(filled({ mtaSts: failed })?.mtaSts).toEqual(before.mtaSts)
    const mail = { mail: 'unchecked', reason: 'timeout', hosts: [], sessions: [], reverse: [], dane: [] } as const
    const { policy } = before.mtaSts
    const changed = {
      ...before.mtaSts,
      policy: policy && { ...policy, text: 'version: STSv1\nmode: none\nmax_age: 1\n' },
    }
    expect(filled({ ...mail, mtaSts: changed })?.mtaSts.comparable).toBe(false)
    expect(filled(mail)?.mtaSts).toEqual(before.mtaSts)
  })

  it('a host whose addresses could not be looked up keeps its records and its session', () => {
    const gone = { dane: [], sessions: [], reverse: [] }
    expect(filled(gone, [gap('A', host)])).toMatchObject({ dane: before.dane, sessions: before.sessions })
    expect(filled(gone)).toBeUndefined()
  })
})

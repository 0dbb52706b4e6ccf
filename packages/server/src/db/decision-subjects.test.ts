import { reasonOf } from '@waxseal/core/health'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { upgradedStore } from '../testing/older-store.ts'
import { onBothStores } from '../testing/store.ts'
import { decision, finding } from './schema/index.ts'
import type { Store } from './store.ts'

/*
 * Decisions as releases before the ninth migration kept them, by the line of their finding. No scan is stored, so their
 * findings are in no document.
 */

const long = Array.from({ length: 500 }, (_, n) => (n * 7_919_993).toString(36)).join('-')

/** The finding, its line as it was, and its subject now. */
const kept: readonly (readonly [finding: string, line: string, subject: string])[] = [
  ['spf_missing', 'SPF record missing', ''],
  ['mx_cname', 'MX points to an alias: mx.example.com', 'mx.example.com'],
  ['relay_suspected', 'Mail server may relay: to be confirmed: mx.example.com', 'mx.example.com'],
  ['starttls_failed', 'A mail server offers STARTTLS, but it fails: mx.example.com', 'mx.example.com'],
  ['ptr_missing', 'An address of a mail server has no PTR: 2001:db8::1', '2001:db8::1'],
  ['bl_critical', 'Listed on a critical blocklist: 203.0.113.9 on Spamhaus ZEN', '203.0.113.9 spamhaus-zen'],
  ['bl_low', 'Listed on a minor blocklist: example.com on DroneBL', 'example.com dronebl'],
  ['bl_medium', 'Listed on a blocklist: 2001:db8::1 on Passive Spam Block List (PSBL)', '2001:db8::1 psbl'],
  ['bl_high', 'Listed on an important blocklist: 203.0.113.9 on A list of ours', '203.0.113.9 on A list of ours'],
  ['bl_high', 'Listed', 'Listed'],
  ['dkim_not_found_sure', 'No DKIM key below _domainkey.example.com', '_domainkey.example.com'],
  ['mta_sts_policy_invalid', 'The MTA-STS policy is broken: the policy names no mx', 'no_mx'],
  ['mta_sts_policy_invalid', 'The MTA-STS policy is broken: line 7 is not written as key: value', 'line 7'],
  [
    'mta_sts_policy_invalid',
    'The MTA-STS policy is broken: mx: a b is no host name and no *. before one',
    String.raw`pattern a\032b`,
  ],
  ['mta_sts_policy_invalid', 'The MTA-STS policy is broken: of old', 'of old'],
  ['caa_invalid', 'A CAA record is broken: tbs is marked critical, and authorities do not know it', 'critical tbs'],
  [
    'caa_invalid',
    'A CAA record is broken: issue "a "b"" names no authority that can be read',
    String.raw`issuer issue a\032"b"`,
  ],
  ['caa_invalid', 'A CAA record is broken: issue "" names no authority that can be read', 'issuer issue'],
  ['mx_cname', 'In no known form', 'In no known form'],
]

const person = '00000000-0000-4000-8000-000000000001'
const domain = '00000000-0000-4000-8000-000000000002'
const idOf = (n: number): string => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
const row = (id: string, finding: string, line: string, day = 1): string =>
  `('${id}', '${domain}', ${literal(finding)}, ${literal(line)}, 'muted', ${literal(`about ${line}`)}, '2026-11-0${day}', '${person}')`

const rows = `
  insert into workspace (id, name, tier, created_at) values ('${person}', 'Ada', 'pro', '2026-11-01');
  insert into person (id, subject, email, name, created_at)
    values ('${person}', 'subject', 'ada@example.org', 'Ada', '2026-11-01');
  insert into domain (id, workspace_id, name, created_at) values ('${domain}', '${person}', 'example.com', '2026-11-01');
  insert into decision (id, domain_id, finding, reason, kind, note, decided_at, author) values
    ${kept.map(([finding, line], n) => row(idOf(n), finding, line)).join(',\n')},
    ${row(idOf(100), 'spf_permerror', 'SPF record is broken', 1)},
    ${row(idOf(101), 'spf_permerror', 'SPF record is broken: in other words', 2)},
    ${row(idOf(103), 'threat_listed', 'Domain judged by blocklists: low risk', 1)},
    ${row(idOf(104), 'threat_listed', 'Domain judged by blocklists: malicious', 2)},
    ${row(idOf(102), 'dmarc_rua_unauthorised', `Report address not authorised: ${long}`)};
  insert into finding (workspace_id, domain_id, id, subject, points, since)
    values ('${person}', '${domain}', 'threat_listed', 'malicious', 0, '2026-11-01');
`

onBothStores('decisions that an older release kept by the line of their finding', kind => {
  let store: Store
  let decisions: (typeof decision.$inferSelect)[]
  beforeAll(async () => {
    store = await upgradedStore(kind, { migrations: 8, rows })
    decisions = await store.db.select().from(decision)
  })
  afterAll(() => store.close())

  const found = (n: number) => decisions.find(({ id }) => id === idOf(n))

  it.each(kept.map((each, n) => [...each, n] as const))('on %s: "%s" get the subject "%s"', (id, line, subject, n) => {
    expect(found(n)).toEqual({
      id: idOf(n),
      domainId: domain,
      finding: id,
      subject,
      kind: 'muted',
      note: `about ${line}`,
      decidedAt: new Date('2026-11-01'),
      expiresAt: null,
      author: person,
    })
  })

  it('are shown in the same words as before, where the words have not changed', () => {
    const unlike = kept.filter(
      ([id, line, subject]) => reasonOf({ id, subject: subject === '' ? null : subject }) !== line,
    )
    expect(unlike.map(([, line]) => line)).toEqual([
      'Mail server may relay: to be confirmed: mx.example.com',
      'Listed',
      'No DKIM key below _domainkey.example.com',
      'The MTA-STS policy is broken: the policy names no mx',
      'The MTA-STS policy is broken: mx: a b is no host name and no *. before one',
      'In no known form',
    ])
  })

  it('are all kept where two mean the same finding: only the newest gets its subject', () => {
    expect(found(101)?.subject).toBe('')
    expect(found(100)?.subject).toBe(`SPF record is broken ${idOf(100)}`)
    expect(decisions).toHaveLength(kept.length + 5)
  })

  it('about blocklists get the domain as subject, whatever the verdict; of two, only the newest does', async () => {
    expect(found(104)?.subject).toBe('')
    expect(found(103)?.subject).toBe('low_risk')
    expect(await store.db.select().from(finding)).toMatchObject([{ id: 'threat_listed', subject: '' }])
  })

  it('get subjects that fit an index', () => {
    expect(long.length).toBeGreaterThan(2_704)
    expect(found(102)?.subject).toMatch(new RegExp(`^${long.slice(0, 400)} [0-9a-f]{32}$`))
  })
})

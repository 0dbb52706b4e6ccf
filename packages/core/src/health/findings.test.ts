import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkIds, severityOf } from '../check/index.ts'
import type { BrokenZone } from '../dns/index.ts'
import { transportRows } from '../transport/index.ts'
import { type FindingFacts, type FindingId, findingRows, wordsOf } from './index.ts'

const broken: BrokenZone = { zone: 'example.net', whole: true, fault: { code: 'expired', date: '2026-11-01' } }

const ignoredTerm: FindingFacts['spf_no_sender'] = {
  domain: 'example.com',
  terms: ['mx'],
  remedy: {
    domain: 'example.com',
    record: 'v=spf1 mx -all',
    causes: [{ code: 'after_all', all: '-all', terms: ['mx'] }],
  },
}

/** One set of facts per finding: the compiler asks for a new one with every new finding. */
const facts: { [K in FindingId]: FindingFacts[K] } = {
  domain_not_found: { domain: 'example.com' },
  dnssec_bogus: { domain: 'example.com', broken },
  delegation_dead: { zone: 'example.com', parent: null, servers: 'ns1.example.net, ns2.example.net' },
  delegation_lame: {
    zone: 'example.com',
    parent: null,
    lame: [{ server: 'ns2.example.net', in: 'both', problem: 'refused', addresses: '192.0.2.53', partly: false }],
    servers: 2,
  },
  delegation_silent: { zone: 'example.com', parent: null, server: 'ns2.example.net', in: 'both' },
  delegation_differs: { zone: 'example.com', parent: null, delegated: 'ns2.example.net', listed: 'ns3.example.net' },
  delegation_one_network: { zone: 'example.com', networks: '192.0.2.0/24', servers: 2 },
  mx_missing: { domain: 'example.com' },
  mx_implicit: { domain: 'example.com' },
  mx_all_unresolvable: { hosts: 'mx1.example.com, mx2.example.com' },
  mx_some_unresolvable: { host: 'mx2.example.com' },
  mx_bogus: { hosts: 'mx1.example.net', domain: 'example.com', broken, inSpf: false },
  mx_ip_literal: { host: '192.0.2.1' },
  mx_private_address: { host: 'mx1.example.com', address: '10.0.0.1' },
  mx_cname: { host: 'mx1.example.com', target: 'mail.example.net' },
  null_mx_mixed: { domain: 'example.com' },
  nonmail_no_null_mx: { domain: 'example.com' },
  spf_missing: { domain: 'example.com' },
  spf_plus_all: { term: '+all' },
  spf_permerror: { code: 'several_records', count: 2, domain: null },
  spf_include_bogus: { domain: 'example.com', terms: 'include:example.net', own: ['include:example.net'], broken },
  spf_neutral: { domain: 'example.com' },
  spf_no_all: { domain: 'example.com' },
  spf_too_open: { addresses: '33554432' },
  spf_softfail_unenforced: { domain: 'example.com' },
  spf_near_limit: { lookups: 9 },
  spf_ptr: { term: 'ptr:example.com' },
  spf_no_sender: ignoredTerm,
  spf_term_ignored: ignoredTerm,
  spf_none_pass: { domain: 'example.com', ending: '~all', refused: [], receivesMail: true },
  dmarc_missing: { domain: 'example.com' },
  dmarc_invalid: { location: 'example.com', faults: [{ code: 'several_records', count: 2 }], record: null },
  dmarc_bogus: { domain: 'example.com', location: 'example.com', broken },
  dmarc_none: { location: 'example.com' },
  dmarc_testing: { location: 'example.com', tag: 't=y' },
  dmarc_sp_weaker: { tag: 'np', policy: 'none' },
  dmarc_rua_missing: { location: 'example.com' },
  dmarc_rua_unauthorised: { destination: 'reports.example', record: 'example.com._report._dmarc.reports.example' },
  nonmail_dmarc_missing: { domain: 'example.com' },
  nonmail_dmarc_weak: { location: 'example.com' },
  nonmail_dmarc_quarantine: { location: 'example.com' },
  dkim_not_found_sure: { domain: 'example.com', because: 'two-servers', selectors: '' },
  dkim_not_found_unsure: { tried: 167 },
  dkim_not_found_unguessable: { tried: 167, providers: 'Amazon SES', below: 'example.com' },
  dkim_not_enabled: { domain: 'example.com', selectors: 'selector1, selector2', other: '' },
  dkim_bogus: { domain: 'example.com', selectors: 's1', broken },
  dkim_weak: { selectors: 's1', bits: 768 },
  dkim_weak_beside: { selectors: 's2', bits: 768 },
  dkim_ed25519_only: { selectors: 'ed' },
  dkim_1024: { selector: 's1', bits: 1024 },
  dkim_revoked_only: { selectors: 's1, s2' },
  dkim_broken_beside: { hostname: 's2._domainkey.example.com', problem: { code: 'quotes', detail: '' } },
  dkim_several_records: { hostname: 's1._domainkey.example.com', alias: '' },
  dkim_testing_only: { hostname: 's1._domainkey.example.com', alias: '', record: 'v=DKIM1; p=MIIB' },
  dkim_other_text: { hostname: 's1._domainkey.example.com', text: 'v=spf1 -all' },
  dkim_invalid: { hostname: 's1._domainkey.example.com', problem: { code: 'key-base64', detail: '' } },
  bl_critical: {
    list: 'Spamhaus ZEN',
    listId: 'spamhaus-zen',
    subject: '192.0.2.1',
    meaning: 'it sent spam',
    delisting: 'at its operator',
  },
  bl_high: {
    list: 'SpamCop',
    listId: 'spamcop',
    subject: '192.0.2.1',
    meaning: 'it sent spam',
    delisting: 'it ends by itself',
  },
  bl_medium: {
    list: 'A list',
    listId: 'psbl',
    subject: '192.0.2.1',
    meaning: 'it sent spam',
    delisting: 'it ends by itself',
  },
  bl_low: {
    list: 'A list',
    listId: 'psbl',
    subject: '192.0.2.1',
    meaning: 'it sent spam',
    delisting: 'it ends by itself',
  },
  bl_shared: { subject: '192.0.2.1', owner: 'Example Mail', lists: 'SpamCop' },
  threat_malicious: { domain: 'example.com', sources: 'Two sources' },
  threat_suspicious: { domain: 'example.com', sources: 'Two sources' },
  threat_low: { domain: 'example.com', sources: 'One source' },
  threat_listed: { domain: 'example.com', verdict: 'suspicious', sources: 'Two lists' },
  relay_suspected: { host: 'mx1.example.com', address: '192.0.2.1', again: '2026-11-20 18:00' },
  relay_open: { host: 'mx1.example.com', address: '192.0.2.1' },
  starttls_missing: { host: 'mx1.example.com' },
  starttls_failed: { host: 'mx1.example.com' },
  tls_outdated: { host: 'mx1.example.com', protocol: 'TLSv1' },
  mx_certificate_expired: { host: 'mx1.example.com', date: '2026-11-01' },
  mx_certificate_expiring: { host: 'mx1.example.com', date: '2026-11-28' },
  mx_certificate_name: { host: 'mx1.example.com', names: 'mail.example.net' },
  mx_certificate_untrusted: { host: 'mx1.example.com', problem: 'it is signed by itself' },
  ptr_missing: { host: 'mx1.example.com', address: '192.0.2.1', record: '1.2.0.192.in-addr.arpa' },
  ptr_mismatch: { host: 'mx1.example.com', address: '192.0.2.1', name: 'host-1.example.net' },
  greeting_invalid: { host: 'mx1.example.com', greeting: 'localhost' },
  mta_sts_missing: { domain: 'example.com', mx: 'mx: mx1.example.com' },
  mta_sts_invalid: { domain: 'example.com', problem: 'the record has no id' },
  mta_sts_policy_unavailable: {
    domain: 'example.com',
    url: 'https://mta-sts.example.com/.well-known/mta-sts.txt',
    problem: 'the certificate has expired',
    mx: 'mx: mx1.example.com',
  },
  mta_sts_policy_invalid: {
    url: 'https://mta-sts.example.com/.well-known/mta-sts.txt',
    fault: { code: 'no_mx', detail: '' },
  },
  mta_sts_mismatch: {
    host: 'mx1.example.com',
    url: 'https://mta-sts.example.com/.well-known/mta-sts.txt',
    cause: 'unlisted',
    detail: '',
  },
  mta_sts_mx_mismatch: { host: 'mx1.example.com', url: 'https://mta-sts.example.com/.well-known/mta-sts.txt' },
  mta_sts_testing: { domain: 'example.com', url: 'https://mta-sts.example.com/.well-known/mta-sts.txt' },
  mta_sts_none: { domain: 'example.com', url: 'https://mta-sts.example.com/.well-known/mta-sts.txt' },
  tls_rpt_missing: { domain: 'example.com' },
  tls_rpt_invalid: { domain: 'example.com', problem: 'the record has no rua' },
  dane_missing: { host: 'mx1.example.com', record: '_25._tcp.mx1.example.com', data: '3 1 1 00ff' },
  dane_mismatch: { host: 'mx1.example.com', record: '_25._tcp.mx1.example.com', data: '3 1 1 00ff' },
  dane_unusable: { host: 'mx1.example.com', record: '_25._tcp.mx1.example.com', data: '3 1 1 00ff' },
  dane_unsigned: { host: 'mx1.example.com', record: '_25._tcp.mx1.example.com' },
  dnssec_unsigned: { domain: 'example.com' },
  dnssec_ds_missing: { domain: 'example.com' },
  dnssec_unvalidated: { domain: 'example.com' },
  bimi_missing: { domain: 'example.com' },
  bimi_invalid: { location: 'default._bimi.example.com', problem: 'the record has no l= for the picture' },
  caa_missing: { domain: 'example.com' },
  caa_invalid: { location: 'example.com', problem: { code: 'critical', tag: 'tbs', value: '' } },
}

const ids = Object.keys(facts) as FindingId[]
const words = (id: FindingId) => wordsOf({ id, facts: facts[id] })

describe('the table of findings', () => {
  it('costs what the score model says', () => {
    expect(Object.fromEntries(ids.map(id => [id, findingRows[id].points]))).toEqual({
      domain_not_found: null,
      dnssec_bogus: -40,
      delegation_dead: null,
      delegation_lame: -3,
      delegation_silent: 0,
      delegation_differs: 0,
      delegation_one_network: 0,
      mx_missing: -20,
      mx_implicit: -10,
      mx_all_unresolvable: -35,
      mx_some_unresolvable: -5,
      mx_bogus: -15,
      mx_ip_literal: -10,
      mx_private_address: -10,
      mx_cname: -3,
      null_mx_mixed: -10,
      nonmail_no_null_mx: -3,
      spf_missing: -20,
      spf_plus_all: -45,
      spf_permerror: -18,
      spf_include_bogus: -12,
      spf_neutral: -8,
      spf_no_all: -8,
      spf_too_open: -15,
      spf_softfail_unenforced: -2,
      spf_near_limit: -2,
      spf_term_ignored: 0,
      spf_none_pass: 0,
      spf_ptr: -2,
      spf_no_sender: -18,
      dmarc_missing: -35,
      dmarc_invalid: -35,
      dmarc_bogus: -15,
      dmarc_none: -15,
      dmarc_testing: -5,
      dmarc_sp_weaker: -5,
      dmarc_rua_missing: -3,
      dmarc_rua_unauthorised: -3,
      nonmail_dmarc_missing: -20,
      nonmail_dmarc_weak: -10,
      nonmail_dmarc_quarantine: -3,
      dkim_not_found_sure: -10,
      dkim_not_found_unsure: -5,
      dkim_not_found_unguessable: 0,
      dkim_not_enabled: -10,
      dkim_bogus: -5,
      dkim_weak: -15,
      dkim_weak_beside: -5,
      dkim_ed25519_only: -5,
      dkim_1024: -2,
      dkim_revoked_only: -8,
      dkim_broken_beside: 0,
      dkim_several_records: 0,
      dkim_testing_only: 0,
      dkim_other_text: 0,
      dkim_invalid: -8,
      bl_critical: -35,
      bl_high: -12,
      bl_medium: -5,
      bl_low: -2,
      bl_shared: -2,
      threat_malicious: -40,
      threat_suspicious: -15,
      threat_low: -3,
      threat_listed: 0,
      relay_suspected: 0,
      relay_open: -40,
      ...Object.fromEntries(Object.keys(transportRows).map(id => [id, 0])),
      dane_mismatch: -20,
      mta_sts_mismatch: -20,
    })
  })

  it.each(ids)('%s has full, plain words and names the clause', id => {
    const text = words(id)
    expect(checkIds).toContain(text.check)
    expect(text.clause).toMatch(/^(RFC \d{4}|draft-[a-z-]+) section \d+(\.\d+)*$/)
    expect(text.reason.startsWith(text.title)).toBe(true)
    for (const line of [text.title, text.reason, text.meaning, text.advice]) {
      expect(line).not.toMatch(/!|undefined|\[object/)
      expect(line.trim()).toBe(line)
      expect(line.length).toBeGreaterThan(5)
    }
    expect(text.meaning).toMatch(/\.$/)
  })

  it('names the host in the reasons that can occur several times, so that they stay unique', () => {
    for (const id of ['mx_some_unresolvable', 'mx_ip_literal', 'mx_private_address', 'mx_cname'] as const)
      expect(words(id).reason).toContain(facts[id].host)
    expect(words('dmarc_rua_unauthorised').reason).toBe('Report address not authorised: reports.example')
  })

  it('says which record to publish', () => {
    expect(words('nonmail_no_null_mx').advice).toBe('Publish at example.com: MX 0 .')
    expect(words('dmarc_missing').advice).toBe(
      'Publish as TXT at _dmarc.example.com: v=DMARC1; p=none; rua=mailto:dmarc@example.com',
    )
    expect(words('dmarc_rua_unauthorised').advice).toContain(
      'TXT at example.com._report._dmarc.reports.example: v=DMARC1',
    )
  })
})

it('severity follows from the points', () => {
  expect([-25, -24, -12, -11, -5, -4, -1, 0].map(severityOf)).toEqual([
    'critical',
    'high',
    'high',
    'medium',
    'medium',
    'low',
    'low',
    'info',
  ])
})

it('docs/scoring.md tells the same points and words, for every finding and no other', () => {
  const page = readFileSync(new URL('../../../../docs/scoring.md', import.meta.url), 'utf8')
  const told = [...page.matchAll(/^\| `(\w+)` \| (\d+|no score) \| (.+) \|$/gm)].map(
    ([, id, points, title]) => `${id} ${points} ${title}`,
  )
  const rows = ids.map(id => {
    const { points, title } = findingRows[id]
    return `${id} ${points === null ? 'no score' : -points} ${title}`
  })
  expect(new Set(told)).toEqual(new Set(rows))
  expect(told).toHaveLength(rows.length)
})

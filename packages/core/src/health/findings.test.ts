import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkIds, severityOf } from '../check/index.ts'
import { transportRows } from '../transport/index.ts'
import { facts } from './facts.fixture.ts'
import { type FindingId, findingRows, wordsOf } from './index.ts'

const ids = Object.keys(facts) as FindingId[]
const words = (id: FindingId) => wordsOf({ id, facts: facts[id] })

describe('the table of findings', () => {
  it('costs what the score model says', () => {
    expect(Object.fromEntries(ids.map(id => [id, findingRows[id].points]))).toEqual({
      domain_not_found: -100,
      dnssec_bogus: -40,
      delegation_dead: null,
      delegation_lame: -3,
      delegation_silent: 0,
      delegation_differs: 0,
      delegation_one_network: 0,
      txt_for_models: 0,
      mx_missing: -20,
      mx_implicit: -10,
      mx_all_unresolvable: -35,
      mx_some_unresolvable: -5,
      mx_bogus: -15,
      mx_ip_literal: -10,
      mx_private_address: -10,
      mx_unreachable_address: -5,
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
      spf_provider_name: 0,
      dkim_provider_name: 0,
      dmarc_provider_name: 0,
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
      dkim_service_unsigned: -5,
      dkim_dangling: 0,
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
      bl_own: 0,
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
    for (const id of [
      'mx_some_unresolvable',
      'mx_ip_literal',
      'mx_private_address',
      'mx_unreachable_address',
      'mx_cname',
    ] as const)
      expect(words(id).reason).toContain(facts[id].host)
    expect(words('dmarc_rua_unauthorised').reason).toBe('Report address not authorized: reports.example')
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

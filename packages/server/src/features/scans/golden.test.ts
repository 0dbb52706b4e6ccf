import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { scanReply } from '@waxseal/contract'
import { checkIds, identityKey, type Section, subjectIn } from '@waxseal/core/check'
import { findingRows, judge, presentScan, type ScanResult, type Sections } from '@waxseal/core/health'
import { describe, expect, it } from 'vitest'
import { documentVersion, unpackDocument } from './document.ts'

/** What the program that stored a document said of it; a comment tells where this one says it better. */
interface Said {
  score: number | null
  /** In the order they were told. */
  findings: readonly string[]
  /** Points, in the order of the breakdown. */
  deductions: readonly number[]
  /** Those of the parts of the transport check that are `recommendation`; null: that check did not run. */
  recommended: readonly string[] | null
  /** Checks with answers of an earlier scan. */
  remembered?: readonly string[]
  /** What the present model finds in addition, when it judges the answers again. */
  foundNow?: readonly string[]
  /** What it no longer finds. */
  goneNow?: readonly string[]
}

const noTransportRecords: readonly string[] = [
  'mta_sts_missing',
  'tls_rpt_missing',
  'dnssec_unsigned',
  'bimi_missing',
  'caa_missing',
]
const noTransportParts = ['mta-sts', 'tls-rpt', 'dnssec', 'bimi', 'caa']

/** Domains of the demo world that the programs of both versions saw alike. */
const perfect: Said = { score: 100, findings: [], deductions: [], recommended: [] }
const listed: Said = {
  score: 8,
  findings: ['relay_open', 'bl_critical', 'bl_critical', 'bl_critical', 'dkim_weak', 'bl_high', ...noTransportRecords],
  deductions: [-40, -25, -15, -12],
  recommended: noTransportParts,
}
const mixed: Said = {
  score: 90,
  findings: ['dkim_not_found_sure', ...noTransportRecords],
  deductions: [-10],
  recommended: noTransportParts,
}

/** `golden/README.md` names the program that made each. */
const golden: Readonly<Record<string, Said>> = {
  'v1-no-dmarc': {
    score: 53,
    findings: ['dmarc_missing', 'mx_private_address', 'spf_softfail_unenforced'],
    deductions: [-35, -10, -2],
    recommended: null,
    foundNow: ['mx_all_unresolvable'],
    goneNow: ['mx_private_address'],
  },
  'v1-two-spf': {
    score: 57,
    findings: ['spf_permerror', 'dmarc_none', 'mx_private_address'],
    deductions: [-18, -15, -10],
    recommended: null,
    foundNow: ['mx_all_unresolvable'],
    goneNow: ['mx_private_address'],
  },
  'v2-earliest': {
    score: 80,
    findings: ['mx_private_address', 'mx_private_address', ...noTransportRecords],
    deductions: [-10, -10],
    recommended: noTransportParts,
    foundNow: ['mx_all_unresolvable'],
    goneNow: ['mx_private_address'],
  },
  'v2-perfect': perfect,
  'v2-keys': {
    score: 100,
    findings: ['mx_certificate_untrusted', 'ptr_missing', ...noTransportRecords],
    deductions: [],
    recommended: ['certificate', 'reverse', ...noTransportParts],
    foundNow: ['dkim_weak_beside', 'dkim_dangling', 'dkim_broken_beside'],
  },
  'v2-keys-unanswered': {
    score: null,
    findings: ['mx_certificate_untrusted', 'ptr_missing', ...noTransportRecords],
    deductions: [],
    recommended: [],
    remembered: ['dns', 'mx', 'spf', 'dmarc', 'dkim', 'blacklist', 'relay', 'transport'],
    foundNow: ['dkim_weak_beside', 'dkim_dangling', 'dkim_broken_beside'],
  },
  'v2-listed': listed,
  // Then `certificate` was recommended: TLS 1.0 counted as a fault of the certificate.
  'v2-notlisted': {
    score: 100,
    findings: ['tls_outdated', ...noTransportRecords],
    deductions: [],
    recommended: ['starttls', ...noTransportParts],
  },
  'v2-mixed': mixed,
  // Then `dnssec` and `caa` were recommended, without a finding.
  'v2-nothing': { score: null, findings: ['domain_not_found'], deductions: [], recommended: [] },
  'v3-perfect': perfect,
  'v3-keys': {
    score: 100,
    findings: ['tls_outdated', 'mx_certificate_untrusted', 'ptr_missing', ...noTransportRecords],
    deductions: [],
    recommended: ['starttls', 'certificate', 'reverse', ...noTransportParts],
    foundNow: ['dkim_weak_beside', 'dkim_dangling', 'dkim_broken_beside'],
  },
  'v3-keys-unanswered': {
    score: null,
    findings: ['tls_outdated', 'mx_certificate_untrusted', 'ptr_missing', ...noTransportRecords],
    deductions: [],
    recommended: [],
    remembered: ['dns', 'mx', 'spf', 'dmarc', 'dkim', 'blacklist', 'relay', 'transport'],
    foundNow: ['dkim_weak_beside', 'dkim_dangling', 'dkim_broken_beside'],
  },
  'v3-neglected': {
    score: 74,
    findings: [
      'spf_neutral',
      'mx_some_unresolvable',
      'dmarc_sp_weaker',
      'mx_cname',
      'dmarc_rua_missing',
      'spf_ptr',
      'threat_listed',
      ...noTransportRecords,
    ],
    deductions: [-8, -5, -5, -3, -3, -2],
    recommended: noTransportParts,
  },
  'v3-toomany': {
    score: 67,
    findings: ['spf_permerror', 'threat_suspicious', ...noTransportRecords],
    deductions: [-18, -15],
    recommended: noTransportParts,
  },
  'v3-hostile': {
    score: 54,
    findings: ['spf_permerror', 'threat_suspicious', 'dkim_not_found_sure', 'dmarc_rua_missing', ...noTransportRecords],
    deductions: [-18, -15, -10, -3],
    recommended: noTransportParts,
  },
  'v3-notlisted': {
    score: 100,
    findings: ['threat_listed', ...noTransportRecords],
    deductions: [],
    recommended: noTransportParts,
  },
  'v3-listed': listed,
  'v3-mixed': mixed,
}

const folder = new URL('golden/', import.meta.url)
const stored = (name: string) => ({
  version: Number(/^v(\d+)-/.exec(name)?.[1]),
  body: readFileSync(new URL(`${name}.json.gz`, folder)),
})

describe('a scan stored by an earlier program', () => {
  it('exists for every version, and is listed here', () => {
    const names = readdirSync(folder).flatMap(file => (file.endsWith('.json.gz') ? [file.slice(0, -8)] : []))
    expect(names.toSorted()).toEqual(Object.keys(golden).toSorted())
    const versions = new Set(names.map(name => stored(name).version))
    for (let version = 1; version < documentVersion; version++) expect(versions).toContain(version)
    for (const version of versions) expect(version).toBeLessThanOrEqual(documentVersion)
  })

  it.each(Object.entries(golden))('%s is read as it was shown then', async (name, said) => {
    const result = await unpackDocument(stored(name))
    const reply = scanReply.parse(presentScan(result))
    expect(reply).toMatchObject({ health_score: said.score, basis: { model: 2, tier: 'business' } })
    expect(reply.findings.map(({ id }) => id)).toEqual(said.findings)
    expect(Object.values(reply.deductions)).toEqual(said.deductions)
    const recommended = reply.results.transport?.parts.filter(({ state }) => state === 'recommendation') ?? null
    expect(recommended?.map(({ id }) => id) ?? null).toEqual(said.recommended)
    expect(Object.keys(result.remembered)).toEqual(said.remembered ?? [])
    for (const { meaning, advice } of reply.findings) expect(`${meaning} ${advice}`).not.toMatch(/undefined|null/)
    // Each finding has its identity, and each deduction belongs to one of them.
    const named = new Set(result.findings.map(identityKey))
    expect(named.size).toBe(result.findings.length)
    for (const finding of result.findings) expect(finding.subject).toBe(subjectIn(findingRows, finding))
    for (const { finding: id, subject } of result.deductions) expect(named).toContain(identityKey({ id, subject }))
    expect(reply.findings.flatMap(({ points }) => (points < 0 ? [points] : []))).toEqual(said.deductions)
  })

  it.each(Object.keys(golden))('has each recommendation of %s in one part', async name => {
    const { results, findings } = presentScan(await unpackDocument(stored(name)))
    const named = (results.transport?.parts ?? []).flatMap(part => part.findings)
    const recommended = findings.flatMap(({ id, check }) => (check === 'transport' ? [id] : []))
    expect(named.toSorted()).toEqual([...new Set(recommended)].toSorted())
  })

  it.each(Object.keys(golden))('has its own evidence for the findings of %s', async name => {
    const reply = presentScan(await unpackDocument(stored(name)))
    const ids = new Set<string>(reply.evidence.map(({ id }) => id))
    for (const { evidence } of reply.findings) {
      expect(evidence.length).toBeGreaterThan(0)
      for (const id of evidence) expect(ids).toContain(id)
    }
  })

  it.each(Object.entries(golden))(
    'gives %s as the last known results to a scan without answers a day later',
    async (name, said) => {
      const previous = await unpackDocument(stored(name))
      const finishedAt = new Date(Date.parse(previous.finishedAt) + 86_400_000).toISOString()
      const failed: Section<never> = { ran: false, reason: 'timeout', evidence: [] }
      const sections: Sections = { ...previous.sections, ...Object.fromEntries(checkIds.map(check => [check, failed])) }
      const { findings } = judge({
        name: previous.name,
        startedAt: finishedAt,
        finishedAt,
        sections,
        tier: 'business',
        previous,
      })
      const stayed = said.findings.filter(id => said.goneNow?.includes(id) !== true)
      expect(findings.map(({ id }) => id)).toEqual([...(said.foundNow ?? []), ...stayed])
      for (const { since } of findings) expect(since).toBeDefined()
    },
  )

  it.each(checkIds)('reads %s as not asked if that check is newer, and the rest unchanged', async check => {
    const whole = JSON.parse(gunzipSync(stored('v3-listed').body).toString()) as ScanResult
    const { [check]: _newer, ...sections } = whole.sections
    const body = gzipSync(JSON.stringify({ ...whole, sections }))
    const read = await unpackDocument({ version: 3, body })
    const { [check]: unasked, ...others } = read.sections
    expect(unasked).toEqual({ ran: false, reason: 'not-asked', evidence: [] })
    const { [check]: _asked, ...rest } = (await unpackDocument(stored('v3-listed'))).sections
    expect(others).toEqual(rest)
    const reply = scanReply.parse(presentScan(read))
    expect(reply.sections[check]).toMatchObject({ state: 'unchecked', failure: 'not-asked' })
    expect(reply.health_score).toBe(golden['v3-listed']?.score)
  })

  it('has the transport check under its new name only', async () => {
    for (const name of Object.keys(golden)) {
      const { sections, remembered, findings, deductions, basis } = await unpackDocument(stored(name))
      const checks = [...Object.keys(sections), ...Object.keys(remembered), ...basis.unchecked]
      for (const { check } of [...findings, ...deductions]) checks.push(check)
      expect(checks, name).not.toContain('extras')
      if (name.startsWith('v2')) expect(gunzipSync(stored(name).body).toString(), name).toContain('"extras":{')
    }
  })
})

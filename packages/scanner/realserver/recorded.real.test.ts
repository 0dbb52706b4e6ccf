import { checkIds } from '@waxseal/core/check'
import type { DmarcValue } from '@waxseal/core/dmarc'
import { presentScan, reasonOf, type ScanResult } from '@waxseal/core/health'
import type { SpfValue } from '@waxseal/core/spf'
import { recordedFolder } from '@waxseal/core/testing/recorded'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Expectation, expectations, twoSpfRecords } from './expectations.ts'
import { type Lab, startLab } from './lab.ts'
import { type RecordedSet, readRecorded } from './recorded.ts'
import { findingIds, recommendationIds, scanAll } from './scanning.ts'

const folder = recordedFolder()
if (folder === null)
  console.log('The recorded real zones are not here (WAXSEAL_RECORDED_DNS): their tests are not run.')

/** The facts of a scan in the form of an expectation. */
function factsOf(name: string, result: ScanResult): Expectation | string {
  const { sections } = result
  const { mx, spf, dmarc } = sections
  if (!mx.ran || !spf.ran) return 'a section did not run'
  return {
    name,
    mx: mx.value.hosts.map(({ host }) => host),
    spf: spfFacts(spf.value),
    dmarc: dmarc.ran ? dmarcFacts(dmarc.value) : 'unchecked',
    findings: findingIds(result),
  }
}

function spfFacts({ records, tree }: SpfValue): Expectation['spf'] {
  if (records.length > 1) return 'several'
  return tree && { ending: tree.ending, lookups: tree.lookups, complete: tree.complete }
}

function dmarcFacts({ reading: { record, location, policy, unchecked } }: DmarcValue): Expectation['dmarc'] {
  if (record === null || location === null || policy === null) return unchecked ? 'unchecked' : 'missing'
  return { policy, location, rua: record.rua.map(uri => uri.replace('mailto:', '')) }
}

describe.skipIf(folder === null)('405 recorded real zones', () => {
  let lab: Lab
  let names: string[]
  let sets: RecordedSet[]
  let results: Map<string, ScanResult>
  beforeAll(async () => {
    const recording = readRecorded(folder ?? '', twoSpfRecords)
    names = recording.names
    sets = recording.sets
    lab = await startLab(recording.zones, { hosts: recording.hosts })
    results = await scanAll([...names, twoSpfRecords.name], { resolver: lab.resolver })
  }, 240_000)
  afterAll(() => lab?.stop())

  function recorded(owner: string, type: string, text: string): boolean {
    return sets.some(set => set.name === owner && set.type === type && set.values.some(value => value.startsWith(text)))
  }

  function resultOf(name: string): ScanResult {
    const result = results.get(name)
    if (result === undefined) throw new Error(`${name} was not scanned`)
    return result
  }

  it.each(expectations.map(expected => [expected.name, expected] as const))(
    '%s is read as recorded',
    (name, expected) => {
      expect(factsOf(name, resultOf(name))).toEqual(expected)
    },
  )

  it('elinks.judiciary.uk with two SPF records is a permanent error', () => {
    const { at, ...expected } = twoSpfRecords
    expect(at).toBe(1_728_909_549)
    expect(factsOf(expected.name, resultOf(expected.name))).toEqual(expected)
  })

  it('are all scanned: every section ran or gives its reason, and names its failed lookups', () => {
    expect(names).toHaveLength(405)
    for (const name of names) {
      const result = resultOf(name)
      for (const check of checkIds) {
        const section = result.sections[check]
        // DMARC asks for CNAME and MX to explain what it found: they decide nothing, so they leave no gap.
        const failed = section.evidence.filter(({ outcome, question: { type } }) => {
          return outcome === 'failed' && !(check === 'dmarc' && (type === 'CNAME' || type === 'MX'))
        })
        // A blocklist with wrong answers leaves a gap without a failed query.
        if (section.ran && check !== 'blacklist') {
          expect(section.gaps.length, `${name} ${check}`).toBe(failed.length)
        }
        if (section.ran) continue
        // Only an unknown `_dmarc` above a recorded zone prevents a whole section.
        expect(check, name).toBe('dmarc')
        expect(
          failed.map(({ reason }) => reason),
          name,
        ).toContain(section.reason)
      }
    }
  })

  it('give scores that add up, and unique reasons', () => {
    for (const name of names) {
      const { score, deductions } = resultOf(name)
      const lost = deductions.reduce((sum, { points }) => sum + points, 0)
      if (score !== null) expect(100 + lost, name).toBe(score)
      const told = deductions.map(({ finding: id, subject }) => reasonOf({ id, subject }))
      expect(new Set(told).size, name).toBe(deductions.length)
    }
  })

  it('never report a failed lookup as missing: every finding rests on an answer', () => {
    for (const name of names) {
      const reply = presentScan(resultOf(name))
      const outcomes = new Map(reply.evidence.map(({ id, outcome }) => [id, outcome]))
      for (const finding of reply.findings) {
        expect(finding.evidence.length, `${name} ${finding.id}`).toBeGreaterThan(0)
        for (const id of finding.evidence) expect(outcomes.get(id), `${name} ${finding.id}`).not.toBe('failed')
      }
    }
  })

  it('are neither listed nor clean, without loss of points, when no blocklist answers', () => {
    for (const name of names) {
      const { sections, deductions } = resultOf(name)
      const { blacklist } = sections
      const rows = blacklist.ran ? blacklist.value.rows : []
      expect(rows, name).toHaveLength(34)
      for (const { status, reason } of rows) {
        expect(status, name).toBe('error')
        expect(reason, name).toMatch(/\w+ \w+/)
      }
      expect(
        deductions.filter(({ check }) => check === 'blacklist'),
        name,
      ).toEqual([])
    }
  })

  it('are recommended MTA-STS, TLS reporting, DNSSEC and CAA where the recording holds none of it', () => {
    const compared = new Set<string>(['caa_missing', 'dnssec_unsigned', 'mta_sts_missing', 'tls_rpt_missing'])
    for (const name of names) {
      const takesMail = sets.some(
        set =>
          set.name === name && (set.type === 'MX' ? set.values.some(value => !value.endsWith(' .')) : set.type === 'A'),
      )
      const climb = name.split('.').map((_, at, labels) => labels.slice(at).join('.'))
      const expected = [
        ...(climb.some(above => recorded(above, 'CAA', '')) ? [] : ['caa_missing']),
        'dnssec_unsigned',
        ...(takesMail && !recorded(`_mta-sts.${name}`, 'TXT', 'v=STSv1') ? ['mta_sts_missing'] : []),
        ...(takesMail && !recorded(`_smtp._tls.${name}`, 'TXT', 'v=TLSRPTv1') ? ['tls_rpt_missing'] : []),
      ]
      const given = recommendationIds(resultOf(name)).filter(id => compared.has(id))
      expect(given, name).toEqual(expected)
    }
  })

  it('include 291 zones that accept no mail, which have no findings', () => {
    const declared = names.filter(name => {
      const { mx } = resultOf(name).sections
      return mx.ran && mx.value.hosts.some(({ host }) => host === '.')
    })
    expect(declared).toHaveLength(291)
    for (const name of declared) expect(findingIds(resultOf(name)), name).toEqual([])
  })
})

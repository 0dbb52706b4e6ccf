import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BlacklistValue } from '../blacklist/index.ts'
import { type CheckId, checkIds, type Evidence, type Gap, type Section } from '../check/index.ts'
import type { DkimValue } from '../dkim/index.ts'
import type { FailureReason } from '../dns/index.ts'
import type { RelayValue } from '../relay/index.ts'
import type { ThreatValue } from '../threat/index.ts'
import {
  aKey,
  answered,
  blacklistOf,
  dkimOf,
  noKeySure,
  noKeyUnsure,
  ranOn,
  relayOf,
  threatOf,
  transportOf,
} from './healthy-checks.fixture.ts'
import { at, idsOf, judged, noMail, nullMx, reject, rua, zoneOf } from './judged-zone.fixture.ts'
import type { ScanResult, Sections } from './scan.ts'
import { sectionsOf } from './zone-sections.fixture.ts'

const mx1 = '93.184.216.35'
/** The initial findings of the checks. */
const worlds = fc.record({
  apex: fc.constantFrom({}, noMail, nullMx, { MX: [] }, { authentic: 'bogus' as const }),
  spf: fc.constantFrom(null, 'v=spf1 -all', 'v=spf1 mx ~all', 'v=spf1 +all'),
  dmarc: fc.constantFrom(null, reject, 'v=DMARC1; p=none', `v=DMARC1; p=reject; t=y; ${rua}`),
  dkim: fc.constantFrom(
    dkimOf(),
    dkimOf({ keys: [aKey(1024)] }),
    dkimOf({ keys: [aKey(512), aKey(512, 's2')] }),
    noKeySure(),
    noKeyUnsure(),
  ),
  blacklist: fc.constantFrom(
    blacklistOf(),
    blacklistOf({
      'spamhaus-zen': { severity: 'critical', subject: mx1 },
      spamcop: { severity: 'high', subject: mx1 },
    }),
    blacklistOf({ 'spamhaus-dbl': { severity: 'critical', subject: 'example.com' } }),
    blacklistOf({ s5h: { severity: 'low', subject: mx1, owner: 'Example Mail' } }),
  ),
  threat: fc.constantFrom(threatOf(), threatOf('hit'), threatOf('weak'), threatOf('hit', 'blocklist')),
  relay: fc.constantFrom(relayOf(), relayOf('suspected'), relayOf('open')),
})
type World = typeof worlds extends fc.Arbitrary<infer W> ? W : never

async function sectionsIn({ apex, spf, dmarc, ...beside }: World): Promise<Sections> {
  return { ...(await sectionsOf(zoneOf({ apex, spf, dmarc }))), ...beside, transport: transportOf() }
}

/** A section that did not run. */
function nothing(reason: FailureReason): Extract<Section<never>, { ran: false }> {
  return { ran: false, reason, evidence: [] }
}

/** A section that ran, though each of its queries failed. */
function open<T>(value: T, pieces: readonly Evidence[], reason: FailureReason): Section<T> {
  const evidence = pieces.map((piece): Evidence => ({ ...piece, outcome: 'failed', reason }))
  const gaps = evidence.map(({ id, question }): Gap => ({ question, reason, evidence: id }))
  return { ran: true, value, evidence, gaps, notes: [] }
}

/** The same section in a scan without answers for it, beside the domain's own MX and SPF records. */
const unanswered = {
  dkim({ evidence }: Section<DkimValue>, reason: FailureReason): Section<DkimValue> {
    const selectors = ['s1', 's2', 's3']
    const names = selectors.map(selector => `${selector}._domainkey.example.com`)
    const all = dkimOf({
      state: 'unchecked',
      keys: [],
      unanswered: selectors.map((selector, index) => ({
        selector,
        hostname: names[index] ?? '',
        source: 'catalogue',
        cnames: [],
        provider: null,
        reason,
      })),
    })
    const asked = [...names.map(name => answered(name, 'TXT')), ...evidence]
    const pieces = [...new Map(asked.map(piece => [piece.id, piece])).values()]
    return all.ran ? open(all.value, pieces, reason) : all
  },
  blacklist(section: Section<BlacklistValue>, reason: FailureReason): Section<BlacklistValue> {
    if (!section.ran) return section
    const rows = section.value.rows.map(row => ({
      ...row,
      status: 'error' as const,
      trouble: 'silent' as const,
      listings: [],
    }))
    return open({ ...section.value, success: false, listedCount: 0, rows }, section.evidence, reason)
  },
  /** They answered with a refusal, so no failed query shows it. */
  refusing(section: Section<BlacklistValue>): Section<BlacklistValue> {
    const silent = unanswered.blacklist(section, 'refused')
    if (!silent.ran) return silent
    const evidence = silent.value.rows.map(({ zone }) => answered(`q.${zone}`, 'A', ['127.255.255.254']))
    return { ...ranOn(silent.value, ...evidence), gaps: silent.gaps }
  },
  threat(section: Section<ThreatValue>, reason: FailureReason): Section<ThreatValue> {
    if (!section.ran) return section
    const opinions = section.value.opinions.map(each => ({ ...each, says: 'unknown' as const, failure: reason }))
    return open({ ...section.value, opinions }, section.evidence, reason)
  },
  relay(section: Section<RelayValue>, reason: FailureReason): Section<RelayValue> {
    if (!section.ran) return section
    const hosts = section.value.hosts.map(host => ({
      ...host,
      relay: 'unknown' as const,
      undecided: reason,
      failure: reason,
    }))
    return open({ ...section.value, hosts }, section.evidence, reason)
  },
}

/** The scan repeated: the checks of `failing` do not run, those of `holes` run without any answer. */
function repeated(
  sections: Sections,
  failing: readonly CheckId[],
  holes: readonly (keyof typeof unanswered)[],
  reason: FailureReason,
): Sections {
  const { dkim, blacklist, threat, relay } = sections
  return {
    ...sections,
    ...(holes.includes('dkim') && { dkim: unanswered.dkim(dkim, reason) }),
    ...(holes.includes('blacklist') && { blacklist: unanswered.blacklist(blacklist, reason) }),
    ...(holes.includes('refusing') && { blacklist: unanswered.refusing(blacklist) }),
    ...(holes.includes('threat') && { threat: unanswered.threat(threat, reason) }),
    ...(holes.includes('relay') && { relay: unanswered.relay(relay, reason) }),
    ...Object.fromEntries(failing.map(check => [check, nothing(reason)])),
  }
}

const subsets = fc.subarray([...checkIds])
const holesOf = fc.subarray(['dkim', 'blacklist', 'refusing', 'threat', 'relay'] as const)
const reasons = fc.constantFrom<FailureReason>('timeout', 'servfail', 'refused', 'lame', 'cancelled', 'rate-limited')
const words = ({ findings }: ScanResult) => findings.map(({ id, facts }) => ({ id, facts }))

describe('silence', () => {
  it('of all checks keeps every finding, each with the date of the scan that found it', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, reasons, async (world, reason) => {
        const before = judged(await sectionsIn(world))
        const after = judged(repeated(before.sections, checkIds, [], reason), before, 1)
        expect(words(after)).toEqual(words(before))
        for (const { since } of after.findings) expect(since).toBe(at(0))
        // No lookup of MX, SPF and DMARC succeeded, so this scan has no score.
        expect(after).toMatchObject({ score: null, deductions: [], coverage: 0 })
      }),
      { numRuns: 60 },
    )
  })

  it('of the five new checks keeps the score too, whether they fail, are left with holes, or are refused', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, holesOf, reasons, async (world, holes, reason) => {
        const before = judged(await sectionsIn(world))
        const failing = (['dkim', 'blacklist', 'threat', 'relay', 'transport'] as const).filter(
          check => !isIn(check, holes),
        )
        const after = judged(repeated(before.sections, failing, holes, reason), before, 1)
        expect(words(after)).toEqual(words(before))
        expect([after.score, after.deductions]).toEqual([before.score, before.deductions])
        for (const { check, since, id } of after.findings) {
          const isOld = ['dkim', 'blacklist', 'threat', 'relay'].includes(check)
          expect(since, id).toBe(isOld ? at(0) : undefined)
        }
      }),
      { numRuns: 120 },
    )
  })

  it('of some checks in one scan and of others in the next keeps findings and score', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, subsets, holesOf, subsets, holesOf, reasons, async (world, ...rest) => {
        const [failing, holes, thenFailing, thenHoles, reason] = rest
        const before = judged(await sectionsIn(world))
        const after = judged(repeated(before.sections, failing, holes, reason), before, 1)
        const again = judged(repeated(before.sections, thenFailing, thenHoles, reason), after, 2)
        for (const [result, failed] of [
          [after, failing],
          [again, thenFailing],
        ] as const) {
          expect(words(result)).toEqual(words(before))
          const isEmpty = (['mx', 'spf', 'dmarc'] as const).every(check => failed.includes(check))
          expect(result.score).toBe(isEmpty ? null : before.score)
        }
      }),
      { numRuns: 120 },
    )
  })

  it('with nothing known from before costs nothing: what is left is what the other checks found', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, holesOf, reasons, async (world, holes, reason) => {
        const sections = await sectionsIn(world)
        const quiet = judged(repeated(sections, ['dkim', 'blacklist', 'threat', 'relay', 'transport'], [], reason))
        const left = checkIds.filter(check => !['dns', 'mx', 'spf', 'dmarc'].includes(check) && !isIn(check, holes))
        const result = judged(repeated(sections, left, holes, reason))
        expect(idsOf(result)).toEqual(idsOf(quiet))
        expect(result.score).toBe(quiet.score)
      }),
      { numRuns: 60 },
    )
  })
})

function isIn(check: CheckId, holes: readonly (keyof typeof unanswered)[]): boolean {
  return holes.some(hole => hole === check || (hole === 'refusing' && check === 'blacklist'))
}

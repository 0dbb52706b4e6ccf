import { afterEach, describe, expect, it, vi } from 'vitest'
import { type CheckId, checkIds } from '../check/index.ts'
import { checks } from './checks.ts'
import { noKeySure, relayOf, transportOf } from './healthy-checks.fixture.ts'
import { judge } from './judge.ts'
import { at, idsOf, lost, scanOf, zoneOf } from './judged-zone.fixture.ts'
import { presentScan } from './present.ts'
import { readResult, type ScanResult, type Sections } from './scan.ts'
import { sectionsOf } from './zone-sections.fixture.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const parts = ['provides', 'assess', 'applies', 'answeredShare', 'isSettled'] as const

function breaks(check: CheckId, part: (typeof parts)[number] | 'fillGaps'): void {
  const functions: Record<(typeof parts)[number] | 'fillGaps', (...input: never) => unknown> = checks[check]
  vi.spyOn(functions, part).mockImplementation(() => {
    throw new Error(`${part} of ${check} throws`)
  })
}

/** DMARC is missing, there is no DKIM key, and a mail server is an open relay. */
const zone = zoneOf({ dmarc: null })
const beside: Partial<Sections> = { dkim: noKeySure(), relay: relayOf('open') }

function judging(sections: Sections, previous: ScanResult | null = null, days = 0) {
  const errors: [CheckId, unknown][] = []
  const input = { name: 'example.com', startedAt: at(days), finishedAt: at(days), tier: 'business' } as const
  const result = judge({ ...input, sections, previous }, (check, error) => errors.push([check, error]))
  return { result, errors }
}

describe('a check whose own code throws while a scan is judged', () => {
  it('counts as unchecked and costs nothing, and the rest of the report is as before', async () => {
    const sections = { ...(await sectionsOf(zone)), ...beside }
    const whole = judging(sections).result
    expect(lost(whole)).toEqual({ relay_open: -40, dmarc_missing: -35, dkim_not_found_sure: -10 })
    breaks('dkim', 'assess')
    const { result, errors } = judging(sections)
    expect(errors).toEqual([['dkim', new Error('assess of dkim throws')]])
    expect(lost(result)).toEqual({ relay_open: -40, dmarc_missing: -35 })
    expect(result.score).toBe(25)
    expect(result.sections).toEqual({
      ...whole.sections,
      dkim: { ran: false, reason: 'internal', evidence: sections.dkim.evidence },
    })
    expect(result.coverage).toBe(0.9)
    expect(result.basis.unchecked).toEqual(['dkim'])
    expect(presentScan(result).unchecked).toContain('DKIM could not be checked: an internal error stopped this check')
  })

  it.each(parts)('so does every check whose %s throws, and no other', async part => {
    const sections = { ...(await sectionsOf(zone)), ...beside }
    const previous = judging(sections).result
    for (const check of checkIds) {
      breaks(check, part)
      const { result, errors } = judging(sections, previous, 1)
      expect(errors.map(([broken]) => broken)).toEqual([check])
      expect(checkIds.filter(id => !result.sections[id].ran)).toEqual([check])
      expect(result.findings.filter(({ check: by, since }) => by === check && since === undefined)).toEqual([])
      expect(Object.keys(result.remembered)).toEqual([check])
      vi.restoreAllMocks()
    }
  })

  it('is judged by its last known answers, so that the score does not move', async () => {
    const sections = { ...(await sectionsOf(zone)), ...beside }
    const previous = judging(sections).result
    vi.spyOn(checks.relay, 'assess').mockImplementationOnce(() => {
      throw new Error('not these answers')
    })
    const { result, errors } = judging(sections, previous, 1)
    expect(errors.map(([broken]) => broken)).toEqual(['relay'])
    expect(lost(result)).toEqual(lost(previous))
    expect(result.findings.find(({ id }) => id === 'relay_open')?.since).toBe(at(0))
    expect(result.sections.relay).toMatchObject({ ran: false, reason: 'internal' })
  })

  it('keeps what it collected when only the last known answers cannot be filled in', async () => {
    const sections = { ...(await sectionsOf(zone)), ...beside }
    const previous = judging(sections).result
    for (const check of checkIds) {
      breaks(check, 'fillGaps')
      const { result, errors } = judging(sections, previous, 1)
      expect(errors.map(([broken]) => broken)).toEqual([check])
      expect(result.sections).toEqual(sections)
      expect(lost(result)).toEqual(lost(previous))
      vi.restoreAllMocks()
    }
  })

  it('leaves a domain without a score where the score needs it', async () => {
    breaks('spf', 'assess')
    const { result } = judging(await sectionsOf(zone))
    expect(result).toMatchObject({ score: null, deductions: [] })
    expect(idsOf(result)).toEqual(['dmarc_missing'])
  })
})

describe('a stored scan', () => {
  it('opens though one of its sections is broken: that check is shown as unchecked', async () => {
    const result = await scanOf(zone, null, 0, beside)
    const whole = presentScan(result)
    for (const check of checkIds) {
      const broken = { ...result, sections: { ...result.sections, [check]: { ran: true, value: null } } }
      const errors: CheckId[] = []
      const reply = presentScan(broken, 'business', id => errors.push(id))
      expect(errors).toEqual([check])
      expect(reply.sections[check]).toMatchObject({ state: 'unchecked', failure: 'internal' })
      // What a record leads to is unknown without the sections that judge it.
      const known = reply.findings.map((finding, index) => {
        const { score_after, remains } = whole.findings[index] ?? {}
        const isUnknown = finding.score_after === null && finding.action.kind === 'publish'
        return isUnknown ? { ...finding, score_after, remains } : finding
      })
      expect(known).toEqual(whole.findings)
      expect({ ...reply.sections, [check]: null }).toEqual({ ...whole.sections, [check]: null })
    }
  })

  it('opens though a check cannot present its section', async () => {
    const result = await scanOf(zone, null, 0, beside)
    vi.spyOn(checks.relay, 'reply').mockImplementationOnce(() => {
      throw new Error('no reply')
    })
    const reply = presentScan(result)
    expect(reply.results.relay).toBeNull()
    expect(reply.sections.relay).toMatchObject({ state: 'unchecked', failure: 'internal' })
    expect(reply.results.dns.dmarc_found).toBe(false)
  })

  it('opens though a check can present nothing at all: it gives what a check gives that was not asked', async () => {
    const transport = transportOf()
    if (!transport.ran) throw new Error('the fixture ran')
    // What a logo means depends on the policy that DMARC provides.
    const bimi = { name: 'default._bimi.example.com', texts: null }
    const withoutLogo = { ...transport, value: { ...transport.value, bimi } }
    const result = await scanOf(zone, null, 0, { ...beside, transport: withoutLogo })
    for (const check of checkIds) {
      const { [check]: _, ...others } = result.sections
      const unasked = presentScan(readResult({ ...result, sections: others }))
      vi.spyOn(checks[check], 'reply').mockImplementation(() => {
        throw new Error('no reply')
      })
      const errors: CheckId[] = []
      const reply = presentScan(result, 'business', id => errors.push(id))
      expect(errors).toEqual([check])
      expect(reply.results).toEqual(unasked.results)
      expect(reply.sections[check]).toMatchObject({ state: 'unchecked', failure: 'internal' })
      expect({ ...reply.sections, [check]: null }).toEqual({ ...unasked.sections, [check]: null })
      vi.restoreAllMocks()
    }
  })

  it('opens though it holds a finding without words in this version, which is left out', async () => {
    const result = await scanOf(zone)
    const [finding] = result.findings
    const findings = [...result.findings, { ...finding, id: 'of_a_newer_version' }] as ScanResult['findings']
    const errors: CheckId[] = []
    const reply = presentScan({ ...result, findings }, 'business', check => errors.push(check))
    expect(reply).toEqual(presentScan(result))
    expect(errors).toEqual(['dmarc'])
  })

  it('that lacks the section of a newer check reads as not asked', async () => {
    const { sections, ...result } = await scanOf(zone, null, 0, beside)
    for (const check of checkIds) {
      const { [check]: _, ...older } = sections
      const read = readResult({ ...result, sections: older })
      expect(read.sections[check]).toEqual({ ran: false, reason: 'not-asked', evidence: [] })
      const reason = 'this check is newer than the scan'
      expect(presentScan(read).sections[check]).toMatchObject({ state: 'unchecked', failure: 'not-asked', reason })
    }
  })
})

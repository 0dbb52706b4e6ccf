import { dnsEvidence } from '@waxseal/core/check'
import { dkim2048 } from '@waxseal/core/fixtures'
import { presentScan } from '@waxseal/core/health'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addresses, type Lab, startLab } from './lab.ts'
import { findingIds, scanOne } from './scanning.ts'

const key = `s1._domainkey TXT ${(dkim2048.match(/.{1,255}/g) ?? []).map(part => `"${part}"`).join(' ')}\n`
const before = `@ MX 10 mx\nmx A 8.26.56.10\n@ TXT "v=spf1 mx -all"\n${key}`
const after = `${before}_dmarc TXT "v=DMARC1; p=reject; rua=mailto:reports@new.example"\n`

let lab: Lab
beforeAll(async () => {
  lab = await startLab([{ name: 'new.example', records: before }])
})
afterAll(() => lab.stop())

describe('publishing DMARC and scanning again', () => {
  it('finds the record while resolvers still deny it, and reports until when they may', async () => {
    const first = await scanOne('new.example', { resolver: lab.resolver })
    expect(findingIds(first)).toEqual(['dmarc_missing'])
    expect(first.score).toBe(65)

    await lab.publish('new.example', after)
    // The resolver was not flushed: it caches "no such name" for the negative TTL of the zone, 300 seconds.
    const stale = await scanOne('new.example', { resolver: lab.resolver, direct: false })
    expect(findingIds(stale)).toEqual(['dmarc_missing'])

    const second = await scanOne('new.example', { resolver: lab.resolver })
    expect(findingIds(second)).toEqual([])
    expect(second.score).toBe(100)
    const { dmarc } = second.sections
    expect(dmarc.ran && dmarc.value.reading).toMatchObject({ policy: 'reject', location: 'new.example' })
    const found = dnsEvidence(dmarc.evidence).find(
      ({ question, outcome }) => question.name === '_dmarc.new.example' && outcome === 'records',
    )
    expect(found?.via).toMatchObject({ server: `${addresses.zone}:53`, authoritative: true })

    const heldUntil = found?.via.heldUntil ?? 0
    expect(heldUntil).toBeGreaterThan(Date.now())
    expect(heldUntil).toBeLessThanOrEqual(Date.now() + 300_000)
    const time = new Date(heldUntil).toISOString().slice(0, 16).replace('T', ' ')
    expect(presentScan(second).sections.dmarc.notes.join('\n')).toContain(`until ${time} UTC`)
  })
})

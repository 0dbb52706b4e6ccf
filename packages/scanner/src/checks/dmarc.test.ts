import { dnsEvidence } from '@waxseal/core/check'
import type { Zone } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { contextFor } from '../testing/zone-context.ts'
import { collectDmarc } from './dmarc.ts'

async function dmarc(name: string, zone: Zone, live?: Zone) {
  const section = await collectDmarc(contextFor(name, zone, live))
  if (!section.ran) throw new Error(`did not run: ${section.reason}`)
  return section
}

describe('the record that applies', () => {
  it('is the one at the name', async () => {
    const { value, gaps } = await dmarc('example.com', {
      'example.com': { A: ['192.0.2.1'] },
      '_dmarc.example.com': { TXT: ['v=DMARC1; p=reject'] },
    })
    expect(value.reading).toMatchObject({ location: 'example.com', inherited: false, policy: 'reject' })
    expect(value.rfc7489).toMatchObject({ location: 'example.com', policy: 'reject' })
    expect(value.walked).toEqual(['example.com', 'com'])
    expect(gaps).toEqual([])
  })

  it('is the parent’s, with sp for an existing name and np for a nonexistent one', async () => {
    const zone: Zone = {
      'mail.example.com': { A: ['192.0.2.1'] },
      '_dmarc.example.com': { TXT: ['v=DMARC1; p=none; sp=quarantine; np=reject'] },
    }
    expect((await dmarc('mail.example.com', zone)).value.reading).toMatchObject({
      location: 'example.com',
      inherited: true,
      policy: 'quarantine',
    })
    expect((await dmarc('gone.example.com', zone)).value.reading.policy).toBe('reject')
  })

  it("is found at the zone's own servers while resolvers still deny it", async () => {
    const { value } = await dmarc(
      'example.com',
      { 'example.com': { A: ['192.0.2.1'] } },
      { '_dmarc.example.com': { TXT: ['v=DMARC1; p=reject'] } },
    )
    expect(value.reading.policy).toBe('reject')
  })

  it('is not looked up at the servers of a public suffix', async () => {
    const { value, evidence } = await dmarc('example.co.uk', { 'example.co.uk': { A: ['192.0.2.1'] } })
    expect(value.reading).toMatchObject({ location: null, record: null, unchecked: false })
    const direct = dnsEvidence(evidence)
      .filter(piece => piece.via.authoritative)
      .map(piece => piece.question.name)
    expect(direct).toEqual(['_dmarc.example.co.uk'])
  })
})

describe('a failed lookup', () => {
  it('at the name itself stops the section', async () => {
    const section = await collectDmarc(contextFor('example.com', { '_dmarc.example.com': { fail: 'timeout' } }))
    expect(section).toMatchObject({ ran: false, reason: 'timeout' })
  })

  it('above a name with its own record is a gap, and the record applies', async () => {
    const { value, gaps } = await dmarc('example.com', {
      'example.com': { A: ['192.0.2.1'] },
      '_dmarc.example.com': { TXT: ['v=DMARC1; p=reject'] },
      '_dmarc.com': { fail: 'servfail' },
    })
    expect(value.reading.policy).toBe('reject')
    expect(gaps).toMatchObject([{ question: { name: '_dmarc.com' }, reason: 'servfail' }])
  })
})

describe('external report addresses', () => {
  it('are checked for consent: given, withheld or unknown', async () => {
    const { value } = await dmarc('example.com', {
      'example.com': { A: ['192.0.2.1'] },
      '_dmarc.example.com': {
        TXT: [
          'v=DMARC1; p=none; rua=mailto:a@yes.example,mailto:b@no.example,mailto:c@slow.example,mailto:d@example.com',
        ],
      },
      'example.com._report._dmarc.yes.example': { TXT: ['v=DMARC1'] },
      'no.example': { A: ['192.0.2.2'] },
      'example.com._report._dmarc.slow.example': { fail: 'timeout' },
    })
    expect(value.external.map(({ domain, authorized }) => [domain, authorized])).toEqual([
      ['yes.example', true],
      ['no.example', false],
      ['slow.example', null],
    ])
  })
})

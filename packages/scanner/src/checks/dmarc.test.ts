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

  it('is the one above, with sp for a name that exists and np for one that does not', async () => {
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

  it("is found at the zone's own servers while resolvers still say there is none", async () => {
    const { value } = await dmarc(
      'example.com',
      { 'example.com': { A: ['192.0.2.1'] } },
      { '_dmarc.example.com': { TXT: ['v=DMARC1; p=reject'] } },
    )
    expect(value.reading.policy).toBe('reject')
  })

  it('is not looked for at the own servers of a public suffix', async () => {
    const { value, evidence } = await dmarc('example.co.uk', { 'example.co.uk': { A: ['192.0.2.1'] } })
    expect(value.reading).toMatchObject({ location: null, record: null, unchecked: false })
    const direct = dnsEvidence(evidence)
      .filter(piece => piece.via.authoritative)
      .map(piece => piece.question.name)
    expect(direct).toEqual(['_dmarc.example.co.uk'])
  })
})

describe('what could not be asked', () => {
  it('at the name itself: the section did not run', async () => {
    const section = await collectDmarc(contextFor('example.com', { '_dmarc.example.com': { fail: 'timeout' } }))
    expect(section).toMatchObject({ ran: false, reason: 'timeout' })
  })

  it('above a name that has its own record: a gap, and the record applies', async () => {
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
  it('are asked for their consent: given, withheld, not to be had', async () => {
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

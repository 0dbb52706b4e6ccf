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

const record = 'v=DMARC1; p=reject'

describe('a missing record', () => {
  it('is looked for where people and panels put it by mistake, and that is evidence', async () => {
    const { value, evidence, gaps } = await dmarc('example.com', {
      'example.com': { A: ['192.0.2.1'], TXT: ['v=spf1 -all', record] },
      '_dmarc.example.com.example.com': { fail: 'timeout' },
    })
    expect(value.reading.record).toBeNull()
    expect(value.elsewhere).toEqual([{ where: 'apex', name: 'example.com', text: record }])
    expect(dnsEvidence(evidence).map(({ id }) => id)).toContain('TXT example.com')
    // Such a question decides nothing, so its failure is no gap.
    expect(gaps).toEqual([])
    expect(evidence.some(({ kind, outcome }) => kind === 'dns' && outcome === 'failed')).toBe(false)
  })

  it('of a subdomain is looked for below the organization, as panels complete names', async () => {
    const { value } = await dmarc('mail.example.com', {
      'mail.example.com': { A: ['192.0.2.1'] },
      '_dmarc.mail.example.com.example.com': { TXT: [record] },
      '_dmarc.example.com': { TXT: ['v=DMARC1 p=none'] },
    })
    expect(value.elsewhere).toEqual([
      { where: 'above', name: '_dmarc.example.com', text: 'v=DMARC1 p=none' },
      { where: 'doubled', name: '_dmarc.mail.example.com.example.com', text: record },
    ])
  })

  it('costs no such questions where a record applies or the lookup failed', async () => {
    const context = contextFor('example.com', { '_dmarc.example.com': { TXT: [record] } })
    await collectDmarc(context)
    expect(context.calls).not.toContain('TXT dmarc.example.com')
    const broken = contextFor('example.com', { '_dmarc.example.com': { fail: 'servfail' } })
    await collectDmarc(broken)
    expect(broken.calls).not.toContain('TXT dmarc.example.com')
  })
})

describe('the name of the record', () => {
  it('is the target of an alias, with or without a record there', async () => {
    const alias = { '_dmarc.example.com': { CNAME: ['example.com.vendor.test'] } } as const
    expect((await dmarc('example.com', alias)).value.alias).toBe('example.com.vendor.test')
    const zone: Zone = { ...alias, 'example.com.vendor.test': { TXT: [record] } }
    expect((await dmarc('example.com', zone)).value.alias).toBe('example.com.vendor.test')
    expect((await dmarc('example.com', { '_dmarc.example.com': { TXT: [record] } })).value.alias).toBeNull()
  })

  it('comes with all texts where there are several', async () => {
    const { value } = await dmarc('example.com', { '_dmarc.example.com': { TXT: [record, 'v=DMARC1; p=none'] } })
    expect(value.several).toEqual(['v=DMARC1; p=none', record])
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

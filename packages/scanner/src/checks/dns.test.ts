import { type Resolver, type Zone, zoneResolver } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { contextFor } from '../testing/zone-context.ts'
import { collectDns } from './dns.ts'

async function dns(zone: Zone, live?: Zone) {
  const section = await collectDns(contextFor('example.com', zone, live))
  if (!section.ran) throw new Error(`did not run: ${section.reason}`)
  return section
}

const failing = (reason: 'unreachable' | 'timeout'): Resolver => zoneResolver({ 'example.com': { fail: reason } })

describe('the name itself', () => {
  it('gives its addresses, texts and name servers', async () => {
    const { value, evidence, gaps } = await dns({
      'example.com': {
        A: ['192.0.2.1'],
        AAAA: ['2001:db8::1'],
        TXT: [['v=spf1 ', '-all'], 'other'],
        NS: ['ns1.example.net'],
      },
    })
    expect(value).toEqual({
      exists: true,
      a: ['192.0.2.1'],
      aaaa: ['2001:db8::1'],
      txt: ['other', 'v=spf1 -all'],
      nameservers: ['ns1.example.net'],
      bogus: null,
    })
    expect(evidence.map(piece => piece.id).toSorted()).toEqual([
      'A example.com',
      'AAAA example.com',
      'NS example.com',
      'TXT example.com',
    ])
    expect(gaps).toEqual([])
  })

  it('does not exist when no server knows it', async () => {
    const { value } = await dns({ com: {} })
    expect(value.exists).toBe(false)
  })

  it('is certainly denied by DNSSEC, by two servers of the parent, or by the only one it has', async () => {
    const context = contextFor('example.com', { com: {} })
    const denying = context.confirming
    const knowing = zoneResolver({ 'example.com': { TXT: ['new'] } })
    const proof = async (...witnesses: Resolver[]) => {
      const section = await collectDns({ ...context, witnesses })
      return section.ran ? section.value.denied : 'did not run'
    }
    expect(await proof(denying, denying)).toBe('servers')
    expect(await proof(denying, failing('unreachable'), failing('unreachable'))).toBe('servers')
    expect(await proof(denying, failing('timeout'), failing('timeout'))).toBeUndefined()
    expect(await proof(denying, failing('timeout'), denying)).toBe('servers')
    expect(await proof(denying, knowing)).toBeUndefined()
    expect(await proof()).toBeUndefined()
    const authentic: Resolver = {
      query: async (name, type) => {
        const answer = await context.resolver.query(name, type)
        return { ...answer, via: { ...answer.via, authentic: 'yes' } }
      },
    }
    const signed = await collectDns({ ...context, resolver: authentic, confirming: authentic, witnesses: [] })
    expect(signed).toMatchObject({ value: { exists: false, denied: 'authenticated' } })
  })

  it("exists when only the zone's own servers know it: their answer counts", async () => {
    const { value } = await dns({ com: {} }, { 'example.com': { A: ['192.0.2.1'], TXT: ['new'] } })
    expect(value).toMatchObject({ exists: true, a: ['192.0.2.1'], txt: ['new'] })
  })

  it('exists when it is a dangling alias', async () => {
    const { value } = await dns({ 'example.com': { CNAME: ['gone.example.net'] } })
    expect(value).toMatchObject({ exists: true, a: [] })
  })

  it('counts as existing when one lookup fails; that lookup is a gap', async () => {
    const { value, gaps } = await dns({ 'example.com': { A: ['192.0.2.1'], fail: { TXT: 'timeout' } } })
    expect(value).toMatchObject({ exists: true, txt: [] })
    expect(gaps).toMatchObject([{ question: { type: 'TXT' }, reason: 'timeout' }])
  })

  it('exists when its servers deny one type and give records of another', async () => {
    const context = contextFor('example.com', { 'example.com': { A: ['192.0.2.1'] } })
    const nothing = zoneResolver({ com: {} })
    const denying = (honest: Resolver): Resolver => ({
      query: (name, type, signal) => (type === 'AAAA' ? nothing : honest).query(name, type, signal),
    })
    const { resolver, confirming } = context
    const section = await collectDns({ ...context, resolver: denying(resolver), confirming: denying(confirming) })
    expect(section).toMatchObject({ ran: true, value: { exists: true, a: ['192.0.2.1'] } })
  })

  it('is unchecked when no query was answered', async () => {
    const section = await collectDns(contextFor('example.com', { 'example.com': { fail: 'refused' } }))
    expect(section).toMatchObject({ ran: false, reason: 'refused' })
    expect(section.evidence).toHaveLength(4)
  })
})

describe('broken DNSSEC', () => {
  it('is described in a few words, with the records that were obtained without validation', async () => {
    const { value } = await dns({ 'example.com': { A: ['192.0.2.1'], authentic: 'bogus' } })
    expect(value).toMatchObject({ a: ['192.0.2.1'], bogus: 'validation fails' })
  })
})

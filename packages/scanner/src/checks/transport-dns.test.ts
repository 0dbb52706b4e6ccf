import { createHash, X509Certificate } from 'node:crypto'
import type { Zone, ZoneEntry } from '@waxseal/core/dns'
import { assessParts } from '@waxseal/core/transport'
import { describe, expect, it } from 'vitest'
import { testAuthority } from '../https/testing/certificates.ts'
import { contextOf, findingsOf, mailZone, transport } from './transport.fixture.ts'
import { collectTransport } from './transport.ts'

const reverse = async (more: Record<string, ZoneEntry>) => {
  const { value } = await transport(mailZone(more))
  return value.reverse.find(({ address }) => address === '8.26.56.10')
}

const tlsa = (data: string, matching = 1) => ({ usage: 3, selector: 0, matching, data })

/** The state of the DANE part. */
const daneState = async (zone: Zone) => {
  const { value, evidence } = await transport(zone)
  const parts = assessParts(value, { domain: 'example.com', evidence, nonMail: false, dmarcEnforced: true })
  return parts.find(({ id }) => id === 'dane')?.state
}

describe('the name of an address', () => {
  it('leads back, does not, or is not known to', async () => {
    expect(await reverse({})).toMatchObject({ names: ['mx.example.com'], confirmed: true })
    const ptr = { '10.56.26.8.in-addr.arpa': { PTR: ['host.example.net'] } }
    expect(await reverse(ptr)).toMatchObject({ names: ['host.example.net'], confirmed: false })
    expect(await reverse({ ...ptr, 'host.example.net': { A: ['8.26.56.11'] } })).toMatchObject({ confirmed: false })
    expect(await reverse({ ...ptr, 'host.example.net': { fail: 'timeout' } })).toMatchObject({ confirmed: null })
    expect(await reverse({ '10.56.26.8.in-addr.arpa': {} })).toMatchObject({ names: [], confirmed: false })
  })

  it('of a private address is not asked for', async () => {
    const context = contextOf({
      'example.com': { MX: [[10, 'mx.example.com']] },
      'mx.example.com': { A: ['10.0.0.1'] },
    })
    await collectTransport(context)
    expect(context.calls.filter(call => call.startsWith('PTR'))).toEqual([])
  })
})

describe('DANE and DNSSEC', () => {
  const ds = { keyTag: 1, algorithm: 13, digestType: 2, digest: '00' }
  const key = { flags: 257, protocol: 3, algorithm: 13, key: '00' }

  it('of a signed zone: its records count, and the zone is signed', async () => {
    const zone = mailZone({ '_25._tcp.mx.example.com': { TLSA: [tlsa('aa'.repeat(32))], authentic: 'yes' } }, 'yes')
    const { value } = await transport({
      ...zone,
      'example.com': { ...zone['example.com'], DS: [ds], DNSKEY: [key] },
    })
    expect(value.dane).toMatchObject([{ authentic: 'yes', hostAuthentic: 'yes', record: '_25._tcp.mx.example.com' }])
    expect(value.dnssec).toEqual({ zone: 'example.com', ds: 1, keys: 1, authentic: 'yes', validating: true })
  })

  it('a record with a whole certificate is identified by its digest', async () => {
    const der = new X509Certificate(testAuthority().ca).raw
    const zone = mailZone({ '_25._tcp.mx.example.com': { TLSA: [tlsa(der.toString('hex'), 0)] } })
    const { value } = await transport(zone)
    expect(value.dane[0]?.tlsa?.[0]?.digest).toBe(createHash('sha256').update(der).digest('hex'))
  })

  it('whether the resolver validates is asked of the top-level domain', async () => {
    const doubtful = mailZone({ '_25._tcp.mx.example.com': { TLSA: [tlsa('aa'.repeat(32))] } })
    const blind = await transport(doubtful)
    expect(blind.value.dnssec.validating).toBe(false)
    const sighted = await transport({ ...doubtful, com: { DS: [ds], authentic: 'yes' } })
    expect(sighted.value.dnssec.validating).toBe(true)
    expect(findingsOf(sighted)).toContain('dane_unsigned')
    expect(findingsOf(blind)).not.toContain('dane_unsigned')
    expect((await transport({ ...doubtful, com: { fail: 'timeout' } })).value.dnssec.validating).toBe(null)
  })

  it('a mail host without records is in an unsigned zone only where a resolver that validates says so', async () => {
    expect(await daneState(mailZone())).toBe('unchecked')
    expect(await daneState({ ...mailZone(), com: { DS: [ds], authentic: 'yes' } })).toBe('not-applicable')
  })

  it('of an alias: the records at its target come first', async () => {
    const zone = mailZone({
      'mx.example.com': { CNAME: ['real.example.net'], authentic: 'yes' },
      'real.example.net': { A: ['8.26.56.10'], authentic: 'yes' },
      '_25._tcp.real.example.net': { TLSA: [tlsa('aa'.repeat(32))], authentic: 'yes' },
      '_25._tcp.mx.example.com': { TLSA: [tlsa('bb'.repeat(32))], authentic: 'yes' },
    })
    const { value } = await transport(zone)
    expect(value.dane).toMatchObject([{ host: 'mx.example.com', record: '_25._tcp.real.example.net' }])
  })

  it('belong to the nearest zone above: a name without name servers of its own is no zone', async () => {
    const zone: Zone = {
      'example.com': { NS: ['ns.example.com'], DS: [ds], DNSKEY: [key], authentic: 'yes' },
      'mail.example.com': { MX: [[10, 'mx.example.com']], authentic: 'yes' },
      'mx.example.com': { A: ['8.26.56.10'], authentic: 'yes' },
    }
    const section = await collectTransport(Object.assign(contextOf(zone), { name: 'mail.example.com' }))
    expect(section.ran && section.value.dnssec).toMatchObject({ zone: 'example.com', ds: 1, keys: 1, authentic: 'yes' })
  })
})

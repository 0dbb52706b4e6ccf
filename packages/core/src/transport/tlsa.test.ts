import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CertificateDigests, CertificateFacts } from '../relay/index.ts'
import { allows, isUsable, recommendedTlsa, type TlsaRecord } from './tlsa.ts'

const digests = (letter: string): CertificateDigests => ({
  subject: letter,
  sha256: `${letter}1`.repeat(32),
  sha512: `${letter}2`.repeat(64),
  spkiSha256: `${letter}3`.repeat(32),
  spkiSha512: `${letter}4`.repeat(64),
})
const leaf = digests('a')
const authority = digests('b')

const certificate: CertificateFacts = {
  names: ['mx.example.com'],
  issuer: 'Somebody',
  notBefore: '2026-01-01T00:00:00Z',
  notAfter: '2026-12-31T00:00:00Z',
  selfSigned: false,
  trusted: true,
  chainProblem: null,
  problem: null,
  sha256: leaf.sha256,
  spkiSha256: leaf.spkiSha256,
  chain: [leaf, authority],
}
const during = new Date('2026-11-20T10:00:00Z')
const after = new Date('2027-11-20T10:00:00Z')

const tlsa = (
  usage: number,
  selector: number,
  matching: number,
  data: string,
  digest: string | null = null,
): TlsaRecord => ({
  usage,
  selector,
  matching,
  data,
  digest,
})
const fits = (record: TlsaRecord, host = 'mx.example.com', at = during) => allows(record, certificate, [host], at)

describe('a TLSA record', () => {
  it.each([
    [3, 0, 1, leaf.sha256],
    [3, 0, 2, leaf.sha512],
    [3, 1, 1, leaf.spkiSha256],
    [3, 1, 2, leaf.spkiSha512],
    [2, 0, 1, authority.sha256],
    [2, 0, 2, authority.sha512],
    [2, 1, 1, authority.spkiSha256],
    [2, 1, 2, authority.spkiSha512],
  ])('%d %d %d allows the certificate whose digest it holds, and no other', (usage, selector, matching, data) => {
    expect(fits(tlsa(usage, selector, matching, data))).toBe(true)
    expect(fits(tlsa(usage, selector, matching, data.toUpperCase()))).toBe(true)
    expect(fits(tlsa(usage, selector, matching, `0${data.slice(1)}`))).toBe(false)
    expect(fits(tlsa(usage, 1 - selector, matching, data))).toBe(false)
    expect(fits(tlsa(usage, selector, 3 - matching, data))).toBe(false)
  })

  it('that holds a whole certificate or key is compared by its digest', () => {
    expect(fits(tlsa(3, 0, 0, '3082', leaf.sha256))).toBe(true)
    expect(fits(tlsa(3, 1, 0, '3059', leaf.spkiSha256))).toBe(true)
    expect(fits(tlsa(3, 1, 0, '3059', leaf.sha256))).toBe(false)
    expect(fits(tlsa(3, 1, 0, '3059'))).toBe(false)
  })

  it('for the end entity says nothing of an authority above it', () => {
    expect(fits(tlsa(3, 1, 1, authority.spkiSha256))).toBe(false)
  })

  it('for the end entity does not care about names and dates; for an authority these must hold', () => {
    const entity = tlsa(3, 1, 1, leaf.spkiSha256)
    const anchor = tlsa(2, 1, 1, authority.spkiSha256)
    expect([fits(entity, 'other.example.com', after), fits(anchor), fits(anchor, 'other.example.com')]).toEqual([
      true,
      true,
      false,
    ])
    expect(fits(anchor, 'mx.example.com', after)).toBe(false)
  })

  it.each([
    [0, 0, 1, leaf.sha256],
    [1, 1, 1, leaf.spkiSha256],
    [4, 0, 1, leaf.sha256],
    [255, 0, 1, leaf.sha256],
    [3, 2, 1, leaf.sha256],
    [3, 1, 3, leaf.spkiSha256],
    [3, 1, 1, leaf.spkiSha256.slice(2)],
    [3, 1, 2, leaf.spkiSha256],
    [3, 1, 0, ''],
  ])('%d %d %d %s cannot be used for mail', (usage, selector, matching, data) => {
    expect(isUsable(tlsa(usage, selector, matching, data))).toBe(false)
    expect(fits(tlsa(usage, selector, matching, data))).toBe(false)
  })

  it('with anything else in it allows nothing', () => {
    const octet = fc.nat(255)
    const hex = fc.stringMatching(/^[0-9a-f]{0,140}$/)
    fc.assert(
      fc.property(octet, octet, octet, hex, (usage, selector, matching, data) => {
        expect(fits(tlsa(usage, selector, matching, data))).toBe(false)
      }),
    )
  })

  it('is recommended for the public key of the server', () => {
    expect(recommendedTlsa(certificate)).toBe(`3 1 1 ${leaf.spkiSha256}`)
  })
})

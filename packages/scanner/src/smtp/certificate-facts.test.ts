import type { TLSSocket } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { certificateFacts } from './certificate-facts.ts'

/** A connection to a server whose certificate has this issuer, as Node prints it; undefined: an empty name. */
function issuedBy(issuer: string | undefined): TLSSocket {
  const day = new Date('2026-11-20T10:00:00Z')
  const raw = Buffer.from('certificate')
  const publicKey = { export: () => raw }
  const names = { subject: 'CN=mx.example.com', subjectAltName: 'DNS:mx.example.com', issuer }
  const leaf = { ...names, raw, publicKey, validFromDate: day, validToDate: day, checkIssued: () => false }
  return { authorized: true, authorizationError: null, getPeerX509Certificate: () => leaf } as unknown as TLSSocket
}

describe('the authority of a certificate', () => {
  it.each([
    ["C=US\nO=Let's Encrypt\nCN=R11", { issuer: 'R11', authority: "Let's Encrypt" }],
    ['O=Beh\u00f6rde\nCN=Root', { issuer: 'Root', authority: 'Beh?rde' }],
    [`O=${'x'.repeat(500)}`, { issuer: 'x'.repeat(100), authority: 'x'.repeat(100) }],
    ['CN=Test Authority', { issuer: 'Test Authority' }],
    ['CN=R11\nOU=O=Amazon', { issuer: 'R11' }],
    [undefined, { issuer: '' }],
  ])('of the issuer %j is its organization', (name, expected) => {
    const facts = certificateFacts(issuedBy(name), 'mx.example.com', new Date('2026-11-20T10:00:00Z'))
    expect({ issuer: facts?.issuer, ...(facts?.authority !== undefined && { authority: facts.authority }) }).toEqual(
      expected,
    )
  })
})

import { describe, expect, it } from 'vitest'
import { certificateProblem, coversHost } from './certificate.ts'

const good = {
  names: ['mx1.example.com', '*.mail.example.com'],
  issuer: 'Example CA',
  notBefore: '2026-01-01T00:00:00.000Z',
  notAfter: '2027-01-01T00:00:00.000Z',
  selfSigned: false,
  trusted: true,
  chainProblem: null,
  sha256: '',
  spkiSha256: '',
  chain: [],
}
const now = new Date('2026-11-20T12:00:00Z')

describe('a certificate names a host', () => {
  it.each([
    ['mx1.example.com', true],
    ['MX1.Example.COM.', true],
    ['mx2.example.com', false],
    ['a.mail.example.com', true],
    ['a.b.mail.example.com', false],
    ['mail.example.com', false],
  ])('%s: %s', (host, covers) => {
    expect(coversHost(good, host)).toBe(covers)
  })

  it('and a wildcard never covers a whole top-level domain', () => {
    expect(coversHost({ names: ['*.com', '*'] }, 'example.com')).toBe(false)
  })
})

describe('its problem, most important first', () => {
  it.each([
    [{}, null],
    [{ notAfter: '2026-11-19T12:00:00.000Z', names: [] }, 'it expired on 2026-11-19'],
    [{ notBefore: '2026-11-21T12:00:00.000Z' }, 'it is not valid before 2026-11-21'],
    [{ names: ['localhost'], selfSigned: true }, 'it does not name mx1.example.com'],
    [{ selfSigned: true, chainProblem: 'x' }, 'it is self-signed'],
    [{ chainProblem: 'no trusted authority has signed it' }, 'no trusted authority has signed it'],
  ])('%j: %s', (wrong, problem) => {
    expect(certificateProblem({ ...good, ...wrong }, 'mx1.example.com', now)).toBe(problem)
  })
})

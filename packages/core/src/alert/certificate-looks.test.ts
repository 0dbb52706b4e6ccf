import { describe, expect, it } from 'vitest'
import { certificatesAfter, type KnownCertificate, nextCertificateLook } from './certificate-looks.ts'

const domain = 'example.com'
const end = Date.parse('2026-12-31T00:00:00Z')
const daysBefore = (days: number): Date => new Date(end - days * 86_400_000)
const lasting = (days: number, more: Partial<KnownCertificate> = {}): KnownCertificate => ({
  host: 'mta-sts.example.com',
  role: 'policy',
  not_before: daysBefore(days).toISOString(),
  not_after: new Date(end).toISOString(),
  ...more,
})
const mx = lasting(365, { host: 'mx.example.com', role: 'mx' })
const expired = lasting(365, { not_before: null, not_after: null })
const policyGap = { question: { name: 'https://mta-sts.example.com/.well-known/mta-sts.txt' } }

/** In how many days a scan looks again, after scans so many days before the end that saw these; null: no one looks. */
function looks(
  ...scans: readonly (readonly [left: number, seen: readonly KnownCertificate[] | null, gaps?: (typeof policyGap)[]])[]
) {
  let known: readonly KnownCertificate[] = []
  return scans.map(([left, seen, gaps = []]) => {
    const at = daysBefore(left)
    known = JSON.parse(JSON.stringify(certificatesAfter(known, { domain, seen, gaps, at }))) as KnownCertificate[]
    const next = nextCertificateLook(known, at)
    return next === null ? null : (next.getTime() - at.getTime()) / 86_400_000
  })
}

describe('a scan looks at the certificates that the last one knew', () => {
  it('when the first one comes near its end, once a week until then, and each day from then on', () => {
    const soon = lasting(90, { host: 'mx.example.com', role: 'mx', not_after: daysBefore(-5).toISOString() })
    expect(looks([100, [lasting(365)]], [25, [lasting(365)]], [20, [lasting(365)]])).toEqual([7, 4, 1])
    expect(looks([60, [lasting(90)]], [22, [lasting(90)]])).toEqual([7, 4])
    expect(looks([24, [lasting(365), soon]])).toEqual([3])
    expect(looks([20, []])).toEqual([null])
  })

  it('each day after it has expired, for a month: then its owner knows', () => {
    expect(looks([0, [lasting(365)]], [-29, [lasting(365)]], [-30, [lasting(365)]])).toEqual([1, 1, null])
    // The handshake with an expired certificate shows no dates: the first scan that saw it counts.
    expect(looks([-3, [expired]], [-32, [expired]], [-33, [expired]])).toEqual([1, 1, null])
    const renewed = lasting(365, { not_after: daysBefore(-365).toISOString() })
    expect(looks([-3, [expired]], [-33, [expired]], [-34, [renewed]])).toEqual([1, null, 7])
  })

  it('also after scans that could not reach the host, for a month', () => {
    expect(looks([20, [lasting(365)]], [19, null], [18, [], [policyGap]], [-11, null], [-12, null])).toEqual([
      1,
      1,
      1,
      null,
      null,
    ])
  })

  it('also at those of mail servers while the policy that names them cannot be read', () => {
    expect(looks([20, [mx]], [19, [], [policyGap]], [18, [mx]])).toEqual([1, 1, 1])
  })

  it('not at one that senders check no more', () => {
    expect(looks([20, [lasting(365)]], [19, []])).toEqual([1, null])
    expect(looks([20, [lasting(365)]], [19, [], [{ question: { name: '_smtp._tls.example.com' } }]])).toEqual([1, null])
  })
})

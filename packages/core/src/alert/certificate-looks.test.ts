import { describe, expect, it } from 'vitest'
import { certificatesAfter, type KnownCertificate, nextCertificateLook, wantScan } from './certificate-looks.ts'

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

/** In how many days monitoring looks again, after looks so many days before the end that saw these; null: no one looks. */
function looks(
  ...made: readonly (readonly [left: number, seen: readonly KnownCertificate[] | null, gaps?: (typeof policyGap)[]])[]
) {
  let known: readonly KnownCertificate[] = []
  return made.map(([left, seen, gaps = []]) => {
    const at = daysBefore(left)
    known = JSON.parse(
      JSON.stringify(certificatesAfter(known, { domain, seen, gaps, unseen: [], tells: false, at })),
    ) as KnownCertificate[]
    const next = nextCertificateLook(known, at)
    return next === null ? null : (next.getTime() - at.getTime()) / 86_400_000
  })
}

describe('the certificates that are known are looked at', () => {
  it('each day, near their end or far from it: one may be replaced by one that ends sooner', () => {
    const soon = lasting(90, { host: 'mx.example.com', role: 'mx', not_after: daysBefore(-5).toISOString() })
    expect(looks([100, [lasting(365)]], [25, [lasting(365), soon]], [20, [lasting(365)]])).toEqual([1, 1, 1])
    expect(looks([20, []])).toEqual([null])
  })

  it('after they have expired for a month: then their owner knows', () => {
    expect(looks([0, [lasting(365)]], [-29, [lasting(365)]], [-30, [lasting(365)]])).toEqual([1, 1, null])
    // The handshake with an expired certificate shows no dates: the first look that saw it counts.
    expect(looks([-3, [expired]], [-32, [expired]], [-33, [expired]])).toEqual([1, 1, null])
    const renewed = lasting(365, { not_after: daysBefore(-365).toISOString() })
    expect(looks([-3, [expired]], [-33, [expired]], [-34, [renewed]])).toEqual([1, null, 1])
  })

  it('also while their host cannot be reached, for a month', () => {
    expect(looks([20, [lasting(365)]], [19, null], [18, [], [policyGap]], [-11, null], [-12, null])).toEqual([
      1,
      1,
      1,
      null,
      null,
    ])
  })

  it('also those of mail servers while the policy that names them cannot be read', () => {
    expect(looks([20, [mx]], [19, [], [policyGap]], [18, [mx]])).toEqual([1, 1, 1])
  })

  it('not where senders check them no more', () => {
    expect(looks([20, [lasting(365)]], [19, []])).toEqual([1, null])
    expect(looks([20, [lasting(365)]], [19, [], [{ question: { name: '_smtp._tls.example.com' } }]])).toEqual([1, null])
  })
})

const afterScan = (unseen: readonly string[]) =>
  certificatesAfter([mx], { domain, seen: [], gaps: [], unseen, tells: true, at: daysBefore(10) })

describe('those of a mail server', () => {
  it('stay known while its certificate cannot be seen, and not once it shows none', () => {
    expect(afterScan(['mx.example.com'])).toEqual([{ ...mx, missed_since: daysBefore(10).toISOString() }])
    expect(afterScan(['mx2.example.com'])).toEqual([])
  })
})

function toldAfter(known: KnownCertificate[], left: number, tells: boolean) {
  const facts = { domain, seen: [lasting(365)], gaps: [], unseen: [], tells, at: daysBefore(left) }
  return certificatesAfter(known, facts)[0]?.told
}

describe('what scans said of a certificate', () => {
  it('is kept until a scan says more: a look and a first scan raise no alert', () => {
    expect(toldAfter([], 15, false)).toBeUndefined()
    expect(toldAfter([], 15, true)).toBe(1)
    expect(toldAfter([lasting(365, { told: 1 })], 6, false)).toBe(1)
    expect(toldAfter([lasting(365, { told: 1 })], 6, true)).toBe(2)
    expect(toldAfter([lasting(365, { told: 1 })], 50, true)).toBeUndefined()
  })
})

describe('a scan follows a look', () => {
  const renewed = lasting(365, { not_after: daysBefore(-365).toISOString() })
  const told = (stage: 1 | 2 | 3) => lasting(365, { told: stage })
  const wants = (left: number, known: KnownCertificate[], after: KnownCertificate[]) =>
    wantScan(known, after, daysBefore(left)).map(({ host }) => host)

  it.each<[string, left: number, known: KnownCertificate[], after: KnownCertificate[]]>([
    ['that finds the certificate as near its end as the last scan said', 15, [told(1)], [told(1)]],
    ['that finds one renewed long before its end', 50, [lasting(365)], [renewed]],
    ['that finds one gone that was far from its end', 50, [lasting(365)], []],
    ['that finds another one, far from its end', 50, [], [lasting(365)]],
    [
      'that could not see it while its end came near: a scan could not either',
      20,
      [lasting(365)],
      [lasting(365, { missed_since: daysBefore(22).toISOString() })],
    ],
  ])('not one %s', (_, left, known, after) => {
    expect(wants(left, known, after)).toEqual([])
  })

  it.each<[string, left: number, known: KnownCertificate[], after: KnownCertificate[]]>([
    ['that finds it near its end for the first time', 20, [lasting(365)], [lasting(365)]],
    ['that finds it near its end after a first scan, which raises nothing', 10, [lasting(365)], [lasting(365)]],
    ['that finds it nearer', 6, [told(1)], [told(1)]],
    ['that finds it expired, without dates', -1, [told(2)], [{ ...expired, told: 2 }]],
    ['that finds it renewed when it was near its end', 15, [told(1)], [renewed]],
    ['that finds that senders check it no more when it was near its end', 15, [told(1)], []],
    ['that finds one in its place that ends sooner', 20, [renewed], [lasting(365)]],
    ['that finds a new one near its end', 20, [], [lasting(365)]],
  ])('%s', (_, left, known, after) => {
    expect(wants(left, known, after)).not.toEqual([])
  })
})

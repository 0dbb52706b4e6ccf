import { describe, expect, it } from 'vitest'
import type { DnsChange } from '../watch/index.ts'
import { alertsOfChanges } from './change-rules.ts'
import { added, back, gone, none, reject, replaced, story, strengthened, weakened } from './changes.fixture.ts'

describe('a change of DNS', () => {
  it('of severity warning or critical raises an alert, with both values', () => {
    expect(alertsOfChanges([replaced])).toEqual([
      {
        type: 'dns_mx_change',
        key: 'dns mx',
        state: 'raised',
        severity: 'critical',
        description: 'All mail servers replaced: now mx.example.net (priority 10)',
        old_value: ['10 mx.example.com'],
        new_value: ['10 mx.example.net'],
        cause: { kind: 'dns', value: ['10 mx.example.com'] },
        basis: null,
        event: 'f1',
      },
    ])
  })

  it('of severity info is in the history only', () => {
    expect(alertsOfChanges([added])).toEqual([])
  })

  it('that is undone resolves the alert, and is none itself', () => {
    expect(
      story([
        [0, replaced],
        [1, back],
      ]),
    ).toEqual([
      '0 h dns_mx_change raised: All mail servers replaced: now mx.example.net (priority 10)',
      '1 h dns_mx_change resolved: All mail servers replaced: now mx.example.net (priority 10)',
    ])
  })

  it('that goes on is another alert at once, and is resolved by the records before the first', () => {
    expect(
      story([
        [0, replaced],
        [1, gone],
        [2, { ...back, old_value: null }],
      ]),
    ).toEqual([
      '0 h dns_mx_change raised: All mail servers replaced: now mx.example.net (priority 10)',
      '1 h dns_mx_change raised: All mail servers removed',
      '2 h dns_mx_change resolved: All mail servers removed',
    ])
  })

  it('that is made again is another alert at once, because no later check would show it', () => {
    expect(
      story([
        [0, replaced],
        [1, back],
        [2, replaced],
      ]).map(line => line.slice(0, 28)),
    ).toEqual(['0 h dns_mx_change raised: Al', '1 h dns_mx_change resolved: ', '2 h dns_mx_change raised: Al'])
  })
})

describe('a weaker DMARC policy', () => {
  it('is a DMARC failure, and no change of DNS beside it', () => {
    expect(
      story([
        [0, weakened],
        [6, strengthened],
      ]),
    ).toEqual([
      '0 h dmarc_fail raised: DMARC policy weakened from reject to none',
      '6 h dmarc_fail resolved: DMARC policy weakened from reject to none',
    ])
    expect(alertsOfChanges([{ ...weakened, new_value: null }])).toMatchObject([{ type: 'dmarc_fail', key: 'dmarc' }])
    expect(alertsOfChanges([{ ...weakened, new_value: [reject, none] }])).toMatchObject([{ type: 'dmarc_fail' }])
    expect(alertsOfChanges([{ ...weakened, new_value: 'v=DMARC1; p=reject; t=y' }])).toMatchObject([
      { type: 'dmarc_fail' },
    ])
  })

  it('is none where the record goes and the policy of the parent domain is as strong', () => {
    const description = 'DMARC record with policy none removed, so policy reject of example.com applies'
    const inherits: DnsChange = {
      ...weakened,
      severity: 'info',
      change_description: description,
      old_value: none,
      new_value: null,
    }
    expect(alertsOfChanges([inherits])).toEqual([])
  })

  it('is one where a new record takes the stronger policy of the parent domain away, until it is gone', () => {
    const overridden: DnsChange = {
      ...weakened,
      change_description: 'DMARC record with policy none added, weaker than policy reject of example.com',
      old_value: null,
    }
    const restored: DnsChange = {
      ...strengthened,
      change_description: 'DMARC record with policy none removed, so policy reject of example.com applies',
      new_value: null,
    }
    expect(
      story([
        [0, overridden],
        [6, restored],
      ]),
    ).toEqual([
      `0 h dmarc_fail raised: ${overridden.change_description}`,
      `6 h dmarc_fail resolved: ${overridden.change_description}`,
    ])
  })

  it('is one where the new record only tests the policy of the parent domain', () => {
    const tested: DnsChange = {
      ...weakened,
      severity: 'warning',
      change_description: 'DMARC record with policy reject (t=y) added, weaker than policy reject of example.com',
      old_value: null,
      new_value: 'v=DMARC1; p=reject; t=y',
    }
    expect(alertsOfChanges([tested])).toMatchObject([
      { type: 'dmarc_fail', severity: 'warning', cause: { strength: 3, now: 2 } },
    ])
  })

  it('is a change of DNS where DMARC failures are switched off', () => {
    expect(
      story(
        [
          [0, weakened],
          [6, strengthened],
        ],
        ['dns_mx_change'],
      ),
    ).toEqual([
      '0 h dns_mx_change raised: DMARC policy weakened from reject to none',
      '6 h dns_mx_change resolved: DMARC policy weakened from reject to none',
    ])
  })

  it('is none where it is as strong as before', () => {
    const moved = { ...weakened, new_value: 'v=DMARC1; p=reject; rua=mailto:a@example.com' }
    expect(alertsOfChanges([moved])).toMatchObject([{ type: 'dns_mx_change', key: 'dns dmarc' }])
  })
})

describe('a domain that is gone', () => {
  const lost: DnsChange = {
    change_type: 'name_removed',
    severity: 'critical',
    change_description: 'The domain is no longer in DNS: its parent zone denies it',
    old_value: 'in DNS',
    new_value: null,
    part: 'name',
    fingerprint: 'f3',
  }
  const found: DnsChange = {
    ...lost,
    change_type: 'name_added',
    severity: 'info',
    change_description: 'The domain is in DNS now',
    old_value: null,
    new_value: 'in DNS',
  }
  const looks = [
    [0, lost],
    [6, found],
  ] as const

  it('has an alert of its own, and its return resolves that', () => {
    expect(story(looks)).toEqual([
      '0 h domain_gone raised: The domain is no longer in DNS: its parent zone denies it',
      '6 h domain_gone resolved: The domain is no longer in DNS: its parent zone denies it',
    ])
  })

  it('is a change of DNS where that type is switched off', () => {
    expect(story(looks, ['dns_mx_change'])).toEqual([
      '0 h dns_mx_change raised: The domain is no longer in DNS: its parent zone denies it',
      '6 h dns_mx_change resolved: The domain is no longer in DNS: its parent zone denies it',
    ])
  })

  it('is told apart from broken DNSSEC', () => {
    const dnssec = { ...lost, part: 'dnssec', old_value: null, new_value: 'does not validate' }
    expect(alertsOfChanges([dnssec])).toMatchObject([
      { type: 'dnssec_broken', key: 'dns dnssec', severity: 'critical' },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import type { DnsChange } from '../watch/index.ts'
import { type AlertType, alertTypes } from './alert.ts'
import type { AlertMemory } from './candidate.ts'
import { alertsOfChanges } from './change-rules.ts'
import { decideAlerts } from './memory.ts'

const reject = 'v=DMARC1; p=reject'
const none = 'v=DMARC1; p=none'

const replaced: DnsChange = {
  change_type: 'mx_modified',
  severity: 'critical',
  change_description: 'All mail servers replaced: now mx.example.net (priority 10)',
  old_value: ['10 mx.example.com'],
  new_value: ['10 mx.example.net'],
  part: 'mx',
  fingerprint: 'f1',
}
const back: DnsChange = {
  ...replaced,
  change_description: 'All mail servers replaced: now mx.example.com (priority 10)',
  old_value: ['10 mx.example.net'],
  new_value: ['10 mx.example.com'],
}
const gone: DnsChange = {
  ...replaced,
  change_type: 'mx_removed',
  change_description: 'All mail servers removed',
  old_value: ['10 mx.example.net'],
  new_value: null,
}
const added: DnsChange = {
  ...replaced,
  change_type: 'mx_added',
  severity: 'info',
  change_description: 'Mail server added: mx2.example.com (priority 20)',
}
const weakened: DnsChange = {
  change_type: 'dmarc_modified',
  severity: 'critical',
  change_description: 'DMARC policy weakened from reject to none',
  old_value: reject,
  new_value: none,
  part: 'dmarc',
  fingerprint: 'f2',
}
const strengthened: DnsChange = {
  ...weakened,
  severity: 'warning',
  change_description: 'DMARC policy strengthened from none to reject',
  old_value: none,
  new_value: reject,
}

/** The alerts of changes one after the other, by hour. */
function story(
  changes: readonly (readonly [hours: number, change: DnsChange])[],
  types: readonly AlertType[] = alertTypes,
) {
  let memory: readonly AlertMemory[] = []
  return changes.flatMap(([hours, change]) => {
    const decision = decideAlerts(
      memory,
      alertsOfChanges([change], { memory, types }),
      new Date(Date.UTC(2026, 10, 1, hours)),
    )
    const changed = new Set(decision.memory.map(({ candidate }) => candidate.type))
    memory = [...memory.filter(({ candidate }) => !changed.has(candidate.type)), ...decision.memory]
    return decision.alerts.map(({ type, state, description }) => `${hours} h ${type} ${state}: ${description}`)
  })
}

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

  it('that comes twice raises one alert', () => {
    expect(
      story([
        [0, replaced],
        [0, replaced],
        [1, replaced],
      ]),
    ).toHaveLength(1)
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

import { describe, expect, it } from 'vitest'
import { changedSettings, monitoringWords } from './changed-settings.ts'
import type { Settings } from './settings-store.ts'

const settings: Settings = {
  emailAlerts: true,
  email: null,
  alertTypes: ['health_score_drop', 'dmarc_fail'],
  webhookSecret: null,
  version: 1,
}
const changed = (before: Partial<Settings>, after: Partial<Settings>) =>
  changedSettings({ ...settings, ...before }, { ...settings, ...after })

describe('what a save changes of the alert settings', () => {
  it('is nothing where all is as it was, in whatever order', () => {
    expect(changed({}, { version: 2, webhookSecret: 'sealed' })).toEqual([])
    expect(changed({}, { alertTypes: ['dmarc_fail', 'health_score_drop'] })).toEqual([])
  })

  it('names the types that are switched off, and those that are switched on', () => {
    expect(changed({}, { alertTypes: ['health_score_drop'] })).toEqual(['“DMARC failure” off'])
    expect(changed({}, { alertTypes: ['health_score_drop', 'dmarc_fail', 'high_threat'] })).toEqual([
      '“High threat” on',
    ])
    expect(changed({ alertTypes: ['dmarc_fail'] }, { alertTypes: ['high_threat'] })).toEqual([
      '“DMARC failure” off',
      '“High threat” on',
    ])
    expect(changed({}, { alertTypes: [] })).toHaveLength(2)
  })

  it('names the email and its address', () => {
    expect(changed({}, { emailAlerts: false })).toEqual(['email alerts off'])
    expect(changed({ emailAlerts: false }, {})).toEqual(['email alerts on'])
    expect(changed({}, { email: 'ops@example.org' })).toEqual(['email to ops@example.org'])
    expect(changed({ email: 'ops@example.org' }, {})).toEqual(['email to the address of the account'])
  })
})

it.each([
  [true, 1, 'every hour'],
  [true, 6, 'every 6 hours'],
  [false, 6, 'off'],
] as const)('monitoring that is %s and %i is called "%s" "%s"', (enabled, frequency, words) => {
  expect(monitoringWords({ enabled, frequency })).toBe(words)
})

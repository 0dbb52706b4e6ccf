import { expect, it } from 'vitest'
import { dropped, weakened } from './messages.fixture.ts'
import { readAlert } from './read.ts'

it('an alert is read with what it leaves out', () => {
  const { url: _, ...alert } = weakened
  expect(readAlert(alert)).toEqual({ ...alert, timestamp: '2026-11-15T07:33:00.000Z', state: 'raised' })
  const { old_value: _old, new_value: _new, ...bare } = dropped
  expect(readAlert(bare)).toMatchObject({ old_value: null, new_value: null })
})

it('the severity of a finding is read as the one of an alert', () => {
  const severities = ['critical', 'high', 'medium', 'low', 'info', 'warning'].map(severity => {
    const alert = readAlert({ ...weakened, severity })
    return typeof alert === 'string' ? alert : alert.severity
  })
  expect(severities).toEqual(['critical', 'critical', 'warning', 'info', 'info', 'warning'])
})

it.each([
  [null, 'must be an object'],
  [[weakened], 'must be an object'],
  ['text', 'must be an object'],
  [
    {},
    'has no valid alert_type. Use one of health_score_drop, blacklist_detection, dmarc_fail, high_threat, dns_mx_change, open_relay, domain_gone, dnssec_broken, certificate_expiring',
  ],
  [
    { ...weakened, alert_type: '__proto__' },
    'has no valid alert_type. Use one of health_score_drop, blacklist_detection, dmarc_fail, high_threat, dns_mx_change, open_relay, domain_gone, dnssec_broken, certificate_expiring',
  ],
  [{ ...weakened, severity: 'constructor' }, 'has no valid severity. Use one of info, warning, critical'],
  [{ ...weakened, severity: 1 }, 'has no valid severity. Use one of info, warning, critical'],
  [{ ...weakened, domain_name: '' }, 'has no domain_name'],
  [{ ...weakened, domain_name: ['example.com'] }, 'has no domain_name'],
  [{ ...weakened, description: {} }, 'has no description'],
  [{ ...weakened, timestamp: 'yesterday' }, 'has no valid timestamp. Use ISO 8601, as 2026-11-15T07:33:00Z'],
  [{ ...weakened, timestamp: 1_700_000_000 }, 'has no valid timestamp. Use ISO 8601, as 2026-11-15T07:33:00Z'],
  [{ ...weakened, state: 'open' }, 'has no valid state. Use raised or resolved'],
  [{ ...weakened, url: {} }, 'has a url that is not a string'],
])('%j is refused: %s', (value, problem) => {
  expect(readAlert(value)).toBe(problem)
})

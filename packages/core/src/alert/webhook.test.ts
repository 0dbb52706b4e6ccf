import { expect, it } from 'vitest'
import { dropped, hostile, hostileTexts, messageOf, weakened } from './messages.fixture.ts'
import { renderWebhook } from './webhook.ts'

it('a message for programs has everything as data', () => {
  expect(renderWebhook({ ...messageOf(weakened, { ...dropped, state: 'resolved' }), more: 3 })).toEqual({
    version: 1,
    delivery_id: '0192f7a0-0000-7000-8000-000000000001',
    alerts: [
      {
        alert_type: 'dns_mx_change',
        alert_label: 'DNS/MX change',
        severity: 'critical',
        state: 'raised',
        domain_name: 'example.com',
        description: 'DMARC policy weakened from reject to none',
        old_value: ['v=DMARC1; p=reject; rua=mailto:reports@example.com'],
        new_value: ['v=DMARC1; p=none; rua=mailto:reports@example.com'],
        timestamp: '2026-11-15T07:33:00Z',
        url: 'https://waxseal.example/dns-history?domain=7',
      },
      {
        alert_type: 'health_score_drop',
        alert_label: 'Health score drop (below 70%)',
        severity: 'warning',
        state: 'resolved',
        domain_name: 'example.org',
        description: 'Health score dropped from 82 to 64',
        old_value: 82,
        new_value: 64,
        timestamp: '2026-11-15T08:00:00Z',
        url: null,
      },
    ],
    more: 3,
    settings_url: 'https://waxseal.example/alerts',
    product_url: 'https://waxseal.example',
  })
})

it('a long list and a long text are cut, and what is nested is text', () => {
  const records = Array.from({ length: 30 }, (_, index) => `record ${index}`)
  const [alert] = renderWebhook(
    messageOf({ ...weakened, old_value: records, new_value: ['x'.repeat(2000), { a: [1] }] }),
  ).alerts
  expect(alert?.old_value).toEqual([...records.slice(0, 20), '…'])
  expect(alert?.new_value).toEqual([`${'x'.repeat(1023)}…`, '{"a":[1]}'])
})

it.each(hostileTexts)('%s: the body is bounded and has no invisible characters', (_, given) => {
  const body = JSON.stringify(renderWebhook(messageOf(hostile(given))))
  expect(body.length).toBeLessThan(30_000)
  expect(body).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]+$/u)
})

it('a value nested more deeply than the stack allows is cut', () => {
  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as []
  expect(renderWebhook(messageOf({ ...weakened, old_value: deep })).alerts[0]?.old_value).toEqual(['…'])
})

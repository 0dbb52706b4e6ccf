import { describe, expect, it } from 'vitest'
import { waxseal, waxsealWith } from '../../testing/terminal.ts'

const alert = {
  alert_type: 'blacklist_detection',
  severity: 'critical',
  domain_name: 'example.com',
  description: '203.0.113.5 is listed on Spamhaus ZEN',
  old_value: null,
  new_value: ['203.0.113.5'],
  timestamp: '2026-11-15T07:33:00.000Z',
}

/** The reply of one batch request. */
async function batch(args: unknown): Promise<{ ok: boolean; result?: object; error?: object }> {
  const { out } = await waxsealWith(`${JSON.stringify({ id: 1, cmd: 'alert.render', args })}\n`, 'batch')
  return JSON.parse(out) as { ok: boolean }
}

describe('waxseal alert preview', () => {
  it('shows an example without an alert', async () => {
    const { code, out } = await waxseal('alert', 'preview', 'email')
    expect(code).toBe(0)
    expect(out).toContain('Subject: example.com: DMARC policy weakened from reject to none\n')
    expect(out).toContain('Change alert settings: http://localhost:3000/alerts\n')
  })

  it('has the same result as alert.render in batch', async () => {
    for (const kind of ['slack', 'teams', 'webhook', 'email']) {
      const { out } = await waxseal('alert', 'preview', '--kind', kind, '--alert', JSON.stringify(alert), '--json')
      expect(await batch({ kind, alert })).toEqual({ id: 1, ok: true, result: JSON.parse(out) as object })
      expect((await waxseal('alert', 'render', kind, '--alert', JSON.stringify(alert), '--json')).out).toBe(out)
    }
  })

  it('gives the body of a webhook', async () => {
    const bodies = await Promise.all(
      ['slack', 'teams', 'webhook'].map(kind => batch({ kind, alert, to: 'a@b.example' })),
    )
    expect(bodies).toMatchObject([
      { result: { body: { text: 'example.com: 203.0.113.5 is listed on Spamhaus ZEN' } } },
      { result: { body: { type: 'message' } } },
      { result: { body: { version: 1, delivery_id: 'preview', alerts: [alert] } } },
    ])
  })

  it('gives subject, text and HTML of an email, and its recipient', async () => {
    const productUrl = 'https://waxseal.example/x/'
    expect(await batch({ kind: 'email', alert, to: 'admin@example.com', productUrl })).toMatchObject({
      result: {
        to: 'admin@example.com',
        subject: 'example.com: 203.0.113.5 is listed on Spamhaus ZEN',
        text: expect.stringContaining('Change alert settings: https://waxseal.example/x/alerts\n') as string,
        html: expect.stringContaining('<!doctype html>') as string,
      },
    })
  })

  it.each([
    [{ alert }, '"kind" is missing'],
    [{ kind: 'sms', alert }, '"kind" must be one of email, slack, teams, webhook'],
    [{ kind: 'slack', alert: 'not JSON' }, '"alert" is not valid JSON'],
    [{ kind: 'slack', alert: [] }, '"alert" must be an object'],
    [{ kind: 'slack', alert: 7 }, '"alert" must be an object'],
    [
      { kind: 'slack', alert: { ...alert, severity: 'loud' } },
      '"alert" has no valid severity. Use one of info, warning, critical',
    ],
    [{ kind: 'email', alert, to: 'a@b.example\r\nBcc: c@d.example' }, '"to" must be an email address'],
    [{ kind: 'email', alert, to: `${'a'.repeat(300)}@b.example` }, '"to" must be an email address'],
    [{ kind: 'email', alert, productUrl: 'javascript:alert(1)' }, '"productUrl" must be an http or https URL'],
  ])('refuses %j', async (args, message) => {
    expect(await batch(args)).toEqual({ id: 1, ok: false, error: { code: 'usage', message } })
  })

  it('renders values nested too deeply to be written', async () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000)
    const args = `{"kind":"slack","alert":${JSON.stringify(alert).replace('null', deep)}}`
    const { out } = await waxsealWith(`{"id":1,"cmd":"alert.render","args":${args}}\n`, 'batch')
    expect(JSON.parse(out)).toMatchObject({ ok: true })
  })

  it('is in the help', async () => {
    expect((await waxseal('--help')).out).toContain('  alert preview  ')
    const { out } = await waxseal('help', 'alert')
    expect(out).toContain('Usage: waxseal alert preview KIND [options]')
    expect(out).toContain('In batch: {"id":1,"cmd":"alert.render","args":{"kind":"…"}}')
  })
})

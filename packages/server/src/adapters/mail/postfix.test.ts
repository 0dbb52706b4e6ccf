import { type AlertMessage, renderEmail } from '@waxseal/core/alert'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { canRunPostfix, startPostfix } from '../../testing/postfix.ts'
import { smtpTransport } from './smtp.ts'

const id = '0192f7a0-0000-7000-8000-000000000001'
const message: AlertMessage = {
  deliveryId: id,
  alerts: [
    {
      alert_type: 'dmarc_fail',
      severity: 'critical',
      domain_name: 'example.com',
      description: 'DMARC policy weakened from reject to none',
      old_value: 'v=DMARC1; p=reject',
      new_value: 'v=DMARC1; p=none',
      timestamp: '2026-11-20T09:00:00.000Z',
    },
  ],
  more: 0,
  settingsUrl: 'https://waxseal.example.org/alerts',
  unsubscribeUrl: 'https://waxseal.example.org/unsubscribe?token=1',
  productUrl: 'https://waxseal.example.org/dashboard',
}
const mailTo = (to: string) => ({
  ...renderEmail(message),
  to,
  id,
  unsubscribe: 'https://waxseal.example.org/api/alerts/unsubscribe/1',
})

describe.skipIf(!canRunPostfix)('Postfix', () => {
  let server: Awaited<ReturnType<typeof startPostfix>>
  let transport: ReturnType<typeof smtpTransport>
  beforeAll(async () => {
    server = await startPostfix()
    transport = smtpTransport({ url: server.url, from: 'Waxseal <waxseal@example.org>' })
  })
  afterAll(async () => {
    transport.close()
    await server.stop()
  })

  it('delivers an alert with its headers, its text and its HTML', async () => {
    expect(await transport.send(mailTo('alex@lab.example'))).toMatch(/^250 2\.0\.0 Ok: queued as /)
    await vi.waitFor(() => expect(server.mails()).toHaveLength(1))
    const [mail = ''] = server.mails()
    const unfolded = mail.replaceAll(/\n[ \t]+/g, ' ')
    for (const line of [
      'Subject: example.com: DMARC policy weakened from reject to none',
      `Message-ID: <${id}@example.org>`,
      'List-Unsubscribe: <https://waxseal.example.org/api/alerts/unsubscribe/1>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      'Auto-Submitted: auto-generated',
      'From: Waxseal <waxseal@example.org>',
    ]) {
      expect(unfolded).toContain(`\n${line}\n`)
    }
    expect(mail).toContain('Content-Type: text/plain')
    expect(mail).toContain('Content-Type: text/html')
  })
})

import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { toast } from 'sonner'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import { upgrade } from '../../lib/upgrade.ts'
import type { Delivery, Settings } from './api.ts'
import { AlertsPage } from './page.tsx'

const on = { state: 'on', reason: null, paused_at: null } as const
const stored: Settings = {
  email_alerts: true,
  notification_email: null,
  slack_webhook: 'https://hooks.slack.com/…wxyz',
  teams_webhook: null,
  slack_enabled: true,
  teams_enabled: false,
  alert_types: ['dmarc_fail'],
  dns_monitoring_enabled: true,
  dns_monitoring_frequency: 6,
  generic_webhook: null,
  generic_enabled: false,
  version: 3,
  channels: { email: on, slack: on, teams: { ...on, state: 'off' }, webhook: { ...on, state: 'off' } },
  allowed: true,
  mail: true,
  alerts_this_month: 0,
  alerts_limit: 1_000,
}

beforeEach(() => registerTokenGetter(() => Promise.resolve('t')))
afterEach(() => {
  cleanup()
  toast.dismiss()
  upgrade.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

type Saved = Partial<Settings>

let deliveries: Partial<Delivery>[] = []
afterEach(() => {
  deliveries = []
})

/** The page of these settings. The server answers each save in turn, and then takes all. @returns the bodies of the saves */
async function alerts(settings: Settings, ...answers: (() => Response)[]): Promise<Saved[]> {
  const saves: Saved[] = []
  let current = settings
  const replies: Record<string, () => object> = {
    '/api/alerts/settings': () => current,
    '/api/alerts/deliveries?limit=20': () => ({ deliveries }),
    '/api/watched-addresses': () => ({ addresses: [], used: 0, limit: 256, allowed: true }),
    '/api/auth/me': () => ({
      email: 'ada@kite.example',
      tier: 'pro',
      workspace: { id: 'w', name: 'Kite', role: 'owner' },
    }),
  }
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body: string }) => {
    if (method === 'PUT') {
      const part = JSON.parse(body) as Saved
      saves.push(part)
      const answer = answers.shift()
      if (answer) return Promise.resolve(answer())
      current = { ...current, ...part, version: current.version + 1 }
    }
    return Promise.resolve(Response.json(replies[path]?.() ?? {}))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <AlertsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Alert types' })
  return saves
}

const key = (which: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: which })
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }))
const toggle = (name: string): boolean => fireEvent.click(screen.getByRole('switch', { name: new RegExp(`^${name}`) }))
const type = (label: string, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const toasts = (): unknown[] => toast.getToasts().map(item => ('title' in item ? item.title : null))

describe('the alert settings', () => {
  it('say why the later alert types may be off, where the choice may be from before they came', async () => {
    const hint = /The last four alert types came later. A workspace that had chosen its alert types before has them off/
    await alerts(stored)
    await screen.findByText(hint)
    const specified: (typeof stored)['alert_types'] = [
      'health_score_drop',
      'blacklist_detection',
      'dmarc_fail',
      'high_threat',
      'dns_mx_change',
    ]
    // Who had all five got the four when they came, so this workspace has switched them off itself.
    const some: typeof specified = ['dmarc_fail', 'open_relay']
    for (const alert_types of [some, specified]) {
      cleanup()
      await alerts({ ...stored, alert_types })
      await screen.findByRole('switch', { name: /^Open relay/ })
      expect(screen.queryByText(hint)).toBeNull()
    }
  })

  it('name both ways in which the health score drops', async () => {
    await alerts(stored)
    await screen.findByText(
      'The health score of a domain falls below 70, or by 10 or more when it is below 70 already.',
    )
  })

  it('save a switch at once, as the whole object with its version', async () => {
    const saves = await alerts(stored)
    toggle('High threat')
    await vi.waitFor(() => expect(saves).toHaveLength(1))
    expect(saves[0]).toMatchObject({
      alert_types: ['dmarc_fail', 'high_threat'],
      email_alerts: true,
      slack_webhook: 'https://hooks.slack.com/…wxyz',
      version: 3,
    })
    await vi.waitFor(() => expect(toasts()).toEqual(['Settings saved']))
    await seeState('alerts-saved')
    toggle('DMARC failure')
    await vi.waitFor(() => expect(saves[1]).toMatchObject({ alert_types: ['high_threat'], version: 4 }))
  })

  it('show the frequency while monitoring is on', async () => {
    const saves = await alerts(stored)
    fireEvent.change(screen.getByLabelText('Check frequency'), { target: { value: '24' } })
    await vi.waitFor(() => expect(saves[0]).toMatchObject({ dns_monitoring_frequency: 24 }))
    toggle('Monitor DNS and MX records')
    expect(screen.queryByLabelText('Check frequency')).toBeNull()
  })

  it('after a conflict show the stored settings, say so, and keep the typed text until it is saved', async () => {
    const saves = await alerts(stored, () => Response.json({ code: 'conflict', detail: 'x' }, { status: 409 }))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    type('Notification email', 'ops@kite.example')
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await screen.findByText('The settings changed elsewhere and were reloaded')
    await seeState('alerts-conflict')
    expect(screen.getByLabelText('Notification email')).toHaveProperty('value', 'ops@kite.example')
    expect(saves).toHaveLength(1)
    press('Save my text')
    await vi.waitFor(() => expect(saves[1]).toMatchObject({ notification_email: 'ops@kite.example' }))
    await vi.waitFor(() => expect(screen.queryByText('The settings changed elsewhere and were reloaded')).toBeNull())
  })

  it('show the server’s sentence beside a webhook that it refuses', async () => {
    const detail = 'A Slack webhook URL begins with https://hooks.slack.com/.'
    await alerts(stored, () => Response.json({ code: 'validation', detail }, { status: 400 }))
    press('Replace the Slack webhook URL')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    type('Slack webhook URL', 'https://kite.example')
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    const alert = await screen.findByText(detail)
    expect(alert.getAttribute('id')).toBe(screen.getByLabelText('Slack webhook URL').getAttribute('aria-describedby'))
    expect(toasts()).toEqual(['Failed to save settings'])
    await seeState('alerts-bad-webhook')
    await seeState('alerts-save-failed')
  })

  it('take a saved webhook away only with its button, not with an empty field', async () => {
    const saves = await alerts(stored)
    press('Replace the Slack webhook URL')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    type('Slack webhook URL', 'x')
    type('Slack webhook URL', '')
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(saves).toEqual([])
    press('Keep the saved URL')
    press('Remove the Slack webhook URL')
    await vi.waitFor(() => expect(saves[0]).toMatchObject({ slack_webhook: null }))
  })

  it('are locked on a plan without alerts: a press opens the upgrade dialog', async () => {
    const saves = await alerts({ ...stored, allowed: false })
    toggle('DMARC failure')
    expect(upgrade.current()).toEqual({ feature: 'alerts', detail: null })
    expect(screen.getByRole('switch', { name: /^DMARC failure/ }).getAttribute('aria-checked')).toBe('true')
    expect(saves).toEqual([])
  })
})

describe('recent deliveries', () => {
  it('are reached by row keys: a mail to read by its line, another one by its name', async () => {
    const delivery = {
      channel: 'email',
      state: 'kept',
      attempts: 0,
      alerts: 1,
      last_error: null,
      next_try_at: null,
    } as const
    const created_at = '2026-11-25T10:00:00Z'
    deliveries = [
      { ...delivery, id: 'd1', created_at, subject: 'A kept mail', text: 'The whole mail' },
      { ...delivery, id: 'd2', created_at, subject: 'A post to Slack', text: null },
    ]
    await alerts(stored)
    const name = await screen.findByText('A post to Slack')
    key('j')
    expect(document.activeElement?.textContent).toBe('Read the mail')
    expect(document.activeElement?.closest('tr')?.textContent).toContain('A kept mail')
    key('j')
    expect(document.activeElement).toBe(name)
    key('k')
    key('k')
    expect(document.activeElement?.textContent).toBe('Read the mail')
  })
})

import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { seeState } from '../../lib/see-state.fixture.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { aConfiguration, aList } from './flattening.fixture.ts'
import { button, leave, manager, press, refused, shown, toasts } from './manager.fixture.tsx'

afterEach(leave)

describe('the list', () => {
  it('is empty only after an empty answer', async () => {
    await manager()
    screen.getByText('No SPF flattening configurations yet')
    screen.getByText('Create your first configuration to get started')
    await seeState('flattening-empty')
  })

  it('below Pro shows the configurations, and creating opens the upgrade dialog', async () => {
    await manager({ list: aList([aConfiguration({ status: 'paused' })], { allowed: false, limit: 0 }) })
    screen.getByRole('region', { name: 'kite.example' })
    press('New Configuration')
    expect(upgrade.current()).toEqual({ feature: 'spf_flattening', detail: null })
    expect(screen.queryByLabelText('Domain')).toBeNull()
  })

  it('at the limit opens the upgrade dialog too', async () => {
    await manager({ list: aList([aConfiguration()], { limit: 1 }) })
    press('New Configuration')
    expect(upgrade.current()?.feature).toBe('spf_flattening')
  })

  it('lets a viewer look, and says who may change', async () => {
    await manager({ list: aList([aConfiguration()]), role: 'viewer' })
    await vi.waitFor(() => expect(button(/^Delete/).getAttribute('aria-disabled')).toBe('true'))
    press(/^Delete/)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(toasts()).toEqual([expect.stringMatching(/^Your role in this workspace does not allow this/)])
  })

  it('is asked for again every 15 seconds while DNS has not caught up, and not after', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const waiting = aList([aConfiguration({ publication: 'waiting', status: 'pending' })])
    const live = aList([aConfiguration()])
    const path = 'GET /spf-flattening/configurations'
    const sent = await manager({ answers: { [path]: [() => Response.json(waiting), () => Response.json(live)] } })
    const asked = (): number => sent.filter(({ call }) => call === path).length
    expect(asked()).toBe(1)
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    await screen.findByText('live on DNS')
    expect(asked()).toBe(2)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(asked()).toBe(2)
  })

  it('that cannot be loaded says so, with Retry', async () => {
    const answers = {
      'GET /spf-flattening/configurations': [refused(400, 'validation', 'x'), () => Response.json(aList([]))],
    }
    const page = manager({ answers })
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await shown('Failed to load SPF configurations')
    await page
    screen.getByText('No SPF flattening configurations yet')
  })
})

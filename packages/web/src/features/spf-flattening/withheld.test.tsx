import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Configuration } from './api.ts'
import { aConfiguration, aList } from './flattening.fixture.ts'
import { leave, manager, press, refused, shown } from './manager.fixture.tsx'

afterEach(leave)

const changesWait = 'Upstream changes wait for your decision'
const path = 'POST /spf-flattening/configurations/c1/decision'

const waiting = (fields: object = {}): Configuration =>
  aConfiguration({
    withheld: {
      ipv4_addresses: 0,
      ipv6_networks: 0,
      kept: [],
      since: '2026-11-20T10:00:00Z',
      applies_at: null,
      additions: {
        version: 'v1',
        since: '2026-11-20T10:00:00Z',
        acceptable: true,
        sources: [
          {
            term: 'include:_spf.mailhost.example',
            ipv4_addresses: 65_536,
            ipv6_networks: 0,
            addresses: ['10.0.0.0/16'],
            more_addresses: 0,
            kept: ['exists:%{i}.new.example'],
          },
        ],
        ...fields,
      },
    },
  })

describe('additions that wait for a decision', () => {
  it('are named, and the proof does not claim that the record is identical', async () => {
    await manager({ list: aList([waiting()]) })
    screen.getByText(changesWait)
    const item = within(screen.getByRole('list', { name: 'Additions that wait' })).getByRole('listitem')
    expect(item.textContent).toBe(
      'include:_spf.mailhost.example 65,536 IPv4 addressesexists:%{i}.new.example 10.0.0.0/16',
    )
    screen.getByText(/but for the additions that you did not accept/)
    expect(screen.queryByText(/^Identical/)).toBeNull()
    expect(screen.queryByText(/^Removals wait/)).toBeNull()
  })

  it.each([
    ['Accept the additions of kite.example', 'accept', 'Additions accepted'],
    ['Keep out the additions of kite.example', 'keep_out', 'Additions kept out'],
  ])('%s', async (name, decision, text) => {
    const sent = await manager({
      list: aList([waiting()]),
      answers: { [path]: [() => Response.json(aConfiguration())] },
    })
    press(name)
    await shown(text)
    expect(sent.find(({ call }) => call === path)?.body).toEqual({ decision, version: 'v1' })
  })

  it('that changed meanwhile say so', async () => {
    const detail = 'Other additions wait by now. Reload the page and decide about those.'
    await manager({ list: aList([waiting()]), answers: { [path]: [refused(409, 'conflict', detail)] } })
    press('Accept the additions of kite.example')
    await shown(detail)
  })

  it('that are too wide can only be kept out', async () => {
    await manager({ list: aList([waiting({ acceptable: false })]) })
    expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull()
    press('Keep out the additions of kite.example')
  })

  it('are what a check says, in place of “no changes”', async () => {
    const reply = { changes_detected: false, configuration: waiting() }
    await manager({
      list: aList([aConfiguration()]),
      answers: { 'POST /spf-flattening/configurations/c1/check': [() => Response.json(reply)] },
    })
    press('Check for Updates')
    await shown(changesWait)
  })

  it('cannot be decided by a viewer', async () => {
    await manager({ list: aList([waiting()]), role: 'viewer' })
    await vi.waitFor(() =>
      expect(screen.getByRole('button', { name: /^Accept/ }).getAttribute('aria-disabled')).toBe('true'),
    )
  })

  it('that are kept out are named, with the way back', async () => {
    await manager({
      list: aList([
        aConfiguration({ kept_out: { ipv4_addresses: 65_536, ipv6_networks: 0, kept: ['ptr:a.example'] } }),
      ]),
    })
    screen.getByText(/these do not pass SPF: 65,536 IPv4 addresses, ptr:a.example. To decide again/)
  })
})

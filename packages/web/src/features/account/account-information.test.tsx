import { cleanup, render, screen } from '@testing-library/react'
import type { Subscription } from '@waxseal/core/plan'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import type { Me } from '../../lib/queries.ts'
import { SessionProvider } from '../../lib/session/session.tsx'
import type { AuthClient } from '../../lib/session/state.ts'
import { AccountInformation } from './account-information.tsx'

afterEach(cleanup)

const client = {
  hosted: () => null,
  state: () => ({ status: 'signed-out' }),
  subscribe: () => () => {},
  load: async () => {},
} as unknown as AuthClient

const end = new Date('2026-12-20T12:00:00Z')
const pro: Subscription = {
  plan: 'pro',
  period: 'monthly',
  status: 'cancelled',
  currentPeriodEnd: end,
  pastDueSince: null,
  scheduled: null,
}

it.each([
  ['Active', 'without a subscription', null, end],
  ['Active', 'with a paid one', { ...pro, status: 'active' }, end],
  ['Past due', 'with an unpaid one', { ...pro, status: 'past_due', pastDueSince: end }, end],
  ['Cancelled', 'until a canceled one ends', pro, new Date(end.getTime() - 1)],
  ['Active', 'when a canceled one has ended', pro, end],
] as const)('the account is %s %s', (status, _, present, at) => {
  render(
    <MemoryRouter>
      <SessionProvider client={client}>
        <AccountInformation
          me={{ created_at: '2026-01-15T12:00:00Z' } as Me}
          billing={{ state: 'ready', present: present && { ...present, credit: 0, onHold: null }, at }}
        />
      </SessionProvider>
    </MemoryRouter>,
  )
  expect(screen.getByText('Account Status').nextElementSibling?.textContent).toBe(status)
})

import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import type { Tier } from '@waxseal/core/plan'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { createQueryClient } from '../../lib/query.ts'
import { useBilling } from './billing-api.ts'
import { ComparePlans } from './compare-plans.tsx'
import { SubscriptionCard } from './subscription-card.tsx'

interface Shown {
  tier?: Tier
  subscription?: object | null
  scheduled?: object
  role?: string
  billing?: string
  /** The answers to what is sent, in order; the last one is repeated. */
  answers?: (() => Response)[]
}

/** The plans and the subscription of a workspace. @returns what is sent, in order */
export async function shown(state: Shown): Promise<unknown[]> {
  const { tier = 'free', subscription = null, role = 'owner', billing = 'test', answers = [] } = state
  let scheduled = state.scheduled ?? { scheduled: false }
  const sent: unknown[] = []
  const replies: Record<string, () => object> = {
    '/api/config': () => ({ billing }),
    '/api/auth/me': () => ({ tier, workspace: { id: 'w', name: 'Kite', role }, workspaces: [] }),
    '/api/payments/subscription': () => ({ subscription }),
    '/api/payments/scheduled-downgrade': () => scheduled,
  }
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body?: string | null }) => {
    if (method === 'GET') return Promise.resolve(Response.json(replies[path]?.()))
    sent.push(body ? JSON.parse(body) : path)
    const answer = answers[Math.min(sent.length, answers.length) - 1]
    if (path === '/api/payments/cancel-downgrade') scheduled = { scheduled: false }
    return Promise.resolve(answer ? answer() : Response.json({ cancelled: true }))
  })
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <Sections tier={tier} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  if (billing !== 'off') await screen.findByText('Current plan', { selector: 'p' })
  return sent
}

function Sections({ tier }: { tier: Tier }): ReactNode {
  const billing = useBilling()
  if (billing === null) return null
  return (
    <>
      <SubscriptionCard tier={tier} billing={billing} />
      <ComparePlans tier={tier} billing={billing} />
    </>
  )
}

export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const click = (name: string | RegExp) => fireEvent.click(button(name))
export const page = () => Response.json({ url: `${window.location.origin}/#pay` })
/** What the preview of a first purchase says. */
export const purchase = () => Response.json({ purchase: true, price: 49 })
export const refused = (status: number, detail: string) => () => Response.json({ detail, code: 'conflict' }, { status })

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Role } from '@waxseal/core/plan'
import { MemoryRouter } from 'react-router'
import { toast } from 'sonner'
import { expect, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { forgetDrafts } from '../../lib/drafts.ts'
import { createQueryClient } from '../../lib/query.ts'
import { upgrade } from '../../lib/upgrade.ts'
import type { Flattening } from './api.ts'
import { aList } from './flattening.fixture.ts'
import { SpfFlatteningPage } from './page.tsx'

/** After each test. */
export function leave(): void {
  cleanup()
  toast.dismiss()
  upgrade.close()
  forgetDrafts()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
}

export interface Sent {
  call: string
  body: unknown
}

interface World {
  list?: Flattening
  role?: Role
  /** Answers of single calls, as `POST /spf-flattening/flatten`, each in turn and the last one from then on. */
  answers?: Record<string, (() => Response | Promise<Response>)[]>
}

/** A refusal of the server. */
export const refused = (status: number, code: string, detail: string) => () =>
  Response.json({ code, detail }, { status })

/** The page in a workspace with two domains. @returns what was sent to the server */
export async function manager({ list = aList([]), role = 'owner', answers = {} }: World = {}): Promise<Sent[]> {
  // Another file of this process may have left a form open.
  forgetDrafts()
  registerTokenGetter(() => Promise.resolve('t'))
  vi.spyOn(console, 'error').mockReturnValue()
  const sent: Sent[] = []
  const replies: Record<string, object> = {
    'GET /spf-flattening/configurations': list,
    'GET /domains': ['kite.example', 'swan.example'].map(name => ({ id: name, domain_name: name, last_scan: null })),
    'GET /auth/me': { email: 'ada@kite.example', tier: 'pro', workspace: { id: 'w', name: 'Kite', role } },
  }
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body: string | null }) => {
    const call = `${method} ${path.replace('/api', '')}`
    sent.push({ call, body: body === null ? null : JSON.parse(body) })
    const [answer, ...others] = answers[call] ?? []
    if (answer === undefined) return Promise.resolve(Response.json(replies[call] ?? {}))
    if (others.length > 0) answers[call] = others
    return Promise.resolve(answer())
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <SpfFlatteningPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: 'New Configuration' })
  return sent
}

export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name })
export const press = (name: string | RegExp): boolean => fireEvent.click(button(name))
export const toasts = (): unknown[] => toast.getToasts().map(item => ('title' in item ? item.title : null))
export const shown = (text: string): Promise<void> => vi.waitFor(() => expect(toasts()).toContain(text))

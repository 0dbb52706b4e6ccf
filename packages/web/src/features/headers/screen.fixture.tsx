import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Role, Tier } from '@waxseal/core/plan'
import { MemoryRouter, useLocation } from 'react-router'
import { toast } from 'sonner'
import { vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { anAnalysis } from './analysis.fixture.ts'
import type { Analysis, StoredAnalysis } from './api.ts'
import { HeadersPage } from './page.tsx'

/** After each test. */
export function leave(): void {
  cleanup()
  toast.dismiss()
  upgrade.close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
}

interface Sent {
  call: string
  body: unknown
}

interface World {
  /** The stored analysis `a1`, and what an analysis returns. */
  analysis?: Analysis
  stored?: StoredAnalysis[]
  at?: string
  role?: Role
  tier?: Tier
  billing?: 'off' | 'test'
  /** Answers of single calls, as `POST /headers/analyze`, each in turn and the last one from then on. */
  answers?: Record<string, (() => Response | Promise<Response>)[]>
}

export const refused =
  (status: number, code: string, detail: string, fields: object = {}) =>
  () =>
    Response.json({ code, detail, ...fields }, { status })

/** The page. @returns what was sent to the server */
export function analyzer(world: World = {}): Sent[] {
  const { analysis = anAnalysis(), stored = [], at = '/headers', role = 'owner', tier = 'pro', answers = {} } = world
  registerTokenGetter(() => Promise.resolve('t'))
  vi.spyOn(console, 'error').mockReturnValue()
  const sent: Sent[] = []
  const replies: Record<string, object> = {
    'GET /headers': { analyses: stored },
    'GET /headers/a1': analysis,
    'POST /headers/analyze': analysis,
    'GET /auth/me': { email: 'ada@kite.example', tier, workspace: { id: 'w', name: 'Kite', role } },
    'GET /config': { billing: world.billing ?? 'test' },
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
      <MemoryRouter initialEntries={[at]}>
        <HeadersPage />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return sent
}

/** The page with the analysis `a1` open. */
export async function opened(world: World = {}): Promise<Sent[]> {
  const sent = analyzer({ ...world, at: '/headers?analysis=a1' })
  await screen.findByRole('heading', { name: 'Threat Assessment' })
  return sent
}

function Address() {
  return <output data-testid="address">{useLocation().search}</output>
}

export const address = (): string | null => screen.getByTestId('address').textContent
export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name })
export const press = (name: string | RegExp): boolean => fireEvent.click(button(name))
/** Opens a tab, as the mouse does. */
export const tab = (name: string): boolean => fireEvent.mouseDown(screen.getByRole('tab', { name }), { button: 0 })
export const toasts = (): unknown[] => toast.getToasts().map(item => ('title' in item ? item.title : null))
export const shown = (text: string): Promise<void> =>
  vi.waitFor(() => {
    if (!toasts().includes(text)) throw new Error(`the toasts are ${JSON.stringify(toasts())}`)
  })

import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { analyzeScanRoute, askAboutScanRoute } from '@waxseal/contract/routes'
import type { Tier } from '@waxseal/core/plan'
import { type ReactNode, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { type AnswerStream, anAnswerStream } from './answer-stream.fixture.ts'
import { AskAi } from './ask-ai.tsx'

export const analysisFailed = 'Failed to generate analysis. Please try again.'
export const responseFailed = 'Failed to get response. Please try again.'
export const hint = "Ask me anything about your domain's security"
export const example = 'Why is my DMARC policy important?'

// What is loaded when it is first needed takes longer on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

/** Before each test. */
export function enter(): void {
  registerTokenGetter(() => Promise.resolve('t'))
  vi.spyOn(console, 'warn').mockReturnValue()
  // jsdom lays out nothing. Motion is reduced: the typing has tests of its own.
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
}

/** After each test. */
export function leave(): void {
  cleanup()
  upgrade.close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
}

export interface Sent {
  path: string
  body: unknown
  signal: AbortSignal
  stream: AnswerStream
}

export interface World {
  tier?: Tier
  /** Refuses each call of the assistant. */
  refusal?: { status: number; body: object }
}

/** The button on a report. @returns the calls of the assistant, each with its stream */
export function report({ tier = 'pro', refusal }: World = {}): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', (path: string, { body, signal }: { body: string | null; signal: AbortSignal }) => {
    if (path === '/api/auth/me') return Promise.resolve(Response.json({ tier, workspace: { role: 'owner' } }))
    if (path === '/api/config') return Promise.resolve(Response.json({ billing: 'test' }))
    const stream = anAnswerStream()
    sent.push({ path, body: body === null ? null : JSON.parse(body), signal, stream })
    return Promise.resolve(refusal ? Response.json(refusal.body, { status: refusal.status }) : stream.response)
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Report />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return sent
}

export function Report(): ReactNode {
  const [version, setVersion] = useState(1)
  const subject = {
    id: 'd1',
    title: 'example.com',
    calls: { analyze: analyzeScanRoute, ask: askAboutScanRoute },
    hint,
    example,
  }
  return (
    <>
      <AskAi subject={subject} version={`${version}`} />
      <button type="button" onClick={() => setVersion(version + 1)}>
        Rescan
      </button>
    </>
  )
}

export const askAi = (): HTMLElement => screen.getByRole('button', { name: 'Ask AI', hidden: true })
export const panel = () => within(screen.getByRole('dialog', { name: 'example.com' }))
export const field = (): HTMLElement => panel().getByPlaceholderText('Ask a question...')
export const press = (name: string): boolean => fireEvent.click(panel().getByRole('button', { name }))
export const close = (): boolean => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })

export async function open(): Promise<void> {
  askAi().focus()
  fireEvent.click(askAi())
  await screen.findByRole('dialog')
}

export const nth = async (sent: Sent[], index: number): Promise<Sent> => {
  await waitFor(() => expect(sent.length).toBeGreaterThan(index))
  return sent[index] as Sent
}

/** The panel after its analysis. */
export async function analyzed(world: World = {}): Promise<Sent[]> {
  const sent = report(world)
  await open()
  const { stream } = await nth(sent, 0)
  await act(() => stream.ends('All is well.', '<p>All is <strong>well</strong>.</p>'))
  await panel().findByPlaceholderText('Ask a question...')
  return sent
}

export async function ask(question: string): Promise<void> {
  fireEvent.change(field(), { target: { value: question } })
  await act(async () => fireEvent.keyDown(field(), { key: 'Enter' }))
}

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { toast } from 'sonner'
import { vi } from 'vitest'
import { type AnswerStream, anAnswerStream } from '../../components/assistant/answer-stream.fixture.ts'
import { registerTokenGetter } from '../../lib/api.ts'
import { forgetDrafts } from '../../lib/drafts.ts'
import { createQueryClient } from '../../lib/query.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { chooseWorkspace } from '../../lib/workspace.ts'
import type { ChatMessage } from './api.ts'
import { ChatPage } from './page.tsx'

// What is loaded when it is first needed takes longer on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

/** Before each test. */
export function enter(): void {
  registerTokenGetter(() => Promise.resolve('t'))
  vi.spyOn(console, 'error').mockReturnValue()
  // jsdom lays out nothing. Motion is reduced: the typing has tests of its own.
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
}

/** After each test. */
export function leave(): void {
  cleanup()
  forgetDrafts()
  chooseWorkspace(null)
  toast.dismiss()
  upgrade.close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
}

export interface Sent {
  body: unknown
  accept: string | null
  signal: AbortSignal
  stream: AnswerStream
}

const unlimited = { messages_today: 0, limit: null, resets_at: '2026-11-21T00:00:00Z' }

export interface World {
  messages?: ChatMessage[]
  today?: { messages_today: number; limit: number | null; resets_at: string }
  /** The answers of single calls, in place of the usual one. */
  answers?: Record<string, () => Response | Promise<Response>>
}

/** The page. @returns the messages that were sent, each with the stream of its answer */
export function chat({ messages = [], answers = {}, today = unlimited }: World = {}): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal(
    'fetch',
    (path: string, init: { method: string; body: string; headers: Headers; signal: AbortSignal }) => {
      const call = `${init.method} ${path.replace('/api', '')}`
      const answer = answers[call]
      if (call === 'POST /chat/query') {
        const stream = anAnswerStream()
        sent.push({ body: JSON.parse(init.body), accept: init.headers.get('accept'), signal: init.signal, stream })
        if (answer === undefined) return Promise.resolve(stream.response)
      }
      if (answer !== undefined) return Promise.resolve(answer())
      if (call === 'GET /usage/chat-today') return Promise.resolve(Response.json(today))
      return Promise.resolve(
        call.startsWith('DELETE') ? new Response(null, { status: 204 }) : Response.json({ messages }),
      )
    },
  )
  client = createQueryClient()
  show()
  return sent
}

let client = createQueryClient()

/** The queries of the page. */
export const queries = (): QueryClient => client

/** Opens the page again. */
export const show = () =>
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ChatPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )

export const stored = {
  id: 'm1',
  message: 'Is SPF fine?',
  response: '<p>Yes, <strong>it is</strong>.</p>',
  created_at: '2026-11-25T10:00:00Z',
}
export const suggestions = [
  'Is my domain secure?',
  'What domains need attention?',
  'Explain DMARC policy',
  'Check blacklist status',
  'How do I improve deliverability?',
]
export const field = (): Promise<HTMLElement> => screen.findByPlaceholderText('Ask a question...')
export const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }))
export const announced = (): string => document.querySelector('[aria-live=polite]')?.textContent ?? ''
export const toasts = (): unknown[] => toast.getToasts().map(item => ('title' in item ? item.title : null))

export async function ask(question: string): Promise<void> {
  fireEvent.change(await field(), { target: { value: question } })
  await act(async () => fireEvent.keyDown(await field(), { key: 'Enter' }))
}

export const refused = (status: number, body: object) => () => Response.json(body, { status })

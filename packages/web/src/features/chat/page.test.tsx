import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { toast } from 'sonner'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AnswerStream, anAnswerStream } from '../../components/assistant/answer-stream.fixture.ts'
import { registerTokenGetter } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query.ts'
import { upgrade } from '../../lib/upgrade.ts'
import type { ChatMessage } from './api.ts'
import { ChatPage } from './page.tsx'

// What is loaded when it is first needed takes longer on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

beforeEach(() => {
  registerTokenGetter(() => Promise.resolve('t'))
  vi.spyOn(console, 'error').mockReturnValue()
  // jsdom lays out nothing. Motion is reduced: the typing has tests of its own.
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
})

afterEach(() => {
  cleanup()
  toast.dismiss()
  upgrade.close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

interface Sent {
  body: unknown
  accept: string | null
  signal: AbortSignal
  stream: AnswerStream
}

interface World {
  messages?: ChatMessage[]
  /** The answers of single calls, in place of the usual one. */
  answers?: Record<string, () => Response | Promise<Response>>
}

/** The page. @returns the messages that were sent, each with the stream of its answer */
function chat({ messages = [], answers = {} }: World = {}): Sent[] {
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
      return Promise.resolve(
        call.startsWith('DELETE') ? new Response(null, { status: 204 }) : Response.json({ messages }),
      )
    },
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ChatPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return sent
}

const stored = {
  id: 'm1',
  message: 'Is SPF fine?',
  response: '<p>Yes, <strong>it is</strong>.</p>',
  created_at: '2026-11-25T10:00:00Z',
}
const suggestions = [
  'Is my domain secure?',
  'What domains need attention?',
  'Explain DMARC policy',
  'Check blacklist status',
  'How do I improve deliverability?',
]
const field = (): Promise<HTMLElement> => screen.findByPlaceholderText('Ask a question...')
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }))
const toasts = (): unknown[] => toast.getToasts().map(item => ('title' in item ? item.title : null))

async function ask(question: string): Promise<void> {
  fireEvent.change(await field(), { target: { value: question } })
  await act(async () => fireEvent.keyDown(await field(), { key: 'Enter' }))
}

const refused = (status: number, body: object) => () => Response.json(body, { status })

describe('the history', () => {
  it('is loaded, and shown with its answers', async () => {
    chat({ messages: [stored] })
    screen.getByRole('heading', { level: 1, name: 'AI Security Assistant' })
    screen.getByText('Loading your messages')
    await screen.findByText('Is SPF fine?')
    screen.getByText('it is', { selector: 'strong' })
    expect(document.title).toBe('AI Security Assistant · Waxseal')
  })

  it('that cannot be loaded says so, and is loaded again on demand', async () => {
    const answers: World['answers'] = { 'GET /chat/history': refused(404, {}) }
    chat({ messages: [stored], answers })
    await screen.findByText('Your messages could not be loaded')
    expect(screen.queryByPlaceholderText('Ask a question...')).toBeNull()
    delete answers['GET /chat/history']
    press('Retry')
    await screen.findByText('Is SPF fine?')
  })

  it('that is empty has suggestions and nothing to clear', async () => {
    const sent = chat()
    await field()
    expect(screen.queryByRole('button', { name: 'Clear History' })).toBeNull()
    for (const suggestion of suggestions) screen.getByRole('button', { name: suggestion })
    press('Explain DMARC policy')
    await waitFor(() => expect(sent[0]?.body).toEqual({ message: 'Explain DMARC policy' }))
    expect(document.activeElement).toBe(await field())
  })

  it('is cleared after a question', async () => {
    chat({ messages: [stored] })
    await screen.findByText('Is SPF fine?')
    press('Clear History')
    await screen.findByRole('alertdialog')
    expect(screen.getByText('Is SPF fine?')).toBeTruthy()
    press('Clear History')
    await waitFor(() => expect(screen.queryByText('Is SPF fine?')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Clear History' })).toBeNull()
  })

  it('stays when it cannot be cleared', async () => {
    chat({ messages: [stored], answers: { 'DELETE /chat/history': refused(500, {}) } })
    await screen.findByText('Is SPF fine?')
    press('Clear History')
    await screen.findByRole('alertdialog')
    press('Clear History')
    await waitFor(() => expect(toasts()).toContain('Failed to clear chat history'))
    screen.getByText('Is SPF fine?')
  })
})

describe('a message', () => {
  it('is trimmed and shown at once without an answer, which then fills in', async () => {
    const sent = chat({ messages: [stored] })
    await ask('  And DKIM?\n')
    screen.getByText('And DKIM?')
    screen.getByText('Waiting for the answer...', { selector: 'p' })
    expect(sent).toMatchObject([{ body: { message: 'And DKIM?' }, accept: 'text/event-stream' }])
    await act(async () => sent[0]?.stream.gives('It is'))
    await screen.findByText('It is')
    await act(async () => sent[0]?.stream.ends(' too.', '<p>It is <strong>too</strong>.</p>', 'm2'))
    await screen.findByText('too', { selector: 'strong' })
    expect(screen.getAllByText('And DKIM?')).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Clear History' })).toHaveProperty('disabled', false)
  })

  it('stays in its place when the next one is sent', async () => {
    const sent = chat()
    await ask('First')
    await act(async () => sent[0]?.stream.ends('One.', '<p>One.</p>', 'm1'))
    await ask('Second')
    await act(async () => sent[1]?.stream.ends('Two.', '<p>Two.</p>', 'm2'))
    await screen.findByText('Two.', { selector: 'p' })
    expect(document.body.textContent).toMatch(/First.*One\..*Second.*Two\./s)
  })

  it.each(['', '  \n '])('is not sent when it is %j', async text => {
    const sent = chat()
    await ask(text)
    press('Send')
    expect(sent).toEqual([])
  })

  it('is not sent while an answer is awaited', async () => {
    const sent = chat()
    await ask('First')
    await ask('Second')
    press('Explain DMARC policy')
    expect(sent).toHaveLength(1)
    expect(await field()).toHaveProperty('value', 'Second')
  })

  it('whose call fails is removed, with a toast, and its text is back in the field', async () => {
    const sent = chat()
    await ask('And DKIM?')
    await act(async () => sent[0]?.stream.fails('Failed to get response. Please try again.'))
    await waitFor(() => expect(toasts()).toEqual(['Failed to get AI response']))
    expect(screen.queryByText('And DKIM?', { selector: 'div' })).toBeNull()
    expect(await field()).toHaveProperty('value', 'And DKIM?')
  })

  it('beyond the limit of the day opens the upgrade dialog with the words of the server', async () => {
    const detail = 'Daily chat limit reached. Upgrade to Pro for unlimited messages.'
    chat({ answers: { 'POST /chat/query': refused(403, { code: 'chat_limit', detail }) } })
    await ask('And DKIM?')
    await waitFor(() => expect(upgrade.current()).toEqual({ feature: 'chat', detail }))
    expect(toasts()).toEqual([])
    expect(await field()).toHaveProperty('value', 'And DKIM?')
  })

  it('can be stopped: what has arrived stays, and it is said that it is not saved', async () => {
    const sent = chat()
    await ask('And DKIM?')
    await act(async () => sent[0]?.stream.gives('It is'))
    await screen.findByText('It is')
    press('Stop')
    expect(sent[0]?.signal.aborted).toBe(true)
    screen.getByText('Your message and this answer are not saved.')
    screen.getByText('It is')
    expect(toasts()).toEqual([])
  })

  it('is given up when the page is left', async () => {
    const sent = chat()
    await ask('And DKIM?')
    cleanup()
    expect(sent[0]?.signal.aborted).toBe(true)
    expect(toasts()).toEqual([])
  })
})

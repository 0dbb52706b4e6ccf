import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seeState } from '../../lib/see-state.fixture.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { chooseWorkspace } from '../../lib/workspace.ts'
import type { ChatMessage } from './api.ts'
import {
  announced,
  ask,
  chat,
  enter,
  field,
  leave,
  press,
  queries,
  refused,
  show,
  stored,
  suggestions,
  toasts,
  type World,
} from './page.fixture.tsx'

beforeEach(enter)
afterEach(leave)

describe('the history', () => {
  it('is loaded, and shown with its answers', async () => {
    chat({ messages: [stored] })
    screen.getByRole('heading', { level: 1, name: 'AI Security Assistant' })
    screen.getByText('Loading your messages')
    await seeState('chat-loading')
    await screen.findByText('Is SPF fine?')
    screen.getByText('it is', { selector: 'strong' })
    expect(document.title).toBe('AI Security Assistant · Waxseal')
  })

  it('that cannot be loaded says so, and is loaded again on demand', async () => {
    const answers: World['answers'] = { 'GET /chat/history': refused(404, {}) }
    chat({ messages: [stored], answers })
    await screen.findByText('Your messages could not be loaded')
    await seeState('chat-failed')
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
    await waitFor(async () => expect(document.activeElement).toBe(await field()))
  })

  it('that is cleared is silent about its last answer', async () => {
    const sent = chat()
    await ask('And DKIM?')
    await act(async () => sent[0]?.stream.ends('Fine.', '<p>Fine.</p>', 'm2'))
    await waitFor(() => expect(announced()).toBe('Fine.'))
    press('Clear History')
    await screen.findByRole('alertdialog')
    press('Clear History')
    await waitFor(() => expect(announced()).toBe(''))
  })

  it('is loaded again after a stop and after a failure: the server may have stored the answer', async () => {
    const messages: ChatMessage[] = []
    const sent = chat({ messages })
    await ask('First')
    messages.push({ ...stored, id: 'm1', message: 'First' })
    press('Stop')
    await act(async () => sent[0]?.stream.breaks(''))
    await screen.findByText('it is')
    expect(screen.getAllByText('First')).toHaveLength(1)
    expect(screen.queryByText('Your message and this answer are not saved.')).toBeNull()
    await ask('Second')
    messages.push({ ...stored, id: 'm2', message: 'Second', response: '<p>Stored</p>' })
    await act(async () => sent[1]?.stream.breaks('Sto'))
    await screen.findByText('Stored')
  })

  it('has no message any more that another tab deleted', async () => {
    const sent = chat()
    await ask('And DKIM?')
    await act(async () => sent[0]?.stream.ends('Fine.', '<p>Fine.</p>', 'm2'))
    await screen.findByText('Fine.', { selector: 'p' })
    await act(() => queries().invalidateQueries())
    await waitFor(() => expect(screen.queryByText('And DKIM?')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Clear History' })).toBeNull()
  })

  it('stays when it cannot be cleared', async () => {
    chat({ messages: [stored], answers: { 'DELETE /chat/history': refused(500, {}) } })
    await screen.findByText('Is SPF fine?')
    press('Clear History')
    await screen.findByRole('alertdialog')
    press('Clear History')
    await waitFor(() => expect(toasts()).toContain('Failed to clear chat history'))
    await seeState('chat-clear-failed')
    screen.getByText('Is SPF fine?')
  })
})

describe('a message', () => {
  it('is trimmed and shown at once without an answer, which then fills in', async () => {
    const sent = chat({ messages: [stored] })
    await ask('  And DKIM?\n')
    screen.getByText('And DKIM?')
    screen.getByText('Waiting for the answer...', { selector: 'p' })
    await seeState('chat-waiting')
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

  it('and its answer are the same elements when the next one is sent, and a stopped one stays', async () => {
    const messages: ChatMessage[] = []
    const sent = chat({ messages })
    await ask('First')
    messages.push({ ...stored, id: 'm1', message: 'First' })
    await act(async () => sent[0]?.stream.ends('One.', '<p>One.</p>', 'm1'))
    const first = await screen.findByRole('article', { name: 'First' })
    await ask('Second')
    await act(async () => sent[1]?.stream.gives('Two'))
    press('Stop')
    await act(async () => sent[1]?.stream.breaks(''))
    await ask('Third')
    messages.push({ ...stored, id: 'm3', message: 'Third' })
    await act(async () => sent[2]?.stream.ends('Three.', '<p>Three.</p>', 'm3'))
    await act(() => queries().invalidateQueries())
    const articles = (await screen.findAllByRole('article')).map(part => part.getAttribute('aria-label'))
    expect(articles).toEqual(['First', 'Second', 'Third'])
    expect(first.isConnected).toBe(true)
    screen.getByText('Your message and this answer are not saved.')
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
    await seeState('chat-send-failed')
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
    await seeState('chat-stopped')
    screen.getByText('It is')
    expect(toasts()).toEqual([])
  })

  it('is given up when the page is left, and its text is in the field on the next visit', async () => {
    const sent = chat()
    await ask('And DKIM?')
    cleanup()
    expect(sent[0]?.signal.aborted).toBe(true)
    expect(toasts()).toEqual([])
    show()
    expect(await field()).toHaveProperty('value', 'And DKIM?')
  })

  it('that is not sent yet is kept when the page is left', async () => {
    chat()
    fireEvent.change(await field(), { target: { value: 'And DK' } })
    cleanup()
    show()
    expect(await field()).toHaveProperty('value', 'And DK')
  })

  it('whose call fails does not have its waiting announced any longer', async () => {
    const sent = chat()
    await ask('And DKIM?')
    expect(announced()).toBe('Waiting for the answer...')
    await act(async () => sent[0]?.stream.fails('Failed'))
    await waitFor(() => expect(announced()).toBe(''))
  })
})

describe('after a change of the workspace', () => {
  it('a running answer ends, and neither it nor the question is shown or kept', async () => {
    const sent = chat()
    await ask('And DKIM?')
    await act(async () => sent[0]?.stream.gives('It is'))
    await screen.findByText('It is')
    act(() => chooseWorkspace('kite'))
    expect(sent[0]?.signal.aborted).toBe(true)
    await act(async () => sent[0]?.stream.ends(' too.', '<p>It is too.</p>', 'm2'))
    expect(await field()).toHaveProperty('value', '')
    expect(document.body.textContent).not.toMatch(/DKIM|It is/)
    await ask('Next')
    await act(async () => sent[1]?.stream.ends('Yes.', '<p>Yes.</p>', 'm3'))
    await screen.findByText('Yes.', { selector: 'p' })
    expect(document.body.textContent).not.toMatch(/DKIM|It is/)
  })

  it('a complete answer and the typed text are gone', async () => {
    const sent = chat()
    await ask('And DKIM?')
    await act(async () => sent[0]?.stream.ends('Fine.', '<p>Fine.</p>', 'm2'))
    await screen.findByText('Fine.', { selector: 'p' })
    fireEvent.change(await field(), { target: { value: 'Also' } })
    act(() => chooseWorkspace('kite'))
    expect(await field()).toHaveProperty('value', '')
    expect(document.body.textContent).not.toMatch(/DKIM|Fine/)
  })
})

import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seeState } from '../../lib/see-state.fixture.ts'
import { upgrade } from '../../lib/upgrade.ts'
import {
  analysisFailed,
  analyzed,
  ask,
  askAi,
  close,
  enter,
  example,
  field,
  hint,
  leave,
  nth,
  open,
  panel,
  press,
  report,
  responseFailed,
} from './ask-ai.fixture.tsx'

beforeEach(enter)
afterEach(leave)

describe('the panel', () => {
  it('is titled with the domain, and analyzes by itself when it is first opened', async () => {
    const sent = report()
    expect(sent).toEqual([])
    await open()
    const { path, body, stream } = await nth(sent, 0)
    expect([path, body]).toEqual(['/api/diagnostics/ai-analysis/d1', null])
    panel().getByText('Analyzing...', { selector: 'p' })
    await seeState('assistant-waiting')
    expect(panel().queryByPlaceholderText('Ask a question...')).toBeNull()
    await act(() => stream.gives('All is'))
    await panel().findByText('All is')
    expect(panel().getByText('All is').closest('[aria-live]')?.getAttribute('aria-live')).toBe('off')
    expect(panel().getByText('All is').closest('[aria-busy]')?.getAttribute('aria-busy')).toBe('true')
    expect(panel().queryByPlaceholderText('Ask a question...')).toBeNull()
    await act(() => stream.ends(' well.', '<p>All is <strong>well</strong>.</p>'))
    await panel().findByPlaceholderText('Ask a question...')
    panel().getByText('well', { selector: 'strong' })
    panel().getByText(hint)
    panel().getByRole('button', { name: example })
  })

  it('announces a finished answer once, in full', async () => {
    await analyzed()
    const live = document.querySelector('[aria-live=polite]')
    expect(live?.textContent).toBe('All is well.')
  })

  it('keeps its text while it is closed, and goes on with a running answer', async () => {
    const sent = report()
    await open()
    const { stream, signal } = await nth(sent, 0)
    close()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(askAi()))
    expect(signal.aborted).toBe(false)
    await act(() => stream.ends('All is well.', '<p>All is well.</p>'))
    await open()
    await panel().findByText('All is well.')
    expect(sent).toHaveLength(1)
  })

  it('starts over after another scan', async () => {
    const sent = await analyzed()
    close()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Rescan' }))
    expect(sent).toHaveLength(1)
    await open()
    await nth(sent, 1)
    expect(panel().queryByText('All is')).toBeNull()
  })

  it('keeps a typed question while it is closed', async () => {
    await analyzed()
    fireEvent.change(field(), { target: { value: 'Why not' } })
    close()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await open()
    expect(field()).toHaveProperty('value', 'Why not')
  })

  it('says that a newer scan is ready, and analyzes it when it is opened again', async () => {
    const ready = 'A new scan is ready. Close and open the panel to analyze it.'
    const sent = await analyzed()
    expect(panel().queryByText(ready)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Rescan', hidden: true }))
    panel().getByText(ready)
    await seeState('assistant-outdated')
    close()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await open()
    await nth(sent, 1)
    expect(panel().queryByText(ready)).toBeNull()
  })

  it('ends its call when the page is left', async () => {
    const sent = report()
    await open()
    const { signal } = await nth(sent, 0)
    cleanup()
    expect(signal.aborted).toBe(true)
  })

  it('after a failed analysis says so, takes no question, and tries again', async () => {
    const sent = report()
    await open()
    const { stream } = await nth(sent, 0)
    await act(() => stream.fails(analysisFailed))
    expect((await panel().findByText(analysisFailed)).closest('[role=alert]')).not.toBeNull()
    await seeState('assistant-failed')
    expect(panel().queryByPlaceholderText('Ask a question...')).toBeNull()
    press('Try again')
    await nth(sent, 1)
    expect(panel().queryByText(analysisFailed)).toBeNull()
  })

  it('says the same when the stream is cut, or the server answers with an error', async () => {
    const sent = report()
    await open()
    const { stream } = await nth(sent, 0)
    await act(() => stream.breaks('Half an ans'))
    await panel().findByText(analysisFailed)
    expect(panel().queryByText('Half an ans')).toBeNull()
    cleanup()
    report({ refusal: { status: 500, body: {} } })
    await open()
    await panel().findByText(analysisFailed)
  })

  it('stops on demand, keeps what has arrived, and then takes questions', async () => {
    const sent = report()
    await open()
    const { stream, signal } = await nth(sent, 0)
    await act(() => stream.gives('All is'))
    await panel().findByText('All is')
    press('Stop')
    expect(signal.aborted).toBe(true)
    expect(panel().getAllByText('You stopped this answer.')).not.toHaveLength(0)
    await seeState('assistant-stopped')
    panel().getByText('All is')
    expect(field()).toBeTruthy()
  })
})

describe('a question in the panel', () => {
  it('is trimmed, shown with an empty answer that fills, and sent with what was said before', async () => {
    const sent = await analyzed()
    await ask('  Why not reject?\n')
    panel().getByText('Why not reject?')
    expect(field()).toHaveProperty('value', '')
    panel().getByText('Waiting for the answer...', { selector: 'p' })
    await seeState('assistant-question-waiting')
    expect(panel().queryByText(hint)).toBeNull()
    const { path, body, stream } = await nth(sent, 1)
    expect(path).toBe('/api/diagnostics/ai-chat/d1')
    expect(body).toEqual({ message: 'Why not reject?', history: [{ role: 'ai', content: 'All is well.' }] })
    await act(() => stream.ends('Because.', '<p>Because.</p>'))
    await panel().findByText('Because.', { selector: 'p' })
  })

  it('can be the example', async () => {
    const sent = await analyzed()
    press(example)
    expect((await nth(sent, 1)).body).toMatchObject({ message: example })
    expect(document.activeElement).toBe(field())
  })

  it.each(['', '   \n'])('is not sent when it is %j', async text => {
    const sent = await analyzed()
    await ask(text)
    press('Send')
    expect(panel().getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true')
    expect(sent).toHaveLength(1)
  })

  it('waits until the answer before has ended', async () => {
    const sent = await analyzed()
    await ask('First')
    await ask('Second')
    expect(panel().getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true')
    expect(field()).toHaveProperty('value', 'Second')
    expect(sent).toHaveLength(2)
  })

  it('has a new line with Shift and Enter, and is not sent while a word is composed', async () => {
    const sent = await analyzed()
    fireEvent.change(field(), { target: { value: 'Why' } })
    fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true })
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
    expect(sent).toHaveLength(1)
  })

  it('that fails gets the failure as its answer, and another one can follow', async () => {
    const sent = await analyzed()
    await ask('Why?')
    const { stream } = await nth(sent, 1)
    await act(() => stream.fails(responseFailed))
    await panel().findByText(responseFailed)
    await seeState('assistant-no-response')
    await ask('Why then?')
    await nth(sent, 2)
  })
})

describe('below Pro', () => {
  it('the button has a lock and opens the upgrade dialog', async () => {
    const sent = report({ tier: 'free' })
    await waitFor(() => expect(askAi().querySelector('.lucide-lock')).not.toBeNull())
    fireEvent.click(askAi())
    expect(upgrade.current()).toEqual({ feature: 'ai_interactive', detail: null })
    expect(sent).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('a refusal of the server opens it too, in place of the panel', async () => {
    const detail = 'Your plan does not include interactive AI'
    report({ refusal: { status: 403, body: { code: 'feature_locked', feature: 'ai_interactive', detail } } })
    fireEvent.click(askAi())
    await waitFor(() => expect(upgrade.current()).toEqual({ feature: 'ai_interactive', detail }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

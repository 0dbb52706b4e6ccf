import { fireEvent, screen, within } from '@testing-library/react'
import { sampleHeader } from '@waxseal/core/headers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { seeState } from '../../lib/see-state.fixture.ts'
import { anAnalysis } from './analysis.fixture.ts'
import { address, analyzer, button, leave, opened, press, refused, shown, toasts } from './screen.fixture.tsx'

afterEach(leave)

const field = (): HTMLElement => screen.getByLabelText('Raw headers')
const type = (text: string): boolean => fireEvent.change(field(), { target: { value: text } })
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
const stored = {
  id: 'a1',
  created_at: '2026-11-25T10:00:00Z',
  expires_at: '2027-02-23T10:00:00Z',
  subject: 'Your November summary',
  from: 'news@example.com',
  threat_score: 15,
}

describe('the form', () => {
  it('before an analysis shows a placeholder', () => {
    analyzer()
    screen.getByRole('heading', { name: 'No Analysis Yet' })
  })

  it.each([[''], ['  \n\t ']])('with %j looks disabled, and a click says what is missing', async text => {
    const sent = analyzer()
    type(text)
    expect(button('Analyze Headers').getAttribute('aria-disabled')).toBe('true')
    expect(button('Analyze Headers').hasAttribute('disabled')).toBe(false)
    press('Analyze Headers')
    expect(screen.getByText('Please paste email headers').getAttribute('id')).toBe(
      field().getAttribute('aria-describedby'),
    )
    await seeState('headers-nothing-pasted')
    expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([])
    type('From: ada@example.com')
    expect(screen.queryByText('Please paste email headers')).toBeNull()
    expect(button('Analyze Headers').hasAttribute('aria-disabled')).toBe(false)
  })

  it('loads the sample and analyzes it as it is', async () => {
    const sent = analyzer()
    press('Load Sample')
    expect(field()).toHaveProperty('value', sampleHeader)
    press('Analyze Headers')
    await screen.findByRole('heading', { name: 'Threat Assessment' })
    expect(sent.find(({ call }) => call === 'POST /headers/analyze')?.body).toEqual({ raw_headers: sampleHeader })
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Analysis' }))
    expect(address()).toBe('?analysis=a1')
    // The reply is the analysis: it is not asked for again.
    expect(sent.filter(({ call }) => call === 'GET /headers/a1')).toEqual([])
  })

  it('asks before the sample replaces what was pasted', () => {
    analyzer()
    type('From: ada@example.com')
    press('Load Sample')
    press('Keep mine')
    expect(field()).toHaveProperty('value', 'From: ada@example.com')
    press('Load Sample')
    press('Replace')
    expect(field()).toHaveProperty('value', sampleHeader)
  })

  it('shows that it works, and ignores a second click', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const sent = analyzer({ answers: { 'POST /headers/analyze': [() => promise] } })
    type('From: ada@example.com')
    press('Analyze Headers')
    await screen.findByText('Loading the analysis')
    press('Analyze Headers')
    resolve(Response.json(anAnalysis()))
    await screen.findByRole('heading', { name: 'Threat Assessment' })
    expect(sent.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1)
  })

  it('shows the sentence of the server, or its own', async () => {
    const answers = {
      'POST /headers/analyze': [
        refused(413, 'too_large', 'The request is too large'),
        () => new Response('', { status: 502 }),
      ],
    }
    analyzer({ answers })
    type('From: ada@example.com')
    press('Analyze Headers')
    await shown('The request is too large')
    press('Analyze Headers')
    await shown('Failed to analyze headers')
    await seeState('headers-refused')
    screen.getByRole('heading', { name: 'No Analysis Yet' })
    expect(field()).toHaveProperty('value', 'From: ada@example.com')
  })

  it('tells a viewer who may analyze', async () => {
    const sent = analyzer({ role: 'viewer' })
    type('From: ada@example.com')
    await vi.waitFor(() => expect(button('Analyze Headers').getAttribute('aria-disabled')).toBe('true'))
    press('Analyze Headers')
    expect(toasts()).toEqual([expect.stringMatching(/^Your role in this workspace does not allow this/)])
    expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([])
  })
})

describe('an analysis by its address', () => {
  it('is shown, and leaves the focus where it is', async () => {
    await opened()
    expect(document.activeElement).toBe(document.body)
  })

  it('that is gone says so', async () => {
    analyzer({
      at: '/headers?analysis=a1',
      answers: { 'GET /headers/a1': [refused(404, 'not_found', 'Not found')] },
    })
    await screen.findByText('This analysis no longer exists')
    await seeState('headers-gone')
  })

  it('that cannot be loaded has Retry', async () => {
    analyzer({
      at: '/headers?analysis=a1',
      answers: { 'GET /headers/a1': [refused(400, 'validation', 'x'), () => Response.json(anAnalysis())] },
    })
    await screen.findByText('The analysis could not be loaded')
    press('Retry')
    await screen.findByRole('heading', { name: 'Threat Assessment' })
  })
})

describe('the recent analyses', () => {
  it('are empty only after an empty answer, and say how long and how many are stored', async () => {
    analyzer()
    screen.getByText('Loading recent analyses')
    await screen.findByText(/^No stored analyses/)
    screen.getByText(/stored for 90 days, then deleted\. The workspace keeps its newest 500 analyses\./)
  })

  it('say the time of this installation', async () => {
    analyzer({ stored: [{ ...stored, expires_at: '2026-12-25T10:00:00Z' }] })
    await screen.findByText(/stored for 30 days/)
  })

  it('that cannot be loaded have Retry', async () => {
    analyzer({ answers: { 'GET /headers': [refused(400, 'validation', 'x'), () => Response.json({ analyses: [] })] } })
    await screen.findByText('Recent analyses could not be loaded')
    press('Retry')
    await screen.findByText(/^No stored analyses/)
  })

  it('open again', async () => {
    const sent = analyzer({ stored: [stored] })
    const list = await screen.findByRole('table', { name: 'Recent analyses' })
    within(list).getByText('15, Low')
    fireEvent.click(within(list).getByRole('link', { name: 'Your November summary' }))
    await screen.findByRole('heading', { name: 'Threat Assessment' })
    expect(sent.filter(({ call }) => call === 'GET /headers/a1')).toHaveLength(1)
    // It lies above the list.
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Analysis' }))
    expect(within(list).getByRole('link', { name: 'Your November summary' }).getAttribute('aria-current')).toBe('true')
  })

  it('are reached by row keys, but not from the field', async () => {
    analyzer({ stored: [stored, { ...stored, id: 'a2', subject: 'A second message' }] })
    const second = await screen.findByRole('link', { name: 'A second message' })
    const first = screen.getByRole('link', { name: stored.subject })
    field().focus()
    key('j')
    expect(document.activeElement).toBe(field())
    field().blur()
    key('j')
    expect(document.activeElement).toBe(first)
    key('j')
    key('j')
    expect(document.activeElement).toBe(second)
    key('ArrowUp')
    expect(document.activeElement).toBe(first)
  })

  it('are deleted after a question, with the one on screen', async () => {
    const sent = await opened({
      stored: [stored],
      answers: {
        'GET /headers': [() => Response.json({ analyses: [stored] }), () => Response.json({ analyses: [] })],
        'DELETE /headers/a1': [() => new Response(null, { status: 204 })],
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Your November summary' }))
    press('Cancel')
    expect(sent.filter(({ call }) => call.startsWith('DELETE'))).toEqual([])
    press('Delete Your November summary')
    press('Delete')
    await shown('Analysis deleted')
    await screen.findByRole('heading', { name: 'No Analysis Yet' })
    expect(address()).toBe('')
    await screen.findByText(/^No stored analyses/)
  })

  it('stay when deleting fails', async () => {
    await opened({ stored: [stored], answers: { 'DELETE /headers/a1': [refused(500, 'internal', 'x')] } })
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Your November summary' }))
    press('Delete')
    await shown('Failed to delete the analysis')
    screen.getByRole('heading', { name: 'Threat Assessment' })
    expect(address()).toBe('?analysis=a1')
  })

  it('show text of messages as text, cut', async () => {
    const subject = `<img src=x onerror=alert(1)>${'x'.repeat(5_000)}`
    analyzer({ stored: [{ ...stored, subject, from: null }] })
    const link = await screen.findByRole('link', { name: /^<img src=x/ })
    expect(link.textContent).toHaveLength(201)
    expect(document.querySelector('img')).toBeNull()
    screen.getByText('No sender')
  })
})

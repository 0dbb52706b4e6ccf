import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Answer } from './conversation.ts'
import { ExchangeView } from './exchange-view.tsx'

let frames: FrameRequestCallback[] = []
let now = 0

beforeEach(() => {
  frames = []
  now = 0
  Element.prototype.scrollIntoView = () => {}
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.splice(id - 1, 1, () => {}))
  reduceMotion(false)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function reduceMotion(matches: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener() {}, removeEventListener() {} }))
}

/** Lets the browser paint after this many milliseconds. */
function passes(ms: number): void {
  now += ms
  const due = frames
  frames = []
  act(() => due.forEach(frame => frame(now)))
}

const text = 'The **domain** has no DMARC record.'
const streaming: Answer = { state: 'streaming', markdown: text, html: null }
const done: Answer = { state: 'done', markdown: text, html: '<p>The <strong>domain</strong> has no DMARC record.</p>' }

const view = (answer: Answer) => (
  <ExchangeView
    question={null}
    answer={answer}
    headingLevel={3}
    waiting="Analyzing..."
    failure="Failed"
    onStop={() => {}}
  />
)
const typed = (): string => document.querySelector('.ask-answer')?.textContent ?? ''

/** An answer whose text has just arrived. */
function arrives(answer: Answer) {
  const { rerender } = render(view({ state: 'waiting', markdown: '', html: null }))
  screen.getByText('Analyzing...')
  rerender(view(answer))
  return rerender
}

it('an answer is typed, about 10 ms a character, as Markdown that is complete at each moment', () => {
  const rerender = arrives(streaming)
  expect(typed()).toBe('')
  passes(60)
  expect(typed()).toBe('The ')
  passes(140)
  expect(typed()).toMatch(/^The domain has/)
  rerender(view(done))
  expect(typed()).not.toContain('record')
  expect(document.querySelector('[aria-busy]')?.getAttribute('aria-busy')).toBe('true')
  passes(300)
  passes(300)
  expect(typed()).toBe('The domain has no DMARC record.')
  expect(document.querySelector('[aria-busy]')?.getAttribute('aria-busy')).toBe('false')
  expect(screen.queryByRole('button')).toBeNull()
})

it('typing can be skipped, also for what arrives later', () => {
  const rerender = arrives(streaming)
  fireEvent.click(screen.getByRole('button', { name: 'Skip typing' }))
  expect(typed()).toContain('no DMARC record.')
  rerender(view({ ...streaming, markdown: `${text} Add one.` }))
  expect(typed()).toContain('Add one.')
  screen.getByRole('button', { name: 'Stop' })
  expect(screen.queryByRole('button', { name: 'Skip typing' })).toBeNull()
})

it('nothing is typed for people who prefer reduced motion', () => {
  reduceMotion(true)
  arrives(streaming)
  expect(typed()).toContain('no DMARC record.')
  expect(screen.queryByRole('button', { name: 'Skip typing' })).toBeNull()
})

it('an answer from before is there at once', () => {
  render(view(done))
  expect(typed()).toBe('The domain has no DMARC record.')
})

it('while an answer is typed no record in it is marked', () => {
  arrives({ ...streaming, markdown: '```dns-record\n_dmarc.example.com TXT v=DMARC1; p=none\n```' })
  passes(5_000)
  expect(typed()).toContain('v=DMARC1; p=none')
  expect(typed()).not.toContain('Made by Waxseal')
})

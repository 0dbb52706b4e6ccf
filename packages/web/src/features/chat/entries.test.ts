import { describe, expect, it } from 'vitest'
import type { Answer } from '../../components/assistant/conversation.ts'
import type { ChatMessage } from './api.ts'
import { entriesOf, type NewMessage } from './entries.ts'

const stored = (id: string): ChatMessage => ({
  id,
  message: `Question ${id}`,
  response: `<p>${id}</p>`,
  created_at: '2026-11-25T10:00:00Z',
})
const answer = (state: Answer['state']): Answer => ({ state, markdown: 'Some', html: null })
const sent = (key: number, part: Partial<NewMessage> = {}): NewMessage => ({
  key,
  message: `New ${key}`,
  answer: answer('stopped'),
  id: null,
  after: null,
  ...part,
})
const shown = (...parts: Parameters<typeof entriesOf>): string[] => entriesOf(...parts).map(({ key }) => key)

describe('the messages on screen', () => {
  it('are those of the history in its order, with the key and the answer of this visit where it sent them', () => {
    const mine = sent(1, { id: 'b', answer: answer('done') })
    const entries = entriesOf([stored('a'), stored('b'), stored('c')], [mine])
    expect(entries.map(({ key }) => key)).toEqual(['a', 'new 1', 'c'])
    expect(entries[1]?.answer).toBe(mine.answer)
  })

  it('are without what the history no longer has', () => {
    expect(shown([stored('c')], [sent(1, { id: 'b', answer: answer('done') })])).toEqual(['c'])
  })

  it('have what is not stored below what was above it when it was sent', () => {
    const visit = [sent(1, { after: 'a' }), sent(2, { after: 'new 1' }), sent(3, { id: 'b', after: 'new 2' })]
    expect(shown([stored('a'), stored('b')], visit)).toEqual(['a', 'new 1', 'new 2', 'new 3'])
    expect(shown([], [sent(1, { after: 'a' })])).toEqual(['new 1'])
  })

  it('have a stopped one once, as it is stored, when the server had stored it before the stop', () => {
    const late = sent(1, { message: 'Question b', after: 'a' })
    const entries = entriesOf([stored('a'), stored('b')], [late])
    expect(entries.map(({ key }) => key)).toEqual(['a', 'new 1'])
    expect(entries[1]?.answer).toMatchObject({ state: 'done', html: '<p>b</p>' })
  })

  it('have a repeated question twice', () => {
    const again = sent(1, { message: 'Question a', after: 'a' })
    expect(shown([stored('a')], [again])).toEqual(['a', 'new 1'])
    const waiting = sent(1, { message: 'Question b', after: 'a', answer: answer('waiting') })
    expect(shown([stored('a'), stored('b')], [waiting])).toEqual(['a', 'new 1', 'b'])
  })

  it('are the same objects as long as they do not change', () => {
    const history = [stored('a')]
    expect(entriesOf(history, [sent(1, { after: 'a' })])[0]).toBe(entriesOf(history, [])[0])
  })
})

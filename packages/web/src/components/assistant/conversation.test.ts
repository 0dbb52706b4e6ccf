import { limits } from '@waxseal/contract/limits'
import { describe, expect, it } from 'vitest'
import { type AnswerEvent, asked, type Conversation, continued, historyOf, mayAsk } from './conversation.ts'

const analyzing = asked([], null)
const after = (conversation: Conversation, ...events: AnswerEvent[]): Conversation =>
  events.reduce((before, event) => continued(before, event), conversation)
const done: AnswerEvent = { kind: 'done', html: '<p>Fine</p>' }
const piece = (text: string): AnswerEvent => ({ kind: 'piece', text })
const analyzed = after(analyzing, piece('Fine'), done)

describe('a conversation', () => {
  it('collects the pieces of the newest answer', () => {
    expect(after(analyzing, piece('Fi'), piece('ne'))[0]?.answer).toEqual({
      state: 'streaming',
      markdown: 'Fine',
      html: null,
    })
    expect(analyzed[0]?.answer).toEqual({ state: 'done', markdown: 'Fine', html: '<p>Fine</p>' })
  })

  it('changes no answer that has ended', () => {
    for (const end of [done, { kind: 'failed' }, { kind: 'stopped' }] satisfies AnswerEvent[]) {
      const ended = after(analyzing, piece('Fi'), end)
      expect(after(ended, piece('late'), done, { kind: 'failed' })).toBe(ended)
    }
  })

  it('begins over with another analysis', () => {
    const again = asked(after(asked(analyzed, 'Why?'), done), null)
    expect(again).toHaveLength(1)
    expect(again[0]).toMatchObject({ question: null, answer: { state: 'waiting', markdown: '' } })
    expect(again[0]?.id).not.toBe(analyzed[0]?.id)
  })

  it('takes questions once the analysis is over, unless it failed', () => {
    expect(mayAsk([])).toBe(false)
    expect(mayAsk(analyzing)).toBe(false)
    expect(mayAsk(after(analyzing, piece('Fi')))).toBe(false)
    expect(mayAsk(after(analyzing, { kind: 'failed' }))).toBe(false)
    expect(mayAsk(after(analyzing, { kind: 'stopped' }))).toBe(true)
    expect(mayAsk(analyzed)).toBe(true)
    expect(mayAsk(after(asked(analyzed, 'Why?'), { kind: 'failed' }))).toBe(true)
  })
})

describe('the history for the next question', () => {
  it('has what both said, in order, without answers that have no text', () => {
    const failed = after(asked(analyzed, 'Why?'), { kind: 'failed' })
    const answered = after(asked(failed, 'How?'), piece('So'), done)
    expect(historyOf(answered)).toEqual([
      { role: 'ai', content: 'Fine' },
      { role: 'user', content: 'Why?' },
      { role: 'user', content: 'How?' },
      { role: 'ai', content: 'So' },
    ])
  })

  it('keeps the newest turns, each within its length', () => {
    let long = after(analyzing, piece('x'.repeat(limits.chatTurnCharacters + 5)), done)
    expect(historyOf(long)[0]?.content).toHaveLength(limits.chatTurnCharacters)
    for (let index = 0; index < limits.chatTurns; index += 1) long = after(asked(long, `${index}`), piece('A'), done)
    expect(historyOf(long)).toHaveLength(limits.chatTurns)
    expect(historyOf(long).at(-2)).toEqual({ role: 'user', content: `${limits.chatTurns - 1}` })
  })
})

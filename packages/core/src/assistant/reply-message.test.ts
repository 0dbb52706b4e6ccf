import { describe, expect, it } from 'vitest'
import { factsWith, headerWith, textsOf } from './answers.fixture.ts'
import type { Facts } from './facts.ts'
import { reply } from './reply.ts'

const said = (text: string, facts: Partial<Facts>) =>
  textsOf(reply(text, factsWith(facts), { origin: 'no-model', earlier: ['hello'] }))

/** The last sentence of an answer. */
const last = (origin: 'no-model' | 'model-failed', previous: string | null) =>
  textsOf(
    reply('Is it safe?', factsWith({ header: headerWith() }), { origin, earlier: previous === null ? [] : [previous] }),
  ).at(-1)

describe('a question about a message', () => {
  it('is answered from its header', () => {
    const facts = { header: headerWith({ slowest: { by: 'mx.example.net', seconds: 400 } }) }
    expect(said('Is it safe?', facts)[0]).toMatch(/^The threat score is 0 of 100/)
    expect(said('Who sent it?', facts)[0]).toContain('News <news@example.com>')
    expect(said('Did DKIM pass?', facts)[0]).toBe(
      'In this message: the receiving system reported dkim=pass for example.com.',
    )
    expect(said('Why was it slow?', facts)).toEqual([
      'The message took 3 hops. The slowest took 06:40 minutes, at mx.example.net.',
    ])
    const unnamed = { id: 'results_unnamed', points: 0, title: '', meaning: '', advice: '', clause: '' }
    expect(said('Did DKIM pass?', { header: headerWith({ findings: [unnamed] }) })[1]).toBe(
      'The results do not show who wrote them, so they do not confirm example.com.',
    )
    expect(said('Did authentication pass?', { header: headerWith({ findings: [unnamed] }) }).at(-1)).toBe(
      'The results do not show who wrote them, so they do not confirm example.com.',
    )
    const none = headerWith({
      authentication: { spf: 'none', dkim: 'none', dmarc: 'none' },
      identities: [{ kind: 'spf', domain: 'example.com', result: 'none', alignment: 'strict' }],
    })
    expect(said('Did SPF pass?', { header: none })[0]).toContain('reported spf=none for example.com.')
    expect(said('Did DKIM pass?', { header: none })[0]).toContain('reported no DKIM result.')
    expect(said('Explain DANE', facts)[1]).toBe('A message header does not show this.')
  })

  it('has a heading where its answer is long', () => {
    const findings = Array.from({ length: 12 }, (_, at) => ({
      id: 'results_unnamed' as const,
      points: 5,
      title: `Reason ${at}`,
      meaning: 'What this means in one sentence of about a hundred characters, as findings of a header have it, so.',
      advice: '',
      clause: '',
    }))
    const facts = factsWith({ header: headerWith({ findings }) })
    const answer = reply('Why is the threat score so high?', facts, { origin: 'no-model', earlier: ['hello'] })
    expect(textsOf(answer).join('').length).toBeGreaterThan(1_200)
    expect(answer.some(({ kind }) => kind === 'heading')).toBe(true)
  })

  it('about what to do begins with the verdict', () => {
    const facts = { header: headerWith() }
    for (const text of ['Can I trust it?', 'can I click the link?', 'Should I block the sender?', 'What should I do?'])
      expect(said(text, facts)[0]).toMatch(/^The threat score is 0 of 100/)
  })

  it('that is not understood gets what can be asked', () => {
    expect(said('ist das sicher?', { header: headerWith() })[0]).toBe(
      'I can answer questions about this message. The built-in analyst understands English only. For example:',
    )
    expect(said('is that bad?', { header: headerWith() })[0]).toMatch(/^The threat score is 0 of 100/)
  })

  it('about the address that sent it names the address', () => {
    expect(said('What IP sent it?', { header: headerWith() })[0]).toContain('It was handed over by 203.0.113.17.')
  })

  it('says what answers, with its first answer and after a failed model', () => {
    expect(last('no-model', null)).toMatch(/^No language model is configured/)
    expect(last('no-model', 'Who sent it?')).not.toMatch(/language model/)
    expect(last('model-failed', 'Who sent it?')).toMatch(/^The language model did not answer/)
  })
})

import { describe, expect, it } from 'vitest'
import { domainWith, factsWith, recordsOf, scanFactsOf, textsOf } from './answers.fixture.ts'
import type { Facts } from './facts.ts'
import { ownIn } from './query/context.ts'
import { readQuestion } from './question.ts'
import { reply } from './reply.ts'

// Not the first question, so the answer does not say again what answers.
const options = { origin: 'no-model', earlier: ['hello'] } as const
const answer = (text: string, facts: Partial<Facts> = {}) => reply(text, factsWith(facts), options)
const said = (text: string, facts: Partial<Facts> = {}) => textsOf(answer(text, facts))

const open = await scanFactsOf({ dmarc: null, spf: 'v=spf1 mx ?all' })
const domains = [
  domainWith('a.example', 40, 'dmarc_missing', 'spf_missing'),
  domainWith('b.example', 100),
  domainWith('c.example', 65, 'dmarc_missing'),
]

describe('the domain of a question', () => {
  const names = [
    ...['example.com', 'mail.example.com', 'b.example'].map(name => ({ name, unicode: null })),
    { name: 'xn--mnchen-3ya.example', unicode: 'münchen.example' },
  ]

  it.each([
    ['Is b.example secure?', 'b.example'],
    ['what about https://www.mail.example.com/', 'mail.example.com'],
    ['ada@example.com bounces', 'example.com'],
    ['Is MÜNCHEN.example secure?', 'xn--mnchen-3ya.example'],
    ['Is xn--mnchen-3ya.example secure?', 'xn--mnchen-3ya.example'],
    ['Is notexample.com secure?', null],
    ['Is my domain secure?', null],
  ])('%s', (text, domain) => {
    expect(ownIn(readQuestion(text).names, names).own[0]?.name ?? null).toBe(domain)
  })

  it('that is another one of the user is answered from its row', () => {
    expect(said('Is a.example secure?', { scan: open, domains })).toEqual([
      'a.example, 40 of 100 (Poor).',
      'What to fix first:',
      'DMARC record missing (35 points)',
      'SPF record missing (20 points)',
    ])
  })

  it('that is not among the user’s is not looked up', () => {
    expect(said('Is other.example secure?', { scan: open, domains })).toEqual([
      'other.example is not among your domains. Add it and scan it, then ask again.',
    ])
  })

  it('that has no scan at hand gets no record and no verdict of another one', () => {
    for (const text of [
      'How do I fix DMARC of other.example?',
      'How do I fix: DMARC record missing at other.example?',
    ]) {
      expect(recordsOf(answer(text, { scan: open, domains }))).toEqual([])
      expect(said(text, { scan: open, domains })[0]).toMatch(/^other\.example is not among your domains/)
    }
    for (const text of ['Explain DMARC of other.example', 'Why does DMARC matter for other.example?']) {
      expect(said(text, { scan: open, domains }).join(' ')).not.toContain('example.com')
    }
  })

  it('is not the name in a term of a record', () => {
    expect(said('Is include:_spf.google.com in my SPF record ok?', { scan: open, domains }).join(' ')).toContain(
      'example.com TXT v=spf1 mx ?all',
    )
  })

  it('that is the only thing a question names gets the verdict of its scan', () => {
    expect(said('What about example.com?', { scan: open, domains })[0]).toMatch(/^example\.com scores 57 of 100/)
    expect(said('And a.example?', { scan: open, domains })[0]).toBe('a.example, 40 of 100 (Poor).')
    expect(said('What about other.example?', { scan: open, domains })[0]).toMatch(/^other\.example is not among/)
  })

  it('is not a mail server of the scanned domain', () => {
    const records = [
      {
        kind: 'mx',
        name: 'example.com',
        type: 'MX',
        value: '10 mx.provider.example',
        when: 'scan of Nov 1, 2026, 00:00 UTC',
      } as const,
    ]
    const scan = { ...open, records }
    expect(said('Is mx.provider.example ok as my MX?', { scan, domains })).toContain(
      'example.com MX 10 mx.provider.example',
    )
  })

  it('that is missing is asked for, with the worst three as buttons', () => {
    for (const [text, first] of [
      ['Is my domain secure?', 'Is a.example secure?'],
      ['What is my SPF record?', 'Show the SPF record of a.example'],
      ['How do I fix SPF?', 'How do I fix SPF of a.example?'],
      ['How do I improve deliverability?', 'What affects delivery of a.example?'],
    ] as const) {
      const given = answer(text, { domains })
      expect(textsOf(given)).toEqual(['Which domain do you mean?'])
      expect(given.at(-1)).toMatchObject({ kind: 'asks', questions: [first, expect.any(String), expect.any(String)] })
    }
    expect(said('How do I fix SPF?')).toEqual([
      'You have no domain with a scan yet. Add one and scan it, then ask again.',
    ])
  })

  it('is the only one there is, where the question names none', () => {
    expect(said('Is my domain secure?', { domains: [domainWith('example.com', 57)], scans: [open] })[0]).toMatch(
      /^example\.com scores 57 of 100/,
    )
  })
})

describe('the plans', () => {
  it('Starter looks at one domain, with the first fix', () => {
    const texts = said('What domains need attention?', { scope: 'free', domains })
    expect(texts.join(' ')).not.toMatch(/[bc]\.example/)
    expect(texts.at(-1)).toBe('On Starter, answers are about one domain at a time.')
    expect(recordsOf(answer('What should I do first?', { scope: 'free', scan: open, domains }))).toHaveLength(1)
  })

  it('Pro answers across domains, without a plan', () => {
    expect(said('What domains need attention?', { domains })[0]).toMatch(/^2 of your 3 scanned domains need attention/)
    expect(said('What domains need attention?', { domains })).not.toContain('A plan across your domains')
  })

  it('Business gets a plan across domains, by what each finding costs', () => {
    const texts = said('What domains need attention?', { scope: 'business', domains })
    const at = texts.indexOf('A plan across your domains')
    expect(texts[at + 1]).toBe('By the points that each finding costs over all of them:')
    expect(texts.slice(at + 2)).toEqual([
      'DMARC record missing (70 points): a.example and c.example.',
      'SPF record missing (20 points): a.example.',
    ])
  })

  it('a question about one term across domains leaves the others out', () => {
    const texts = said('Which domains have an SPF problem?', { domains })
    expect(texts).toEqual([
      '1 of your 3 scanned domains has a problem with SPF. The first is a.example.',
      'a.example, 40 of 100 (Poor): SPF record missing (20 points).',
    ])
  })
})

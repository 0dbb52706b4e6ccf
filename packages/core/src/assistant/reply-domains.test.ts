import { describe, expect, it } from 'vitest'
import { domainWith, factsWith, recordsOf, scanFactsOf, textsOf } from './answers.fixture.ts'
import { domainAsked } from './domain-in-question.ts'
import type { Facts } from './facts.ts'
import { reply } from './reply.ts'

// Not the first question, so the answer does not say again what answers.
const options = { origin: 'no-model', previous: 'hello' } as const
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
    expect(domainAsked(text, names)).toBe(domain)
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

  it('is not a mail server of the scanned domain, where the question is about mail servers', () => {
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
    expect(said('Is 10 mx.provider.example ok as my MX?', { scan, domains })[0]).toBe(
      'example.com MX 10 mx.provider.example',
    )
    expect(said('Is DMARC of mx.provider.example ok?', { scan, domains })[0]).toMatch(/is not among your domains/)
  })

  it('that is missing is asked for, where there are several', () => {
    expect(said('What is my SPF record?', { domains })).toEqual([
      'Name the domain in your question, for example: “Is a.example secure?”',
    ])
    expect(said('How do I fix SPF?', { domains, scope: 'free' })).toEqual([
      'Name the domain in your question, for example: “Is a.example secure?”',
    ])
    expect(said('How do I fix SPF?')).toEqual(['You have no domain yet. Add one and scan it, then ask again.'])
  })
})

describe('a question without a domain, from Pro on', () => {
  const note =
    'This is from the last scan of each domain, without lookups that failed. For all of a scan, name the domain, for example: “Is a.example secure?”'

  it('about a term is about all domains', () => {
    expect(said('How do I fix SPF?', { domains })).toEqual([
      '1 of your 3 scanned domains has a problem with SPF. The first is a.example.',
      'a.example, 40 of 100 (Poor): SPF record missing (20 points).',
      note,
    ])
    expect(said('Check blacklist status', { domains })).toEqual([
      'None of your 3 scanned domains has a problem with blocklists.',
      note,
    ])
    expect(
      said('Check blacklist status', { domains: [domainWith('a.example', 60, 'bl_critical'), ...domains] })[0],
    ).toBe('1 of your 4 scanned domains has a problem with blocklists. The first is a.example.')
  })

  it('about deliverability names the domains to begin with, and what no scan can see', () => {
    const texts = said('How do I improve deliverability?', { domains })
    expect(texts[0]).toBe('2 of your 3 scanned domains need attention. The first is a.example.')
    expect(texts).toContain('What no scan can see')
    expect(texts.at(-1)).toBe(note)
  })
})

describe('the plans', () => {
  it('Starter looks at one domain, with the first fix', () => {
    const facts = { scope: 'free', scan: open, domains } as const
    const texts = said('What domains need attention?', facts)
    expect(texts.join(' ')).not.toContain('a.example')
    expect(texts.at(-1)).toBe('On Starter, answers are about one domain at a time.')
    expect(recordsOf(answer('What should I do first?', facts))).toHaveLength(1)
  })

  it('Pro answers across domains, without a plan', () => {
    expect(said('Is my domain secure?', { domains })[0]).toMatch(/^2 of your 3 scanned domains need attention/)
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

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordFaults } from '../testing/index.ts'
import { domainWith, factsWith, findingOf, headerWith, recordsOf, scanFactsOf, textsOf } from './answers.fixture.ts'
import type { Facts } from './facts.ts'
import { suggestions } from './intents.data.ts'
import { markdownOf } from './markdown.ts'
import { domainAsked, reply } from './reply.ts'
import { terms } from './terms.data.ts'

const options = { origin: 'no-model', previous: null } as const
const answer = (text: string, facts: Partial<Facts> = {}) => reply(text, factsWith(facts), options)
const said = (text: string, facts: Partial<Facts> = {}) => textsOf(answer(text, facts))

const open = await scanFactsOf({ dmarc: null, spf: 'v=spf1 mx ?all' })
const healthy = await scanFactsOf()
const domains = [
  domainWith('a.example', 40, 'dmarc_missing', 'spf_missing'),
  domainWith('b.example', 100),
  domainWith('c.example', 65, 'dmarc_missing'),
]

describe('the suggestions of the chat', () => {
  it('"Is my domain secure?": the verdict, each protection, and the first fixes', () => {
    const texts = said('Is my domain secure?', { scan: open })
    expect(texts[0]).toBe(
      'example.com scores 57 of 100 (Fair). There are 2 things to fix, and the first is: DMARC record missing.',
    )
    expect(texts).toEqual(expect.arrayContaining(['DMARC: DMARC record missing (35 points).', 'MX: No problem found.']))
    expect(recordsOf(answer('Is my domain secure?', { scan: open }))).toHaveLength(2)
  })

  it('"What domains need attention?": the worst first, and those without a scan', () => {
    const texts = said('What domains need attention?', {
      domains: [...domains, { ...domainWith('d.example', null), scannedAt: null }],
    })
    expect(texts).toEqual([
      '2 of your 3 scanned domains need attention. The first is a.example.',
      'a.example, 40 of 100 (Poor): DMARC record missing (35 points), SPF record missing (20 points).',
      'c.example, 65 of 100 (Fair): DMARC record missing (35 points).',
      'Not scanned yet: d.example.',
    ])
  })

  it('"Explain DMARC policy": the term, with the published record and the verdict beside it', () => {
    const texts = said('Explain DMARC policy', { scan: healthy })
    expect(texts[0]).toBe(terms.dmarc.what)
    expect(texts).toEqual(
      expect.arrayContaining([
        '_dmarc.example.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@example.com',
        'The policy is reject: receivers refuse mail that fails.',
        'Result of the scan of Nov 1, 2026: No problem found.',
      ]),
    )
  })

  it('"Check blacklist status": the lists by name, and those without a verdict apart', () => {
    expect(said('Check blacklist status', { scan: healthy })).toEqual([
      'example.com and its mail servers are on none of the 34 blocklists.',
    ])
    const blocklists = { asked: true, listedOn: ['SpamCop SCBL'], applicable: 34, failed: 2 }
    const listed = { ...healthy, blocklists, findings: [findingOf('bl_high')] }
    expect(said('Check blacklist status', { scan: listed }).slice(0, 2)).toEqual([
      'example.com or one of its mail servers is on one blocklist: SpamCop SCBL.',
      '2 lists of 34 gave no verdict. That counts neither as listed nor as clean.',
    ])
    const silent = { ...healthy, blocklists: { ...blocklists, listedOn: [], failed: 34 } }
    expect(said('Check blacklist status', { scan: silent })[0]).toBe(
      'None of the 34 blocklists gave a verdict about example.com.',
    )
  })

  it('"How do I improve deliverability?": what decides it, and what no scan can see', () => {
    const texts = said('How do I improve deliverability?', { scan: open })
    expect(texts[0]).toBe('These decide whether mail from example.com reaches the inbox:')
    expect(texts).toContain('1. DMARC record missing')
    expect(texts).toContain('What no scan can see')
    const parked = { ...healthy, isNonMail: true }
    expect(said('How do I improve deliverability?', { scan: parked })).toEqual([
      'example.com sends no mail, and its records say so.',
    ])
  })
})

describe('other questions', () => {
  it('"Why is my DMARC policy important?": the reason, and what it means here', () => {
    expect(said('Why is my DMARC policy important?', { scan: open }).slice(0, 3)).toEqual([
      terms.dmarc.why,
      'What that means for example.com:',
      expect.stringMatching(/^DMARC record missing\. Receivers have no policy/),
    ])
  })

  it('a fix has the exact record', () => {
    expect(recordsOf(answer('How do I fix SPF?', { scan: open }))).toEqual(['example.com TXT v=spf1 mx ~all'])
    expect(said('How do I fix SPF?', { scan: healthy })[0]).toBe('There is nothing to fix about SPF of example.com.')
  })

  it('what could not be checked is neither fine nor a problem', () => {
    const unchecked = { state: 'unchecked', reason: 'the DNS servers did not answer in time' } as const
    const scan = { ...healthy, score: null, sections: { ...healthy.sections, spf: unchecked }, records: [] }
    expect(said('How do I fix SPF?', { scan })).toEqual([
      'It is not known whether SPF of example.com needs a fix.',
      'Result of the scan of Nov 1, 2026: It could not be checked: the DNS servers did not answer in time.',
    ])
    expect(said('What should I do first?', { scan })).toEqual([
      'Too little of example.com could be checked to name a fix.',
    ])
    const blocklists = { asked: true, listedOn: [], applicable: 34, failed: 27 }
    expect(said('Check blacklist status', { scan: { ...healthy, blocklists } })).toEqual([
      'Only 7 of 34 blocklists gave a verdict about example.com. They do not list it.',
    ])
  })

  it('a record that receivers do not use is not read for them', async () => {
    const broken = await scanFactsOf({ spf: 'v=spf1 mx <b> -all' })
    expect(said('What is my SPF record?', { scan: broken }).join(' ')).not.toContain('It ends in')
    expect(said('What is my SPF record?', { scan: open })).toContain(
      'It ends in ?all: it says nothing about servers that it does not list.',
    )
  })

  it('a record is shown whole where it is asked for, and is no record of ours', () => {
    const value = `v=DKIM1; k=rsa; p=${'A'.repeat(392)}`
    const scan = {
      ...healthy,
      records: [{ kind: 'dkim', name: 's1._domainkey.example.com', type: 'TXT', value } as const],
    }
    expect(said('What is my DKIM record?', { scan })).toContain(`s1._domainkey.example.com TXT ${value}`)
    expect(recordsOf(answer('What is my DKIM record?', { scan }))).toEqual([])
    expect(said('Explain DKIM', { scan }).some(text => text.includes(value))).toBe(false)
  })

  it('a finding that the question names is explained', () => {
    expect(said('What does "SPF ends in ?all" mean?', { scan: open })[0]).toBe('SPF ends in ?all')
  })

  it('a question about the score without an earlier scan says so', () => {
    expect(said('Why did my score change?', { scan: open })).toEqual([
      'There is no earlier scan of example.com to compare with.',
    ])
  })

  it('says that it is no language model', () => {
    expect(said('Are you an AI?')[0]).toMatch(/^No\. No language model is configured/)
    expect(textsOf(reply('Are you an AI?', factsWith(), { ...options, origin: 'model-failed' }))[0]).toContain(
      'it did not answer this time',
    )
  })

  it('anything else gets what can be asked, in one paragraph with the suggestions', () => {
    const [first, ...others] = said('What is the capital of France?', { scan: open })
    expect(first).toMatch(/^I answer questions about your scans/)
    expect(others).toEqual(suggestions)
  })
})

describe('the domain of a question', () => {
  const names = ['example.com', 'mail.example.com', 'b.example']

  it.each([
    ['Is b.example secure?', 'b.example'],
    ['what about https://www.mail.example.com/', 'mail.example.com'],
    ['ada@example.com bounces', 'example.com'],
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

  it('that is missing is asked for, where there are several', () => {
    expect(said('How do I fix SPF?', { domains })).toEqual([
      'Name the domain in your question, for example: “Is a.example secure?”',
    ])
    expect(said('How do I fix SPF?')).toEqual(['You have no domain yet. Add one and scan it, then ask again.'])
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

  it('Business gets a plan across domains, by what each fix is worth', () => {
    const texts = said('What domains need attention?', { scope: 'business', domains })
    const at = texts.indexOf('A plan across your domains')
    expect(texts.slice(at + 2)).toEqual([
      'DMARC record missing (70 points): a.example and c.example.',
      'SPF record missing (20 points): a.example.',
    ])
  })

  it('a question about one term across domains leaves the others out', () => {
    const texts = said('Which domains have an SPF problem?', { domains })
    expect(texts).toEqual([
      '1 of your 3 scanned domains needs attention with SPF. The first is a.example.',
      'a.example, 40 of 100 (Poor): SPF record missing (20 points).',
    ])
  })

  it('changes of all domains are named without a domain', () => {
    const changed = {
      ...domainWith('a.example', 60, 'dmarc_missing'),
      changes: {
        compared: 'all',
        score_before: 95,
        score_after: 60,
        fixed: [],
        added: [findingOf('dmarc_missing')],
        changed: [],
      } as const,
    }
    expect(said('Why did my score change?', { domains: [changed, ...domains.slice(1)] })).toEqual([
      'What changed with the last scan of each domain:',
      'a.example: 95 → 60, new: DMARC record missing.',
    ])
  })
})

describe('a question about a message', () => {
  it('is answered from its header', () => {
    const facts = { header: headerWith({ slowest: { by: 'mx.example.net', seconds: 400 } }) }
    expect(said('Is it safe?', facts)[0]).toMatch(/^The threat score is 0 of 100/)
    expect(said('Who sent it?', facts)[0]).toContain('News <news@example.com>')
    expect(said('Did DKIM pass?', facts)[1]).toBe(
      'In this message: the receiving system reported dkim=pass for example.com.',
    )
    expect(said('Why was it slow?', facts)).toEqual([
      'The message took 3 hops. The slowest took 06:40 minutes, at mx.example.net.',
    ])
    expect(said('Explain DANE', facts)[1]).toBe('A message header does not show this.')
  })
})

describe('any question', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          'is <b>dmarc</b> secure? ',
          '[spf](http://evil.example) ',
          '```',
          '# dkim ',
          'why ',
          'a.example ',
          'fix ',
        ),
        { maxLength: 20 },
      )
      .map(parts => parts.join('')),
  )

  it('is answered in plain words, and nothing of it becomes markup', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom('free', 'pro', 'business'), (text, scope) => {
        const given = reply(text, factsWith({ scope, scan: open, domains }), options)
        expect(given.length).toBeGreaterThan(0)
        expect(textsOf(given).flatMap(wordFaults)).toEqual([])
        const markdown = markdownOf(given)
        expect(markdown).not.toMatch(/<|\]\(/)
        expect(markdown).not.toContain('http://evil')
      }),
      { numRuns: 300 },
    )
  })
})

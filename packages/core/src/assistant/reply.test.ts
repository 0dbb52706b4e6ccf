import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordFaults } from '../testing/index.ts'
import { expectLinearCost } from '../testing/linear-cost.ts'
import { domainWith, factsWith, findingOf, recordsOf, scanFactsOf, textsOf } from './answers.fixture.ts'
import type { Facts } from './facts.ts'
import { markdownOf } from './markdown.ts'
import { reply } from './reply.ts'
import { terms } from './terms.data.ts'

// Not the first question, so the answer does not say again what answers.
const options = { origin: 'no-model', earlier: ['hello'] } as const
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
    expect(texts.slice(0, 2)).toEqual(['DMARC (RFC 9989)', terms.dmarc.what])
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
    expect(said('Check blacklist status', { scan: { ...healthy, isNonMail: true } })).toEqual([
      'example.com is on none of the 34 blocklists.',
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
      records: [
        {
          kind: 'dkim',
          name: 's1._domainkey.example.com',
          type: 'TXT',
          value,
          when: 'scan of Nov 1, 2026, 00:00 UTC',
        } as const,
      ],
    }
    expect(said('What is my DKIM record?', { scan })).toContain(`s1._domainkey.example.com TXT ${value}`)
    expect(recordsOf(answer('What is my DKIM record?', { scan }))).toEqual([])
    expect(said('Explain DKIM', { scan }).some(text => text.includes(value))).toBe(false)
  })

  it('a null MX is read out, and several findings are kept apart', () => {
    const records = [
      { kind: 'mx', name: 'example.com', type: 'MX', value: '0 .', when: 'scan of Nov 1, 2026, 00:00 UTC' } as const,
    ]
    expect(said('Can I receive mail?', { scan: { ...healthy, records } })).toContain(
      'It is a null MX: the domain takes no mail.',
    )
    const scan = { ...healthy, findings: [findingOf('dmarc_none'), findingOf('dmarc_rua_missing')] }
    expect(said('Is my DMARC ok?', { scan }).join(' ')).toMatch(/DMARC only monitors.{0,20}; No aggregate reports/)
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

  it('anything else is refused, with the nearest questions as buttons', () => {
    const given = answer('What is the capital of France?', { scan: open })
    expect(textsOf(given)[0]).toMatch(/^I cannot answer this\. I answer questions about your scans/)
    expect(given.at(-1)).toEqual({
      kind: 'asks',
      questions: ['Is example.com secure?', 'What should I fix first at example.com?', 'What changed at example.com?'],
    })
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

  it('costs time in proportion to its length', async () => {
    const facts = factsWith({ scope: 'business', scan: open, domains })
    await expectLinearCost(text => reply(text, facts, options), {
      max: 2_000,
      tokens: ['a.example ', 'what is ', 'blacklst '],
    })
  }, 120_000)
})

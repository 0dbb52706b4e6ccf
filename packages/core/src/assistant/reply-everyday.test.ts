import { describe, expect, it } from 'vitest'
import { wordFaults } from '../testing/index.ts'
import { domainWith, factsWith, scanFactsOf, textsOf } from './answers.fixture.ts'
import type { Facts } from './facts.ts'
import { reply } from './reply.ts'
import { terms } from './terms.data.ts'

const open = await scanFactsOf({ dmarc: null, spf: 'v=spf1 mx ?all' })
const healthy = await scanFactsOf()
const domains = [domainWith('example.com', 57, 'dmarc_missing'), domainWith('b.example', 100)]

const said = (text: string, facts: Partial<Facts> = { scan: open, domains }, previous = 'hello') => {
  const texts = textsOf(reply(text, factsWith(facts), { origin: 'no-model', earlier: [previous] }))
  expect(texts.flatMap(wordFaults)).toEqual([])
  return texts
}

describe('a question of every day', () => {
  it('about the score: how it is made, and what was lost', () => {
    expect(said('How is the score calculated?')[0]).toMatch(
      /^The score starts at 100\. Each finding of a scan costs points/,
    )
    const lost = said('Why did I lose 35 points?')
    expect(lost[0]).toBe('example.com scores 57 of 100. These cost points:')
    expect(lost).toContain('−35 DMARC record missing')
    expect(said('why is my score not 100?', { scan: healthy, domains: [] })[0]).toBe(
      'example.com scores 100 of 100: no finding costs points.',
    )
  })

  it('about the last scan and the number of domains', () => {
    expect(said('When was the last scan?')[0]).toMatch(/Last scan of example\.com: Nov 1, 2026, \d\d:\d\d UTC\.$/)
    expect(said('When were our domains scanned last?', { domains })).toEqual([
      'The last scans of your domains, the newest first:',
      'example.com: Nov 20, 2026 at 10:00 UTC.',
      'b.example: Nov 20, 2026 at 10:00 UTC.',
    ])
    expect(said('How many domains do I have?')).toEqual([
      'You have 2 domains: example.com, b.example. Each has a scan.',
    ])
  })

  it('about domains: the best, and how many need attention', () => {
    expect(said('Which domain is the best?')).toEqual([
      'Your domains with the highest scores:',
      'b.example: 100 of 100 (Excellent).',
      'example.com: 57 of 100 (Fair).',
    ])
    expect(said('How many domains need attention?')[0]).toBe(
      '1 of your 2 scanned domains needs attention. The first is example.com.',
    )
  })

  it('that only sounds like one about the score is not answered with it', () => {
    expect(said('We lost emails from customers').join(' ')).not.toContain('cost points')
    expect(said('Will you treat my domain well?').join(' ')).not.toContain('threat')
    expect(said('What is the score of example.com?')[0]).toBe('Score of example.com: 57 of 100 (Fair).')
    expect(said('What was the last change?')[0]).toBe('There is no earlier scan of example.com to compare with.')
  })

  it('that asks for a change gets the place where the person makes it', () => {
    expect(said('Please rescan my domain')[0]).toMatch(/^I only read and start no scan\. .*press Rescan/)
    expect(said('delete example.com')[0]).toMatch(/^I only read and delete nothing\./)
    expect(said('Add a domain')[0]).toMatch(/press Add Domain/)
  })

  it('in another language is refused, with what can be asked', () => {
    const texts = said('Wie sicher ist meine Domäne?')
    expect(texts[0]).toMatch(/^I cannot answer this\. .*in English/)
    expect(texts).toContain('You can ask:')
  })
})

describe('"Should I move to p=reject?"', () => {
  const text = 'Should I move to p=reject?'

  it('without a DMARC record: not yet, with the record to begin with', () => {
    expect(said(text)[0]).toBe('Not yet: example.com has no DMARC record that receivers use.')
  })

  it('with an open problem of SPF or DKIM: not yet', async () => {
    const scan = await scanFactsOf({ dmarc: 'v=DMARC1; p=none; rua=mailto:d@example.com', spf: 'v=spf1 mx ?all' })
    expect(said(text, { scan }).slice(0, 2)).toEqual([
      'Not yet: fix these first, so that your own mail passes DMARC at example.com.',
      'SPF ends in ?all',
    ])
  })

  it('with ~all alone: enforcement is what resolves it, so it is no reason to wait', async () => {
    const scan = await scanFactsOf({ dmarc: 'v=DMARC1; p=none; rua=mailto:d@example.com', spf: 'v=spf1 mx ~all' })
    expect(scan.findings.map(({ id }) => id)).toContain('spf_softfail_unenforced')
    for (const question of [text, 'Can I go to p=reject now?']) {
      expect(said(question, { scan })[0]).toMatch(/^Yes, if the reports of the last weeks show/)
    }
  })

  it('without reports: not yet', async () => {
    const scan = await scanFactsOf({ dmarc: 'v=DMARC1; p=quarantine' })
    expect(said(text, { scan })[0]).toBe(
      'Not yet: example.com gets no reports, so you cannot see which mail would fail.',
    )
    // The policy in force is not lowered.
    expect(said(text, { scan }).join(' ')).not.toContain('p=none')
  })

  it('with reports to a domain that does not exist: not yet', async () => {
    const scan = await scanFactsOf({ dmarc: 'v=DMARC1; p=none; rua=mailto:d@gone.example' })
    expect(said(text, { scan })[0]).toMatch(/^Not yet: reports about example\.com may not arrive/)
  })

  it('without an answer of DNS: unknown, and no record is called missing', () => {
    const sections = { ...healthy.sections, dmarc: { state: 'unchecked', reason: 'the server timed out' } as const }
    const scan = { ...healthy, sections, records: healthy.records.filter(({ kind }) => kind !== 'dmarc') }
    expect(said(text, { scan })).toEqual([
      'It is not known what example.com needs. DMARC could not be checked: the server timed out.',
    ])
    expect(said('Show my DMARC record', { scan }).join(' ')).not.toContain('shows no')
    expect(said('Show my MTA-STS record', { scan: healthy }).join(' ')).not.toContain('shows no')
  })

  it('with reports: it depends on them, in steps', async () => {
    const scan = await scanFactsOf({ dmarc: 'v=DMARC1; p=none; rua=mailto:d@example.com' })
    expect(said(text, { scan })[0]).toBe(
      'Yes, if the reports of the last weeks show that all your own mail passes DMARC. A scan of example.com cannot see that. Take p=quarantine first.',
    )
    expect(said(text, { scan: healthy })[0]).toMatch(/^example\.com has p=reject already\./)
  })

  it.each([
    ['a word that is none', 'sp=foo'],
    ['a letter outside ASCII', 'sp=r\u00c3\u00a9ject'],
    ['an invisible character', 'np=\u00e2\u0080\u008breject'],
  ])('where another tag has %s, receivers apply p=none (RFC 9989 section 4.10.1)', async (_, tag) => {
    const scan = await scanFactsOf({ dmarc: `v=DMARC1; p=reject; ${tag}; rua=mailto:d@example.com` })
    const [first, ...rest] = said(text, { scan })
    expect(first).toBe('Not yet: the record of example.com says p=reject, but receivers apply p=none.')
    expect(rest.join(' ')).toContain('DMARC only monitors')
  })
})

describe('a question that follows another one', () => {
  it('is about its term', () => {
    expect(said('why?', undefined, 'Explain DMARC')[0]).toBe(terms.dmarc.why)
    expect(said('do I have it?', undefined, 'What is DMARC?')[0]).toMatch(/^example\.com has no DMARC record\.$/)
    expect(said('is that bad?', undefined, 'What is my SPF record?').join(' ')).toContain('SPF ends in ?all')
    expect(said('is that bad?', undefined, 'What does "SPF ends in ?all" mean?')[0]).toContain('SPF ends in ?all')
  })

  it('is about the scan where no term was named', () => {
    expect(said('why?', undefined, 'Is my domain secure?')[0]).toBe('example.com scores 57 of 100. These cost points:')
    expect(said('and then?', undefined, 'Is my domain secure?')).toContain('What to do, in this order')
  })
})

/** The last sentence of an answer. */
const last = (text: string, origin: 'no-model' | 'model-failed', previous: string | null) =>
  textsOf(reply(text, factsWith({ scan: open }), { origin, earlier: previous === null ? [] : [previous] })).at(-1)

describe('what answers', () => {
  const note = 'No language model is configured on this server. Waxseal’s own rules made this answer from your data.'
  const failed = 'The language model did not answer. Waxseal’s own rules made this answer from your data.'
  it('is said with the first answer of a conversation', () => {
    expect(last('Is my domain secure?', 'no-model', null)).toBe(note)
    expect(last('nonsense', 'no-model', null)).toBe(note)
    expect(last('Is my domain secure?', 'no-model', 'Explain DKIM')).not.toBe(note)
  })

  it('is said with every answer in place of a model', () => {
    expect(last('Is my domain secure?', 'model-failed', null)).toBe(failed)
    expect(last('Is my domain secure?', 'model-failed', 'Explain DKIM')).toBe(failed)
  })

  it('is not said with a greeting or thanks', () => {
    for (const text of ['hello', 'thank you']) {
      expect(last(text, 'no-model', null)).not.toBe(note)
      expect(last(text, 'model-failed', 'Explain DKIM')).not.toBe(failed)
    }
  })
})

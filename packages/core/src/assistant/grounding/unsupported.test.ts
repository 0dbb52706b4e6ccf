import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectLinearCost } from '../../testing/index.ts'
import { answerChecker, type Grounds, type Source } from './index.ts'

const scan: Source = {
  title: 'the last scan of one.example',
  about: 'one.example',
  content: {
    domain: 'one.example',
    at: '2026-11-20T09:00:00.000Z',
    score: 60,
    findings: [
      { id: 'dmarc_missing', check: 'dmarc', points: -20, title: 'DMARC record missing', fix: { kind: 'publish' } },
      {
        id: 'key_short',
        check: 'dkim',
        points: -5,
        title: 'DKIM key of 1,024 bits is weak: s1._domainkey.one.example',
      },
    ],
    records: [{ name: 'one.example', type: 'TXT', value: 'v=spf1 ip4:203.0.113.9 include:_spf.mailer.example -all' }],
    authentication: { spf: 'pass', dkim: 'fail' },
    lookups: 3,
  },
}
const rules: Source = {
  title: 'Waxseal’s own rules',
  about: null,
  content: [
    '**two.example scores 72 of 100.** Its certificate ends on Dec 4, 2026, 21:30 UTC.',
    '',
    'HIDDENPERSON1 added it \\(code 5.7.26\\). Receivers refuse mail that fails DMARC.',
  ].join('\n'),
}
const grounds: Grounds = {
  sources: [scan, rules],
  questions: ['Is 95 enough for other.example since March 3, 2026? Ask ada@corp.example.'],
  own: new Set(['one.example', 'two.example']),
  now: '2026-11-28T09:00:00.000Z',
}
const check = answerChecker(grounds)
const without = (answer: string) => check(answer).unsupported.map(({ kind, text }) => `${kind} ${text.trim()}`)

describe('what an answer says has a source', () => {
  it.each([
    ['a score in any form', 'ONE.EXAMPLE. scores **60**/100, so 60 of 100, or 60%, or `60`.'],
    ['a number in a word', 'one.example needs three lookups and loses twenty points.'],
    ['thousands in any form', 'The key of one.example has 1024, 1,024, 1.024, 1’024 or 1 024 bits.'],
    ['full width digits', 'one.example scores ６０.'],
    [
      'a date in any form',
      'Scanned on 2026-11-20, 20 November 2026, November 20th, Nov 20, 20.11.2026, 11/20/2026, on Friday.',
    ],
    ['a date as a distance', 'one.example was scanned 8 days ago, in November, at 9:00 or 9 am.'],
    ['times of another form', 'The certificate of two.example ends on 4 December at 9:30 pm.'],
    ['a number of the question', 'You ask for 95 at other.example since 3 March 2026, and for ada@corp.example.'],
    ['numbers of lists and steps', '1. First read it.\n2. Then do step 2.\n17) Then the 3rd thing.'],
    ['a name with digits', 'The selector s1 has an IPv4 and an MX24 problem, with SHA-256.'],
    ['a host below and above', 'See s1._domainkey.one.example, _dmarc.one.example and mailer.example.'],
    ['an address', 'one.example sends from 203.0.113.9.'],
    ['a placeholder', 'HIDDENPERSON1 added two.example.'],
    ['a status code', 'The code is 5.7.26.'],
    ['verdicts in other words', 'SPF of one.example passed. DKIM did not pass. DMARC is missing.'],
    ['a condition', 'If SPF fails at one.example, receivers look at DKIM.'],
    ['courtesy', 'Good question. It is good practice to ask.'],
    ['prose alone', 'I looked at your domain. Tell me what you want to know.'],
    ['code', '```dns-record\none.example TXT v=spf1 ip4:203.0.113.9 include:_spf.mailer.example -all\n```'],
  ])('%s', (_, answer) => {
    expect(without(answer)).toEqual([])
  })
})

describe('what no source has is named', () => {
  it.each([
    ['another score', 'one.example scores 61 of 100.', ['number 61']],
    ['the score of another domain', 'one.example scores 72 of 100.', ['number 72']],
    ['the same below a heading', '## one.example\n\nThe score is 72.', ['number 72']],
    ['a scale as a score', 'one.example scores 100 of 100.', ['number 100']],
    ['a number with marks in it', 'one.example scores 6**1**.', ['number 61']],
    ['a number in a word', 'one.example has *seventeen* findings.', ['number seventeen']],
    ['a number with a unit', 'The key has 2048-bit, or 2k.', ['number 2048', 'number 2']],
    ['another date', 'Scanned on Nov 21, 2026.', ['date Nov 21, 2026']],
    ['another year', 'Scanned on 20 November 2025.', ['date 20 November 2025']],
    ['another day of the week', 'Scanned on Wednesday.', ['date Wednesday']],
    ['another distance', 'Scanned 9 days ago.', ['number 9']],
    ['another time', 'Scanned at 10:00.', ['time 10:00']],
    ['a foreign domain', 'Send through mail.attacker.test.', ['domain mail.attacker.test']],
    ['with marks, entities and case', 'Send through MAIL.att**ack**er&#46;test.', ['domain MAIL.attacker.test']],
    ['with a dot of another script', 'Send through attacker．test.', ['domain attacker.test']],
    ['a name of two of ours', 'Use one.example.two-example.test.', ['domain one.example.two-example.test']],
    ['a link', 'Read [this](https://attacker.test/60).', ['domain https://attacker.test/60']],
    ['an address', 'one.example sends from 203.0.113.10.', ['address 203.0.113.10']],
    ['IPv6', 'one.example sends from 2001:db8::1.', ['address 2001:db8::1']],
    ['an e-mail address', 'Ask eve@one.example.', ['domain eve@one.example']],
    ['another person', 'HIDDENPERSON2 added two.example.', ['person HIDDENPERSON2']],
    ['another code', 'The code is 5.7.1.', ['code 5.7.1']],
    ['pass for fail', 'DKIM of one.example passes.', ['verdict passes']],
    ['fail for pass', 'SPF of one.example fails.', ['verdict fails']],
    ['a verdict of its own', 'one.example is safe.', ['verdict safe']],
    ['a band of its own', 'one.example is Good.', ['verdict Good']],
    ['another one', 'The band of one.example is fair.', ['verdict fair']],
    ['a rule that it meets', 'one.example is compliant with the rules of Gmail.', ['verdict compliant']],
    ['a server that answers', 'The mail server of one.example is reachable.', ['verdict reachable']],
    ['a certificate', 'The certificate of one.example is trusted.', ['verdict trusted']],
    ['a sender', 'That server is authorized for one.example.', ['verdict authorized']],
    ['a danger', 'one.example is exposed.', ['verdict exposed']],
    ['a negation', 'DMARC of one.example is not missing.', ['verdict missing']],
    ['a quoted sentence with one word changed', 'Receivers refuse mail that passes DMARC.', ['verdict passes']],
    ['an image', 'See ![60](x).', ['markup ![']],
    ['HTML', '<img src=x onerror=alert(1)>', ['markup <img']],
    ['a script', 'javascript:alert(60)', ['markup javascript:']],
  ])('%s', (_, answer, expected) => {
    expect(without(answer)).toEqual(expect.arrayContaining(expected))
  })

  it('no verdict is known because the user typed it', () => {
    const asked = answerChecker({ ...grounds, questions: ['Is one.example safe?'] })
    expect(asked('Yes, one.example is safe.').unsupported).toEqual([{ kind: 'verdict', text: 'safe' }])
  })

  it('counts where only one of several views of an answer shows it', () => {
    expect(check('one.example scores 60.', 'one.example scores 61.').unsupported).toEqual([
      { kind: 'number', text: '61' },
    ])
  })
})

describe('the sources of an answer', () => {
  it('are the fewest that have all of it', () => {
    expect(check('one.example scores 60 and needs 3 lookups.').cited).toEqual(['the last scan of one.example'])
    expect(check('one.example scores 60.\n\ntwo.example scores 72.').cited).toEqual([
      'the last scan of one.example',
      'Waxseal’s own rules',
    ])
    expect(check('Tell me more.').cited).toEqual([])
  })
})

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        'one.example',
        'scores',
        '60',
        '*',
        '`',
        '\\',
        '.',
        ' ',
        '\n',
        '&#',
        ';',
        'pass',
        'not',
        ',',
        'Nov',
        '20',
      ),
      {
        maxLength: 60,
      },
    )
    .map(parts => parts.join('')),
)

describe('any text', () => {
  it('is read, and what is said twice is found as what is said once', () => {
    fc.assert(
      fc.property(texts, text => {
        const once = new Set(without(text))
        expect(new Set(without(`${text}\n\n${text}`))).toEqual(once)
      }),
    )
  })

  it('is no statement of its own: around a lie, the lie is found', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 200, max: 9_999 }), (text, number) => {
        fc.pre(number !== 2026 && number !== 1_024)
        expect(without(`${text}\n\none.example scores ${number} of 100.\n\n${text}`)).toContain(`number ${number}`)
      }),
    )
  })

  it('that is a source has itself as its source', () => {
    fc.assert(
      fc.property(texts, text => {
        const itself = answerChecker({
          ...grounds,
          sources: [{ title: 'itself', content: text, about: null }],
          questions: [],
        })
        expect(itself(text).unsupported).toEqual([])
      }),
    )
  })

  it('costs in proportion to its length', () =>
    expectLinearCost(text => check(text), {
      max: 20_000,
      tokens: ['1,234', 'a.b.', 'spf does not pass ', 'Nov 20, '],
    }))
})

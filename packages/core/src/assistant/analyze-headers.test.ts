import { describe, expect, it } from 'vitest'
import { wordFaults } from '../testing/index.ts'
import { analyzeHeaders, checkBlocks, headerVerdict, senderBlocks, todoBlocks } from './analyze-headers.ts'
import { headerWith, textsOf } from './answers.fixture.ts'
import { markdownOf } from './markdown.ts'

const failed = { spf: 'fail', dkim: 'none', dmarc: 'fail' }
const finding = {
  id: 'dmarc_fail',
  points: 25,
  title: 'DMARC failed',
  meaning: 'The receiving system reported dmarc=fail.',
  advice: 'Check with the sender through another channel before you follow links or open attachments.',
  clause: 'RFC 9989 section 4.4',
}
const note = {
  ...finding,
  id: 'clock_skew',
  points: 0,
  title: 'Clocks on the path disagree',
  advice: 'Ignore the delay.',
}

const otherDomain = {
  ...finding,
  id: 'dmarc_other_domain',
  points: 15,
  title: 'DMARC passed for another domain than From',
}
const bypassed = {
  ...note,
  id: 'results_bypassed',
  title: 'Microsoft did not judge who sent the message',
  advice: 'Check the results of the filter that received the message first.',
}
const joined = { ...note, id: 'results_joined', title: 'Results from several fields count' }
const unnamed = { ...note, id: 'results_unnamed', title: 'The results do not show who wrote them' }

const verdict = (parts: Parameters<typeof headerWith>[0]) => headerVerdict(headerWith(parts))
const said = (parts: Parameters<typeof headerWith>[0]) => textsOf(senderBlocks(headerWith(parts))).join(' ')

describe('the analysis of a header', () => {
  it('begins with the threat score, its level, and the worst reason', () => {
    expect(headerVerdict(headerWith())).toBe(
      'The threat score is 0 of 100 (Low). Nothing in this header speaks against the message.',
    )
    expect(headerVerdict(headerWith({ threatScore: 25, findings: [finding, note] }))).toBe(
      'The threat score is 25 of 100 (Low). One finding raises it: DMARC failed.',
    )
    expect(headerVerdict(headerWith({ threatScore: 75, findings: [finding, { ...finding, id: 'spf_fail' }] }))).toBe(
      'The threat score is 75 of 100 (High). 2 findings raise it, most of all: DMARC failed.',
    )
  })

  it('says who sent it, and confirms a domain only where a check passed for it', () => {
    expect(said({})).toBe(
      'The message says that it is from News <news@example.com>. It was handed over by 203.0.113.17. The receiving system confirmed example.com: DMARC passed.',
    )
    expect(said({ authentication: failed, isAligned: false })).toContain('could not confirm example.com: DMARC failed')
    expect(said({ authentication: { ...failed, dmarc: 'none' }, isAligned: null })).toContain(
      'Nothing in the header confirms example.com.',
    )
    expect(said({ authentication: { ...failed, dmarc: 'none' } })).toContain('SPF and DKIM passed for example.com')
    expect(said({ from: '<>', fromDomain: null, authentication: failed, isAligned: false })).toMatch(
      /^From has no address\./,
    )
    const other = { kind: 'dkim', domain: 'sender.example', result: 'pass', alignment: 'none' } as const
    expect(said({ identities: [other] })).toContain('Another domain passed its check: sender.example.')
  })

  it('does not confirm a domain against a finding about the results', () => {
    expect(said({ findings: [otherDomain] })).toContain(
      'DMARC passed for another domain, so example.com is not confirmed.',
    )
    expect(said({ findings: [unnamed] })).toContain('so they do not confirm example.com.')
    expect(said({ findings: [joined] })).toContain('The sender could have written the lower fields with results')
    expect(said({ findings: [bypassed] })).toContain('did not judge who sent the message')
    expect(said({ authentication: { spf: 'pass', dkim: 'pass', dmarc: 'fail' }, isAligned: true })).toContain(
      'could not confirm example.com: DMARC failed',
    )
    const sha1 = { ...note, id: 'signature_sha1', title: 'A DKIM signature uses SHA-1' }
    expect(said({ findings: [sha1] })).toContain('The receiving system confirmed example.com')
    const signed = { kind: 'dkim', domain: 'example.com', result: 'pass', alignment: 'strict' } as const
    expect(said({ findings: [sha1], identities: [signed] })).toContain(
      'Only DKIM passed for example.com, and a signature has a problem: A DKIM signature uses SHA-1. So example.com is not confirmed.',
    )
    expect(verdict({ findings: [sha1], identities: [signed] })).toContain('the domain of From is not confirmed')
    for (const each of [bypassed, unnamed]) {
      const todo = textsOf(todoBlocks(headerWith({ findings: [each] })))
      expect(todo[0]).toMatch(/^The header does not confirm who sent this message\./)
      expect(todo).toContain(each.advice)
    }
  })

  it('does not call a message fine where a check failed or was bypassed', () => {
    const score = 'The threat score is 0 of 100 (Low).'
    expect(verdict({ authentication: failed, isAligned: false, findings: [bypassed] })).toBe(
      `${score} The results of this message are unknown.`,
    )
    expect(verdict({ findings: [unnamed] })).toBe(
      `${score} No finding raises it, but the results do not show who wrote them.`,
    )
    expect(verdict({ authentication: failed, isAligned: false })).toBe(
      `${score} No finding raises it, but SPF and DMARC failed.`,
    )
    expect(verdict({ authentication: { spf: 'fail', dkim: 'pass', dmarc: 'pass' } })).toBe(
      `${score} No finding raises it: the domain of From is confirmed, although SPF failed.`,
    )
  })

  it('shows each result with its domain and its alignment', () => {
    expect(textsOf(checkBlocks(headerWith()))).toEqual([
      'SPF: pass for news.example.com, the same organization as From.',
      'DKIM: pass for example.com, the domain of From.',
      'DMARC: pass.',
      'Alignment: yes: a domain that passed belongs to the organization in From.',
    ])
    const none = headerWith({
      identities: [],
      authentication: { spf: 'none', dkim: 'none', dmarc: 'none' },
      isAligned: null,
    })
    expect(textsOf(checkBlocks(none))[0]).toBe('SPF: no result reported.')
    expect(textsOf(checkBlocks(headerWith({ fromDomain: null })))[0]).toBe('SPF: pass for news.example.com.')
  })

  it('says what to do, each advice once, and never calls a message harmless', () => {
    const twice = headerWith({ threatScore: 50, findings: [finding, { ...finding, id: 'spf_fail' }] })
    expect(textsOf(todoBlocks(twice))).toEqual([
      'Do not open links or attachments, and do not answer, until you have done this:',
      finding.advice,
    ])
    expect(textsOf(todoBlocks(headerWith())).join(' ')).toContain('A genuine sender can still send harmful content')
    const unknown = headerWith({ authentication: { spf: 'none', dkim: 'none', dmarc: 'none' }, isAligned: null })
    expect(textsOf(todoBlocks(unknown)).join(' ')).toContain('nothing confirms its sender')
  })

  it('has what costs nothing apart, a slow hop, and on Business the rules of receivers', () => {
    const rule = { title: 'SPF or DKIM passes', words: 'Both failed.', receivers: ['Gmail', 'Yahoo'] }
    const header = headerWith({
      findings: [note],
      slowest: { by: 'mx.example.net', seconds: 3_900 },
      rulesNotMet: [rule],
    })
    const saidOn = (scope: 'pro' | 'business') => textsOf(analyzeHeaders(header, { scope }, null))
    expect(saidOn('pro')).toContain('The slowest hop took 1 hour 5 minutes, at mx.example.net.')
    expect(saidOn('pro')).not.toContain('If you are the sender')
    expect(saidOn('business')).toContain('SPF or DKIM passes (Gmail and Yahoo): Both failed.')
    expect(saidOn('pro').join(' ')).not.toContain('raises the threat score')
  })

  it('shows every value of a repeated field, and confirms no sender where From names several (RFC 5322 3.6)', () => {
    const repeated = [
      { label: 'From', values: ['News <news@example.com>', 'ceo@bank.example'] },
      { label: 'Subject', values: ['YOU HAVE WON', ''] },
    ]
    const conflict = { ...finding, id: 'from_conflict', title: 'There is more than one From, with different domains' }
    const header = headerWith({ repeated, findings: [conflict], threatScore: 40 })
    const texts = textsOf(analyzeHeaders(header, { scope: 'pro' }, null))
    expect(texts).toContain('From: “News <news@example.com>” and “ceo@bank.example”')
    expect(texts).toContain('Subject: “YOU HAVE WON” and an empty value')
    const sender = said({ repeated, findings: [conflict] })
    expect(sender).toContain('it is from News <news@example.com>, and also from ceo@bank.example.')
    expect(sender).toContain('From names several domains, and the results are about one of them, so no sender')
    expect(sender).not.toContain('The receiving system confirmed')
  })

  it('quotes no field but From, in plain words and without markup', () => {
    const header = headerWith({ subject: 'A secret subject', from: '<b>x</b> [y](http://z.example) <a@example.com>' })
    const markdown = markdownOf(analyzeHeaders(header, { scope: 'business' }, 'no-model'))
    expect(markdown).not.toContain('secret')
    expect(markdown).not.toMatch(/<|\]\(/)
    expect(textsOf(analyzeHeaders(headerWith(), { scope: 'business' }, 'no-model')).flatMap(wordFaults)).toEqual([])
  })
})

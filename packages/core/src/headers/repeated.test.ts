import { describe, expect, it } from 'vitest'
import { expectLinearCost } from '../testing/linear-cost.ts'
import { judgeHeader } from './judge.ts'
import { counted, headerOf, lastTwoLabels, parsedOf, plainLines, resultOf, signature } from './parsed-header.fixture.ts'
import { repeatedFields } from './repeated-fields.ts'

const pass = counted(
  resultOf('spf=pass', { 'smtp.mailfrom': 'sender.example' }),
  resultOf('dkim=pass', { 'header.d': 'sender.example' }),
  resultOf('dmarc=pass', { 'header.from': 'sender.example' }),
)
const signed = { ...signature, signed: ['from', 'to', 'subject', 'date'] }
const plain = [...plainLines, 'List-Unsubscribe: <mailto:a@sender.example>']

/** A message that passes everything, with more fields. */
const judged = (lines: readonly string[]) =>
  judgeHeader(parsedOf({ lines, results: pass, signatures: [signed] }), lastTwoLabels)
const points = (lines: readonly string[]) =>
  Object.fromEntries(judged(lines).findings.map(finding => [finding.id, finding.points]))
const below = (...more: readonly string[]) => [...plain, ...more]
const above = (...more: readonly string[]) => [...more, ...plain]
const instead = (from: string) => plain.map(line => (line.startsWith('From:') ? `From: ${from}` : line))

describe('a second From (RFC 5322 3.6; RFC 6376 8.15)', () => {
  it.each([
    ['below the first (mjl-/mox#459)', below('From: ceo@bank.example')],
    ['above the first (trusteddomainproject/OpenDKIM#157)', above('From: ceo@bank.example')],
    ['without a domain', below('From: ceo@bank')],
    ['without an address', below('From: The Bank')],
    ['in capitals, of three', below('FROM: ann@sender.example', 'from: ceo@bank.example')],
  ])('of another domain costs 40, though DMARC passes: %s', (_, lines) => {
    expect(points(lines)).toMatchObject({ from_conflict: 40 })
  })

  it('is named with every value and its line', () => {
    const { findings, threatScore } = judged(below('From: ceo@bank.example'))
    expect(threatScore).toBe(40)
    expect(findings[0]).toMatchObject({
      title: 'There is more than one From, with different domains',
      evidence: [
        { label: 'From', line: 2, text: 'Ann <ann@sender.example>' },
        { label: 'From', line: 8, text: 'ceo@bank.example' },
      ],
    })
    expect(findings[0]?.meaning).toBe(
      'The header has two From fields. A message has one. Mail programs show one of them, and the receiver may have checked another.',
    )
  })

  it.each([
    ['From:', 'There is more than one From, and one is empty'],
    ['From:  ', 'There is more than one From, and one is empty'],
    ['From: The Bank', 'There is more than one From, and one has no domain'],
    ['From: ceo@bank', 'There is more than one From, and one has no domain'],
    ['From: ceo@bank.example', 'There is more than one From, with different domains'],
  ])('is said as it is: %s', (line, title) => {
    expect(judged(below(line)).findings[0]).toMatchObject({ id: 'from_conflict', title, points: 40 })
  })

  it('of the same domain costs 20, and the same line twice 10', () => {
    expect(points(below('From: bob@mail.sender.example'))).toEqual({ field_conflict: 20 })
    expect(points(below('From: Ann  <ann@sender.example>'))).toEqual({ field_repeated: 10 })
  })
})

describe('one From with several domains (RFC 5322 3.6.2, RFC 9989 4.4)', () => {
  it.each([
    ['two addresses', 'ann@sender.example, ceo@bank.example'],
    ['the other first', 'ceo@bank.example, ann@sender.example'],
    ['a group (RFC 6854)', 'Board: ann@sender.example, ceo@bank.example;'],
    ['semicolons, as Outlook shows them', 'ann@sender.example; ceo@bank.example'],
    ['an address behind a name', '"Ann" <ann@sender.example>, "The CEO" <ceo@bank.example>'],
  ])('costs 25: %s', (_, from) => {
    expect(points(instead(from))).toMatchObject({ from_domains: 25 })
    const found = judged(instead(from)).findings.find(({ id }) => id === 'from_domains')
    expect(found?.meaning).toContain('sender.example')
    expect(found?.meaning).toContain('bank.example')
  })

  it('costs nothing for two people of one organization', () => {
    expect(points(instead('ann@sender.example, bob@mail.sender.example'))).toEqual({})
  })
})

describe('another field that is there twice (RFC 5322 3.6)', () => {
  it.each([
    ['Subject (lieser/dkim_verifier#102)', above('Subject: YOU HAVE WON'), 'Subject (two)'],
    ['Subject below (Mnexa-AI/e2a#751)', below('Subject: YOU HAVE WON'), 'Subject (two)'],
    ['Reply-To', below('Reply-To: a@sender.example', 'Reply-To: b@sender.example'), 'Reply-To (two)'],
    ['Sender', below('Sender: a@sender.example', 'Sender: b@sender.example'), 'Sender (two)'],
    ['Subject three times', below('Subject: a', 'Subject: b'), 'Subject (3)'],
  ])('costs 20 where it misleads a reader: %s', (_, lines, named) => {
    const [found] = judged(lines).findings
    expect(found).toMatchObject({ id: 'field_conflict', points: 20 })
    expect(found?.meaning).toContain(`The header repeats ${named}.`)
  })

  it.each([
    ['Date and Message-ID', above('Message-ID: <9@evil.example>', 'Date: Mon, 15 Sep 2025 10:00:00 +0000')],
    ['To', above('To: all@receiver.example')],
    ['Cc', below('Cc: a@receiver.example', 'Cc: b@receiver.example')],
    ['References', below('References: <1@a.example>', 'References: <2@a.example>')],
    ['In-Reply-To', below('In-Reply-To: <1@a.example>', 'In-Reply-To: <2@a.example>')],
    ['the same Subject', below('Subject: Minutes')],
  ])('costs 10 otherwise (jbostoen/itop-jb-mail-to-ticket-automation-v2#104): %s', (_, lines) => {
    expect(points(lines)).toEqual({ field_repeated: 10 })
  })

  it('says where the signature covers fewer than there are', () => {
    const words = 'A DKIM signature covers fewer of them, so it can pass with an added one.'
    expect(judged(above('Subject: YOU HAVE WON')).findings[0]?.meaning).toContain(words)
    const more = { ...signed, signed: [...signed.signed, 'subject'] }
    const parsed = parsedOf({ lines: above('Subject: YOU HAVE WON'), results: pass, signatures: [more] })
    expect(judgeHeader(parsed, lastTwoLabels).findings[0]?.meaning).not.toContain(words)
  })

  it('costs nothing where it may be there often: Received, Resent-From, Comments, Keywords, X-Spam', () => {
    const often = ['Resent-From: a@b.example', 'Comments: x', 'Keywords: x', 'X-Note: x', 'List-Id: <a.sender.example>']
    expect(points(below(...often, ...often))).toEqual({})
  })
})

it('has the values in the order of the header, the first ten of them', () => {
  const many = Array.from({ length: 30 }, (_, at) => `Subject: ${at}`)
  const [found] = repeatedFields(headerOf(many))
  expect(found).toMatchObject({ name: 'subject', label: 'Subject', count: 30, isDifferent: true })
  expect(found?.values.map(({ text, line }) => [text, line]).at(-1)).toEqual(['9', 10])
})

it('takes time in proportion to the number of fields', () =>
  expectLinearCost(text => repeatedFields(headerOf(text.split('\n'))), {
    max: 16_384,
    tokens: ['From: a\n', 'Subject: a b\n'],
  }))

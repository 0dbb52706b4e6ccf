import { describe, expect, it } from 'vitest'
import { headerFindings } from './finding.ts'
import { judgedMessage } from './judged-message.ts'
import {
  counted,
  lastTwoLabels,
  parsedOf,
  plainLines,
  resultOf,
  sendingHop,
  signature,
} from './parsed-header.fixture.ts'
import { senderRules } from './sender-rules.ts'

type Changes = Parameters<typeof parsedOf>[0]
const judged = (changes: Changes) => judgedMessage(parsedOf(changes), lastTwoLabels)
const ids = (changes: Changes) => headerFindings(judged(changes)).map(({ id }) => id)
const rule = (id: string, changes: Changes) => senderRules(judged(changes)).find(each => each.id === id)?.verdict

const results = counted(
  resultOf('spf=pass', { 'smtp.mailfrom': 'sender.example' }),
  resultOf('dmarc=pass', { 'header.from': 'sender.example' }),
)
const hop = (by: string, line: number, text = '') => ({ ...sendingHop, by, at: { label: 'Received', line, text } })
/** The sender's own host above the fields of the message, and the receiver's above it. */
const outside = [hop('out.sender.example', 2), hop('mx.receiver.example', 1)]
const verdicts = (line: string, path = outside) =>
  judged({ results, path, lines: [...plainLines, line] }).verdicts.map(({ says, words }) => [says, words])
const receivedBy = (by: string, ...lines: readonly string[]) =>
  judged({
    results,
    path: [hop('out.sender.example', 2), hop(by, 1)],
    lines: [...plainLines, ...lines],
  }).verdicts.map(word => word.says)
const says = (line: string, by: string, text = '') =>
  verdicts(line, [hop('out.sender.example', 2), hop(by, 1, text)]).map(([word]) => word)
const isBulk = (...lines: readonly string[]) => judged({ lines: [...plainLines, ...lines] }).bulkMarks.length > 0
const arc = (domain: string) => [
  { instance: 1, seal: 'none', domain, results: null, at: { label: 'ARC-Seal', line: 3, text: '' } },
]

describe('a field of a filter below the Received of another organization', () => {
  it('is a note, not the verdict of the receiver, and costs nothing', () => {
    const lines = [...plainLines, 'X-Spam-Flag: YES']
    expect(verdicts('X-Spam-Flag: YES')).toEqual([
      [
        'note',
        'X-Spam-Flag seems to have been in the message before it arrived, so it says nothing about this receiver.',
      ],
    ])
    expect(verdicts('X-Forefront-Antispam-Report: CAT:PHSH;SFV:SPM')).toMatchObject([['note', expect.any(String)]])
    expect(ids({ results, path: outside, lines })).toEqual([])
    expect(ids({ results, lines })).toEqual(['verdict_spam'])
  })

  it('is no reverse name either', () => {
    const path = outside.map(each => ({ ...each, reverseName: null }))
    const lines = [...plainLines, 'X-Forefront-Antispam-Report: CIP:192.0.2.1;PTR:InfoDomainNonexistent;']
    expect(ids({ results, path, lines })).toEqual([])
    expect(ids({ results, path: [{ ...sendingHop, reverseName: null }], lines })).toEqual(['reverse_name'])
  })

  it('is the verdict of Exchange and OVHcloud, which add their fields at the end', () => {
    const report = 'X-Forefront-Antispam-Report: SFV:SPM'
    expect(says(report, 'a.mail.protection.outlook.com')).toEqual(['spam'])
    expect(says(report, 'mx.receiver.example', 'by mx.receiver.example with Microsoft SMTP Server id 15.2')).toEqual([
      'spam',
    ])
    expect(says('X-VR-SpamState: SPAM', 'mail1.ovh.net')).toEqual(['spam'])
    expect(says('X-Spam-Flag: YES', 'mail1.ovh.net')).toEqual(['note'])
  })
})

describe('fields of Rspamd at the end of the header', () => {
  const queued = {
    ...sendingHop,
    at: {
      label: 'Received',
      line: 1,
      text: 'from a by mx.receiver.example with ESMTPS id 63446300E9D71 for <b@receiver.example>',
    },
  }
  const path = [hop('out.sender.example', 2), queued]
  const identifier = 'X-Rspamd-Queue-Id: 63446300E9D71'
  const spam = (...lines: readonly string[]) =>
    judged({ results, path, lines: [...plainLines, ...lines] }).verdicts.map(({ says }) => says)

  it('are verdicts of the receiver below the identifier that its Received shows', () => {
    expect(spam(identifier, 'X-Spam-Flag: YES', 'X-Spam: Yes')).toEqual(['spam', 'spam'])
    expect(
      spam(
        identifier,
        'Authentication-Results: mx.receiver.example; spf=pass',
        'X-Spamd-Result: default: True [29.04 / 25.00]',
      ),
    ).toEqual(['spam'])
  })

  it('are preferred to those that came with the message', () => {
    expect(spam('X-Spam-Flag: NO', identifier, 'X-Spam-Flag: YES')).toEqual(['spam'])
    expect(spam('X-Spam-Flag: YES', identifier, 'X-Spam-Flag: NO')).toEqual(['clean'])
  })

  it.each<[string, readonly string[]]>([
    ['are above the identifier', ['X-Spam-Flag: YES', identifier]],
    ['follow an identifier that no Received shows', ['X-Rspamd-Queue-Id: 63446300E9D72', 'X-Spam-Flag: YES']],
    ['follow an identifier above the fields of the message', [identifier, 'X-Spam-Flag: YES', 'Subject: x']],
    ['follow no identifier', ['X-Rspamd-Server: mx', 'X-Spam-Flag: YES']],
    ['are those of another filter', [identifier, 'X-Mailgun-Sflag: Yes']],
  ])('are notes when they %s', (_, lines) => {
    expect(spam(...lines)).toEqual(['note'])
  })

  it('are notes when only a host of another organization shows the identifier', () => {
    const other = [
      { ...queued, by: 'out.sender.example', at: { ...queued.at, line: 2 } },
      hop('mx.receiver.example', 1),
    ]
    const { verdicts: found } = judged({ results, path: other, lines: [...plainLines, identifier, 'X-Spam-Flag: YES'] })
    expect(found.map(({ says }) => says)).toEqual(['note'])
  })
})

describe('fields of Proton at the end of the header', () => {
  const origin = 'X-Pm-Origin: external'

  it('are verdicts where Proton received the message', () => {
    expect(receivedBy('mailin014.protonmail.ch', origin, 'X-Pm-Spam-Action: phishing')).toEqual(['phishing'])
    expect(receivedBy('mx.receiver.example', origin, 'X-Pm-Spam-Action: phishing')).toEqual(['note'])
  })

  it('are preferred to those of the sender', () => {
    const own = [origin, 'X-Pm-Spam-Action: spam']
    expect(receivedBy('mailin014.protonmail.ch', origin, 'X-Pm-Spam-Action: inbox', ...own)).toEqual(['spam'])
    expect(receivedBy('mailin014.protonmail.ch', 'X-Pm-Spam-Action: inbox', origin)).toEqual(['note'])
  })
})

describe('the client of an authenticated submission', () => {
  it('is not judged by its reverse name', () => {
    const text = 'from laptop (unknown [192.0.2.1])'
    const unnamed = { ...hop('mx.receiver.example', 91, text), reverseName: null }
    const path = [{ ...unnamed, protocol: 'ESMTPSA' }]
    expect(ids({ results, path })).toEqual([])
    expect(rule('reverse_dns', { results, path })).toBe('not_applicable')
    expect(ids({ results, path: [unnamed] })).toEqual(['reverse_name'])
  })
})

describe('bulk mail', () => {
  it('has more than a Feedback-ID, which platforms put on all mail', () => {
    expect(isBulk('Feedback-ID: 1.us-east-1.abc:AmazonSES')).toBe(false)
    expect(isBulk('Precedence: bulk')).toBe(true)
  })

  it('is no automatic answer', () => {
    expect(isBulk('Precedence: bulk', 'Auto-Submitted: auto-replied')).toBe(false)
    expect(isBulk('Precedence: bulk', 'Auto-Submitted: no')).toBe(true)
    expect(isBulk('List-Id: <a.sender.example>', 'Auto-Submitted: auto-generated')).toBe(true)
  })
})

describe('the rule for lists', () => {
  const lines = [...plainLines, 'List-Id: <news.sender.example>']

  it('does not apply to a newsletter of the domain in From', () => {
    expect(rule('list_arc', { lines, results })).toBe('not_applicable')
  })

  it('counts no set of the receiver', () => {
    expect(rule('list_arc', { lines, arc: arc('receiver.example') })).toBe('not_met')
    expect(rule('list_arc', { lines, arc: arc('lists.example') })).toBe('met')
  })
})

describe('the end of a signature', () => {
  it('is compared with the hop into the receiving organization, not with a later one', () => {
    const signatures = [{ ...signature, expiresAt: Date.UTC(2026, 10, 26) }]
    const inside = { ...hop('store.receiver.example', 80), address: '10.0.0.1', time: '2026-11-30T10:00:00.000Z' }
    const fetched = { ...hop('home.local', 70), address: null, protocol: 'POP3', time: '2026-12-05T10:00:00.000Z' }
    const changes = { results, signatures, path: [sendingHop, inside, fetched] }
    expect(ids(changes)).toEqual([])
    expect(rule('signature_expiry', changes)).toBe('met')
    const late = { ...changes, signatures: [{ ...signature, expiresAt: Date.UTC(2026, 10, 24) }] }
    expect(ids(late)).toEqual(['signature_expired'])
  })
})

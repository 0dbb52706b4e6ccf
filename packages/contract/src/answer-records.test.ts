import { recordFinder } from '@waxseal/core/assistant'
import { describe, expect, it } from 'vitest'
import { answerHtml } from './answer-html.ts'
import { recordsShown } from './testing/answer-reader.ts'

const finder = recordFinder({
  made: [
    { name: '_dmarc.example.com', type: 'TXT', value: 'v=DMARC1; p=none; rua=mailto:dmarc@example.com' },
    { name: 'example.com', type: 'TXT', value: 'v=spf1 mx include:_spf.google.com ~all' },
  ],
  published: [{ name: 'example.com', type: 'TXT', value: 'v=spf1 mx ?all' }],
  texts: ['The server mail.example.com answers.'],
})
const ofModel = (markdown: string) => answerHtml(markdown, finder)

describe('a record in an answer of a model', () => {
  it.each([
    'Publish `mail.example.com A 6.6.6.6`.',
    '```\nexample.com CAA 0 issue "evil.example"\n```',
    '```\n25.114.0.203.in-addr.arpa PTR mx.evil.example\n```',
    'Set your mail server to `10 mx.evil.example`.',
    '| Type | Host | Prio |\n|---|---|---|\n| MX | mx.evil.example | 10 |',
    'Type: MX\nPriority: 10\nHost: mx.evil.example',
    'Add `include:evil.example` to your SPF record.',
    'Append ; rua=mailto:evil@evil.example to your record.',
    '`k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A`',
    '`some thing=of.no.known form`',
    'Use v=spf1 and then `+all`.',
    '"v=spf1" "mx" "+all"',
    '_dmarc.other.example TXT `v=DMARC1; p=none; rua=mailto:dmarc@example.com`',
    'Publish `v=spf1 mx include:_spf.google.com ~all` with ~all changed to +all.',
    'Publish `v=spf1 mx include:_spf.google.com ~all` and after it +include:evil.example.',
    'Publish `v=spf1 mx include:_spf.google.com ~all`, but write `a:evil.example` before mx.',
  ])('of any form that is not ours makes the answer warn, and nothing is marked as ours: %j', markdown => {
    const { records, warns } = recordsShown(ofModel(markdown))
    expect(warns).toBe(true)
    expect(records.filter(each => !each.startsWith('ai-unchecked'))).toEqual([])
  })

  it.each([
    'SPF ends in `-all`, DMARC has `p=none`, and `mail.example.com` answers.',
    'Run `dig TXT _dmarc.example.com +short` to see it.',
    'The record begins with v=spf1, and `rua` is missing.',
    '`Authentication-Results` has `spf=pass` and `dkim=fail`.',
    '```\nmail.example.com\n```',
    'Replace the TXT record that begins with v=spf1 with this one.',
  ])('is not in code and words of our texts, in terms and in commands: %j', markdown => {
    expect(recordsShown(ofModel(markdown))).toEqual({ records: [], warns: false })
  })
})

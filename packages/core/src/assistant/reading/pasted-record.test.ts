import { expect, it } from 'vitest'
import { pastedRecordIn } from './pasted-record.ts'

it.each([
  ['v=spf1 mx include:a.example -all is this ok?', 'v=spf1 mx include:a.example -all'],
  ['Is “v=spf1 a ~all” right?', 'v=spf1 a ~all'],
  ['what is wrong with V=SPF1 ip4:192.0.2.0/24 mx', 'v=spf1 ip4:192.0.2.0/24 mx'],
  ['v=DMARC1; p=none; rua=mailto:a@b.example', 'v=DMARC1; p=none; rua=mailto:a@b.example'],
  ['does v=DMARC1;p=reject;sp=none make sense?', 'v=DMARC1;p=reject;sp=none'],
])('a record that is pasted to have it checked: %s', (text, record) => {
  expect(pastedRecordIn(text)?.text).toBe(record)
})

it.each([
  'what does v=spf1 mean',
  'v=spf1 a -all and v=spf1 mx -all: which one is right?',
  'how do I add Mailgun to v=spf1 include:a.example -all',
  'v=spf1 mx -all v=DMARC1; p=none ok?',
  '',
  'v=spf1 '.repeat(300),
])('other questions have none: %s', text => {
  expect(pastedRecordIn(text)).toBeNull()
})

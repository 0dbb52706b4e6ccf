import { describe, expect, it } from 'vitest'
import { readHeader } from './read-header.ts'

const read = (text: string | Uint8Array) => readHeader(typeof text === 'string' ? Buffer.from(text) : text)
const fieldsOf = (text: string | Uint8Array) => read(text).fields.map(({ label, value, line }) => [label, value, line])

/** The whole text as one encoded word. */
const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`

describe('the header of a message', () => {
  it.each(['\r\n', '\n', '\r'])('has lines that end with %j', end => {
    expect(fieldsOf(['From: a@example.com', 'Subject: one', ' two', '', 'Body: no field'].join(end))).toEqual([
      ['From', 'a@example.com', 1],
      ['Subject', 'one two', 2],
    ])
  })

  it('ends at the first empty line, and says whether a body follows', () => {
    expect(read('From: a\n\nbody').hasBody).toBe(true)
    expect(read('From: a\n\n \r\n').hasBody).toBe(false)
    expect(read('From: a').hasBody).toBe(false)
  })

  it.each([
    ['a field', 'Content-Type: text/plain\n\t\t\nX-Forefront-Antispam-Report: SCL:5', ['text/plain', 'SCL:5']],
    ['a field of a later line', 'Content-Type: text/plain\n \n\t\nX-Spam: Yes', ['text/plain', 'Yes']],
    ['a fold', 'Subject: one\n \n two', ['one two']],
  ])('has a line of blanks as a fold before %s', (_what, text, values) => {
    expect(read(text).fields.map(({ value }) => value)).toEqual(values)
  })

  it.each([
    ['text', 'From: a\n \t\nDear Ann,\nX-Spam: Yes'],
    ['text with a colon', 'From: a\n \nDear Ann: hello\nX-Spam: Yes'],
    ['an address of a web page', 'From: a\n \nhttps://example.com\nX-Spam: Yes'],
    ['text in another script', 'From: a\r\n \r\nGrüße: x\r\nX-Spam: Yes'],
    ['an empty line', 'From: a\n \n\nX-Spam: Yes'],
  ])('ends at a line of blanks before %s', (_what, text) => {
    const { fields, hasBody, strayLines } = read(text)
    expect([fields.map(({ value }) => value), hasBody, strayLines]).toEqual([['a'], true, 0])
  })

  it('may begin with empty lines, a mark of UTF-8 and the separator of an mbox file', () => {
    expect(fieldsOf('\n \n\ufeffFrom a@example.com Thu Aug 22 2002\nSubject: x')).toEqual([['Subject', 'x', 4]])
    expect(fieldsOf('From a@example.com Thu Aug 22 2002\nSubject: x')).toEqual([['Subject', 'x', 2]])
  })

  it('may have lost the indentation of its lines', () => {
    const header = read(
      'Received: from a.example\nby b.example with ESMTP\nid 1; Thu, 22 Aug 2002 11:36:16 +0000\nSubject: x',
    )
    expect(header.fields.map(({ value }) => value)).toEqual([
      'from a.example by b.example with ESMTP id 1; Thu, 22 Aug 2002 11:36:16 +0000',
      'x',
    ])
    expect(header.strayLines).toBe(2)
  })

  it('has names in any case, with blanks before the colon', () => {
    expect(read('SUBJECT : x\nsubject\t: y').fields.map(({ name, label }) => [name, label])).toEqual([
      ['subject', 'SUBJECT'],
      ['subject', 'subject'],
    ])
  })

  it('has its encoded words decoded for people, and kept as they are in the field', () => {
    const { shown, fields } = read(
      'Subject: =?UTF-8?Q?M=C3=BCnchen?= =?UTF-8?Q?_ruft?=\nFrom: =?nonsense?b?!!!?= <a@example.com>',
    )
    expect(shown.subject).toBe('München ruft')
    expect(fields[0]?.value).toBe('=?UTF-8?Q?M=C3=BCnchen?= =?UTF-8?Q?_ruft?=')
    expect(shown.from).toContain('<a@example.com>')
    expect(shown.to).toBe(null)
  })

  it.each(['Authentication-Results', 'ARC-Authentication-Results', 'Received-SPF'])(
    'has %s decoded where the whole value is encoded',
    name => {
      const value = `${encoded('spf=fail smtp.mailfrom=a.example; dmarc=')}\n ${encoded('fail header.from=\u{1d5f1}e.example')}\n =?utf-8?Q?;_compauth=3Dfail?=`
      expect(fieldsOf(`${name}: ${value}`)).toEqual([
        [name, 'spf=fail smtp.mailfrom=a.example; dmarc=fail header.from=\u{1d5f1}e.example; compauth=fail', 1],
      ])
    },
  )

  it('has encoded words in results and in other fields as they are', () => {
    const word = encoded('; dmarc=pass')
    for (const value of [`mx.example; spf=fail smtp.mailfrom=${word}`, `${word} x`, `"${word}"`, '=?utf-8?X?YQ==?='])
      expect(fieldsOf(`Authentication-Results: ${value}`)).toEqual([['Authentication-Results', value, 1]])
    expect(fieldsOf(`X-Spam-Flag: ${encoded('YES')}`)).toEqual([['X-Spam-Flag', encoded('YES'), 1]])
  })

  it('has no line break in decoded results', () => {
    expect(fieldsOf(`Received-SPF: ${encoded('fail\r\nX: y\0')}`)).toEqual([['Received-SPF', 'fail X: y\ufffd', 1]])
  })

  it('may be UTF-8 or ISO 8859-1', () => {
    expect(read('Subject: Grüße').shown.subject).toBe('Grüße')
    expect(read(Buffer.from('Subject: Grüße', 'latin1')).shown.subject).toBe('Grüße')
  })

  it('has no NUL, which no database stores', () => {
    expect(read('Subject: a\0b').fields[0]?.value).toBe('a\ufffdb')
    expect(read('Subject: =?utf-8?q?a=00b?=').shown.subject).toBe('a\ufffdb')
  })
})

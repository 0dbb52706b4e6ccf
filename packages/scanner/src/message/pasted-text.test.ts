import { zoneResolver } from '@waxseal/core/dns'
import { expectLinearCost } from '@waxseal/core/testing'
import { describe, expect, it } from 'vitest'
import { analyzeMessage } from './analyze-message.ts'
import { headerOf } from './end-of-header.ts'
import { publicKeyText, signedMessage } from './signed-message.fixture.ts'
import { utf8Of } from './text-of-bytes.ts'
import { verifyMessage } from './verify-message.ts'

const received =
  'Received: from out.x.example (out.x.example [192.0.2.77]) by mx.rcpt.example (Postfix) with ESMTPS id ABC for <b@rcpt.example>; Tue, 16 Sep 2025 10:00:05 +0000'
const results =
  'Authentication-Results: mx.rcpt.example; spf=pass smtp.mailfrom=x.example; dkim=pass header.d=x.example; dmarc=pass header.from=x.example'
const lines = [
  received,
  results,
  'From: "A" <news@x.example>',
  'To: b@rcpt.example',
  'Subject: hello',
  'Message-ID: <1@x.example>',
]
const plain = lines.join('\n')
const analyze = (text: string | Uint8Array) => analyzeMessage(typeof text === 'string' ? Buffer.from(text) : text)
/** From, the number of hops, DMARC, and the ids of the findings. */
const said = (text: string | Uint8Array) => {
  const { from, path, authentication, findings } = analyze(text).analysis
  return [from, path.length, authentication.dmarc, findings.map(({ id }) => id).join()]
}
const whole = (...notes: string[]) => ['"A" <news@x.example>', 1, 'pass', notes.join()]

describe('a header pasted with empty lines is read, and a note says so', () => {
  it.each([
    ['one after each line (Outlook, microsoft/MHA#119)', lines.join('\n\n')],
    ['two after each line', lines.join('\n\n\n')],
    ['with CRLF', lines.join('\r\n\r\n')],
    ['one after each line, From first', [lines[2], ...lines.filter((_, at) => at !== 2)].join('\n\n')],
    ['one after each line, also of folded fields', lines.join('\n\n').replace(' (Postfix)', '\n\n\t(Postfix)')],
    ['one after the first field', plain.replace('\n', '\n\n')],
    ['some before From', lines.slice(0, 2).join('\n\n').concat('\n\n\n', lines.slice(2).join('\n'))],
    ['one after each line, quoted', lines.map(line => `> ${line}\n>`).join('\n')],
    ['inside a folded field', plain.replace('; dkim=', ';\n\n dkim=')],
    ['inside a field with two folds', plain.replace('; spf=', ';\n spf=').replace('; dkim=', ';\n\n dkim=')],
    ['inside a folded field, with CRLF', plain.replace('; dmarc=', ';\n\n\tdmarc=').replaceAll('\n', '\r\n')],
    ['inside the first field', plain.replace(' (Postfix)', '\n\n (Postfix)')],
    ['two of them inside a field', plain.replace('; dkim=', ';\n\n\n dkim=')],
  ])('%s', (_, text) => {
    expect(said(text)).toEqual(whole('blank_lines'))
    expect(said(`${text}\n\n`)).toEqual(whole('blank_lines'))
  })

  it('names the first line behind an empty one', () => {
    const [note] = analyze(plain.replace('\n', '\n\n')).analysis.findings
    expect(note?.evidence).toEqual([{ label: 'Text', line: 3, text: results.slice(0, 512) }])
  })
})

describe('the body of a message is never read as its header', () => {
  it.each([
    ['prose', 'Dear Ann,\nFrom: ceo@bank.example'],
    ['one line that looks like a field', 'X-Spam: Yes'],
    ['one such line and prose', 'To: all of us\nwe meet at ten'],
    ['an attached part', '--x\nContent-Type: text/plain\n\nFrom: ceo@bank.example'],
    ['a web page', 'https://example.com/\nFrom: x'],
  ])('%s', (_, body) => {
    expect(said(`${plain}\n\n${body}`)).toEqual(whole())
  })

  it.each([
    ['a forged From', 'From: ceo@bank.example\nTo: b@rcpt.example'],
    ['forged results', `${results}\nX-Spam-Status: No`],
    ['a forwarded header', `${received}\nFrom: ceo@bank.example\nDate: x`],
    ['a folded field', 'Subject: hello\n world'],
    ['two parts', 'From: a@b.example\nSubject: x\n\nTo: c@d.example\nCc: e@f.example'],
    ['the rest of a folded field', '\tb@c.example\nReply-To: a@b.example'],
  ])('but a note says that lines like fields follow: %s', (_, body) => {
    const { analysis, header } = analyze(`${plain}\n\n${body}`)
    expect(analysis.from).toBe('"A" <news@x.example>')
    expect(header.fields).toHaveLength(lines.length)
    expect(analysis.findings.map(({ id, points, evidence }) => [id, points, evidence[0].line])).toEqual([
      ['fields_below', 0, 8],
    ])
  })
})

const encoded = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const page = (inside: string) =>
  `<!DOCTYPE html>\n<html><head><title>Original</title></head>\n<body>${inside}</body></html>`

describe('a header copied with the tags of a web page is read without them (HTML Living Standard, section 13.1)', () => {
  it.each([
    ['in <pre>', `<pre>${encoded(plain)}</pre>`],
    ['in <pre> on a line of its own', `<pre>\n${encoded(plain)}\n</pre>\n`],
    ['in <pre>, not encoded', `<pre>${plain}</pre>`],
    ['in a whole page with <pre>', page(`<pre class="raw" id="m">${encoded(plain)}</pre><p>Footer</p>`)],
    ['in a <textarea>', page(`<textarea rows="9">${encoded(plain)}</textarea>`)],
    ['in <pre> with <br>', `<pre>${lines.map(encoded).join('<br>')}</pre>`],
    ['in lines that end in <br>', `${lines.map(encoded).join('<br>\n')}<br>`],
    ['the same in <div>', `<div>\n  ${lines.map(encoded).join('<br />\n  ')}\n</div>`],
    ['in paragraphs', lines.map(line => `<p>${encoded(line)}</p>`).join('\n')],
    ['in list items', page(`<ul>${lines.map(line => `<li>${encoded(line)}</li>`).join('')}</ul>`)],
    ['in <code>', `<code>${lines.map(encoded).join('<br>')}</code>`],
    ['with bold names', lines.map(line => `<p><b>${encoded(line).replace(':', ':</b>')}</p>`).join('\n')],
    ['behind a comment and a style', `<!-- a < b --><style>p { x: y }</style><pre>${encoded(plain)}</pre>`],
    [
      'with entities as numbers',
      `<pre>${encoded(plain).replaceAll('&lt;', '&#60;').replaceAll('&gt;', '&#x3E;')}</pre>`,
    ],
    [
      'with folds as no-break spaces',
      `${lines.map(encoded).join('<br>').replace(' (Postfix)', '<br>&nbsp; (Postfix)')}<br>`,
    ],
    ['without tags, with entities as numbers', encoded(plain).replaceAll('&lt;', '&#60;').replaceAll('&gt;', '&#62;')],
  ])('%s', (_, text) => {
    expect(said(text)).toEqual(whole())
    expect(said(text.replaceAll('\n', '\r\n'))).toEqual(whole())
    expect(analyze(text).analysis.messageId).toBe('<1@x.example>')
  })

  it('of <pre> has the numbers of its lines', () => {
    const { header } = analyze(page(`\n<pre>\n${encoded(plain)}</pre>`))
    expect(header.fields.map(({ line }) => line)).toEqual([5, 6, 7, 8, 9, 10])
  })

  it('but the tags in a message stay', () => {
    const html = `${plain}\n\n<html><body><p>From: ceo@bank.example</p></body></html>`
    expect(said(html)).toEqual(whole())
    expect(analyze(`Subject: <b>now</b><br>\n${plain}`.replace('<br>\n', ' \n')).analysis.subject).toBe('<b>now</b>')
    expect(analyze(page('<p>Dear Ann</p>')).analysis.findings.map(({ id }) => id)).toContain('no_header')
  })
})

describe('text above the header is skipped, and a note says so', () => {
  const gmail = [
    'Message ID\t<1@x.example>',
    'Created at:\tTue, Mar 11, 2025 at 1:00 AM (Delivered after 3 seconds)',
    'From:\tA <news@x.example>',
    'To:\tb@rcpt.example',
    'Subject:\thello',
    'SPF:\tPASS with IP 192.0.2.77 Learn more',
    "DKIM:\t'PASS' with domain x.example Learn more",
  ]
  it.each([
    ['"Show original" of Gmail (cyberdefenders/email-header-analyzer#11)', `${gmail.join('\n')}\n\n`],
    ['with its title and links', `Original Message\n\n${gmail.join('\n')}\n\nDownload Original\nCopy to clipboard\n\n`],
    ['without an empty line below it', `${gmail.join('\n')}\nDownload Original\nCopy to clipboard\n`],
    ['in German', 'Nachrichten-ID\t<1@x.example>\nVon:\tA <news@x.example>\nBetreff:\thello\n\n'],
    ['the short header of a mail program', 'From: A <news@x.example>\nSubject: hello\nDate: 11 March 2025\nTo: b\n\n'],
    ['a sentence', 'Hello, is this message genuine?\nI do not know the sender.\n\n'],
    ['SMTP commands and an empty line', 'EHLO x\nMAIL FROM:<a@x.example>\nRCPT TO:<b@rcpt.example>\nDATA\n\n'],
    [
      'the envelope of postcat (Postfix)',
      '*** ENVELOPE RECORDS deferred/A/ABC ***\nmessage_size: 1 2 3\nsender: evil@y.example\n*** MESSAGE CONTENTS deferred/A/ABC ***\n',
    ],
  ])('%s', (_, above) => {
    expect(said(above + plain)).toEqual(whole('text_above'))
    const { header } = analyze(above + plain)
    expect(header.fields[0]?.line).toBe(above.split('\n').length)
  })

  it.each([
    ['the line of an mbox file (RFC 4155)', 'From a@x.example Tue Sep 16 10:00:05 2025\n'],
    ['that line, quoted', '>From a@x.example Tue Sep 16 10:00:05 2025\n'],
    ['SMTP commands (RFC 5321 4.1)', 'MAIL FROM:<a@x.example>\r\nRCPT TO:<b@rcpt.example>\r\nDATA\r\n'],
    ['replies of a server', '250 OK\n354 End data with <CR><LF>.<CR><LF>\n'],
    ['empty lines', '\n\n \n'],
  ])('directly above is no field: %s', (_, above) => {
    expect(said(above + plain)).toEqual(whole())
  })

  it('is not the header of a message, whatever its body begins with', () => {
    const sent = 'From: ann@x.example\nSubject: x\nMessage-ID: <2@x.example>'
    const forged = `${received}\nFrom: ceo@bank.example\nSubject: y`
    expect(analyze(`${sent}\n\n${forged}`).analysis.from).toBe('ann@x.example')
    expect(analyze(`${received}\nFrom: ann@x.example\n\n${forged}`).analysis.from).toBe('ann@x.example')
    expect(analyze(`X-A: 1\nFrom: ann@x.example\n\n${forged}`).analysis.from).toBe('ann@x.example')
    expect(said(`Note: 1\nFrom: ceo@bank.example\n${plain}`)[3]).toMatch(/^from_conflict/)
  })
})

describe('text that was copied from a web page is read', () => {
  const folded = plain.replace('; dkim=', ';\n dkim=')
  it.each([
    ['indented by no-break spaces', folded.replace(/^/gm, '\u00a0\u00a0')],
    ['with no-break spaces in the place of all blanks', folded.replaceAll(' ', '\u00a0')],
    ['with no-break spaces in results', plain.replaceAll('; ', ';\u00a0')],
    ['with entities of HTML', folded.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')],
    ['with entities of HTML, quoted', folded.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(/^/gm, '&gt; ')],
  ])('%s', (_, text) => {
    expect(said(text)).toEqual(whole())
  })

  it.each([
    ['whole', plain.replaceAll('=', '=3D')],
    ['with soft line breaks', plain.replace(/.{50}/g, '$&\0').replaceAll('=', '=3D').replaceAll('\0', '=\n')],
    [
      'with CRLF',
      plain.replace(/.{50}/g, '$&\0').replaceAll('=', '=3D').replaceAll('\0', '=\n').replaceAll('\n', '\r\n'),
    ],
  ])('as quoted-printable, too: %s', (_, text) => {
    expect(said(text)).toEqual(whole())
  })

  it('and a message that has such text keeps it', () => {
    const { analysis } = analyze(plain.replace('hello', 'a &lt; b\u00a0&amp; c'))
    expect(analysis.subject).toBe('a &lt; b\u00a0&amp; c')
    expect(analyze(plain.replace('hello', 'a=3Db')).analysis.subject).toBe('a=3Db')
  })
})

const utf16le = (text: string) => Buffer.from(text, 'utf16le')
const utf16be = (text: string) => Buffer.from(utf16le(text)).swap16()

function utf32(text: string, isLittle: boolean): Buffer {
  const bytes = Buffer.alloc(text.length * 4)
  for (let at = 0; at < text.length; at++)
    if (isLittle) bytes.writeUInt32LE(text.charCodeAt(at), at * 4)
    else bytes.writeUInt32BE(text.charCodeAt(at), at * 4)
  return bytes
}

describe('a file in another encoding is read', () => {
  it.each([
    ['UTF-16 LE with its mark (PowerShell, demisto/content#7123)', utf16le(`\ufeff${plain}`)],
    ['UTF-16 BE with its mark (RFC 2781 3.2)', utf16be(`\ufeff${plain}`)],
    ['UTF-16 LE without a mark', utf16le(plain)],
    ['UTF-16 BE without a mark', utf16be(plain)],
    ['UTF-16 with a half character at its end', Buffer.concat([utf16le(`\ufeff${plain}\n`), Buffer.from([0x41])])],
    ['UTF-32 LE', utf32(`\ufeff${plain}`, true)],
    ['UTF-32 BE', utf32(`\ufeff${plain}`, false)],
    ['UTF-8 with its mark (MISP/PyMISP#624)', Buffer.from(`\ufeff${plain}`)],
    ['UTF-8 with its mark behind an empty line', Buffer.from(`\n\ufeff${plain}`)],
    ['UTF-8 with a mark that was read as ISO 8859-1', Buffer.from(`\u00ef\u00bb\u00bf${plain}`)],
    ['the same behind an empty line', Buffer.from(`\n\u00ef\u00bb\u00bf${plain}`)],
    ['invisible characters before names', Buffer.from(`\u200b${plain.replace('\nFrom', '\n\ufeffFrom')}`)],
  ])('%s', (_, raw) => {
    expect(said(raw)).toEqual(whole())
  })

  it('and UTF-8 and ISO 8859-1 stay as they are, also with a NUL', () => {
    for (const raw of [Buffer.from('Subject: Grüße'), Buffer.from('Subject: Grüße', 'latin1'), Buffer.from('A: \0b\0')])
      expect(utf8Of(raw)).toEqual(raw)
  })
})

describe('a header pasted as one line is said to be unreadable, and costs no points', () => {
  it.each([
    ['with blanks', lines.join(' ')],
    ['with line breaks as text', lines.join(String.raw`\r\n`)],
    ['with tabs', lines.join('\t')],
    ['with the line ends of other systems (U+0085)', lines.join('\u0085')],
    ['with line separators (U+2028)', lines.join('\u2028')],
    ['that begins with From', [...lines.slice(2), received].join(' ')],
    ['in two pieces', `${lines.slice(0, 3).join(' ')}\n${lines.slice(3).join(' ')}`],
    ['as the source of a web page', lines.join('<br>')],
  ])('%s', (_, text) => {
    const { analysis } = analyze(text)
    expect(analysis.findings.map(({ id, points }) => [id, points])).toEqual([['one_line', 0]])
    expect(analysis.findings[0]?.title).toBe('The header has lost its line breaks')
    expect(analysis.threatScore).toBe(0)
  })

  it('but a subject may name fields', () => {
    expect(said(plain.replace('hello', 'what To: and From: and Date: mean'))).toEqual(whole())
    expect(said('Subject: Note: x')[3]).not.toBe('one_line')
  })
})

it('the signatures are those of the message, below what stands above it and without empty lines in its header', async () => {
  const resolver = zoneResolver({ 's1._domainkey.x.test': { TXT: [`v=DKIM1; p=${publicKeyText}`] } })
  const options = { resolver, signal: new AbortController().signal, now: new Date() }
  const verified = async (raw: string | Uint8Array) =>
    (await verifyMessage(typeof raw === 'string' ? Buffer.from(raw) : raw, options)).map(({ result }) => result)
  const message = signedMessage()
  expect(await verified(`From a@x.test Tue Sep 16 10:00:05 2025\r\n${message}`)).toEqual(['pass'])
  expect(await verified(`Is this genuine?\r\n\r\n${message}`)).toEqual(['pass'])
  expect(await verified(message.replace('\r\n', '\r\n\r\n'))).toEqual(['pass'])
  expect(await verified(Buffer.from(`\ufeff${message}`, 'utf16le'))).toEqual(['pass'])
})

it('costs in proportion to its length', () =>
  expectLinearCost(text => headerOf(Buffer.from(text)), { max: 16_384, tokens: ['From: a\n\n', 'To: b\n', '\n'] }))

it('costs in proportion to its length in another encoding', () =>
  expectLinearCost(utf8Of, { max: 16_384, tokens: ['a\0', '\0a'], wrap: text => Buffer.from(text) }))

it('costs in proportion to its length as the source of a web page', () =>
  expectLinearCost(text => headerOf(Buffer.from(text)), { max: 16_384, tokens: ['&lt;', '&amp', '&'] }))

it('costs in proportion to its length as quoted-printable', () =>
  expectLinearCost(text => headerOf(Buffer.from(text)), { max: 16_384, tokens: ['=3D', '=\n', '=4'] }))

it('takes time in proportion to a page', () =>
  expectLinearCost(text => headerOf(Buffer.from(text)), {
    max: 16_384,
    tokens: ['<pre', '<p>', '<p ', '<!--', '<head>', '<style ', '-->', '&lt;', '<br>', 'From: a\n', ' '],
    wrap: text => `<p>${text}`,
  }))

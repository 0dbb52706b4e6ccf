import { readdir, readFile } from 'node:fs/promises'
import type { HeaderAnalysisReply } from '@waxseal/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ReportIdentity } from '../ports.ts'
import { replyTo } from '../testing/header-reply.ts'
import { aJpeg, aPng, packedLines } from '../testing/images.ts'
import { headerIn } from './header-raw.ts'
import { headerReport } from './header-report.ts'
import { mixedHeader } from './mixed-scripts.fixture.ts'
import { notHere, objectsOf, type ReadPdf, readPdf } from './read-pdf.fixture.ts'

const messages = new URL('../../../core/fixtures/messages/', import.meta.url)
const message = (name: string) => readFile(new URL(`${name}.eml`, messages), 'utf8')

const report = (analysis: HeaderAnalysisReply) => headerReport({ analysis, exportedAt: '2026-11-25T10:05:00Z' })
const read = async (analysis: HeaderAnalysisReply): Promise<ReadPdf> => readPdf(await report(analysis))

/** The raw header at the end of a report, its lines joined: line numbers and the pages are left out. */
function rawOf({ lines }: ReadPdf): string {
  const [start, end] = [lines.indexOf('Raw headers'), lines.findIndex(line => /^The (report ends|body of)/.test(line))]
  return lines
    .slice(start + 1, end === -1 ? lines.length : end)
    .filter(line => !/^\d{1,5}$/.test(line))
    .join('')
    .replaceAll(/\s+/g, '')
}

const hop = (host: string, time: string) =>
  `Received: from a.example by ${host} with ESMTPS; Tue, 24 Nov 2026 ${time} +0000`

/** An analysis with far more of everything than any message has. */
function immense(long: string): HeaderAnalysisReply {
  const at = { label: long, line: 7, text: long }
  const analysis = replyTo(`Subject: ${'ab '.repeat(10_000)}\n${'X-A: b\n'.repeat(100_000)}`)
  const evidence = Array.from({ length: 50 }, () => at)
  const hop = {
    from: long,
    by: long,
    address: long,
    protocol: long,
    encrypted: false,
    time: null,
    delay_seconds: 4,
    at,
  }
  return {
    ...analysis,
    threat_score: 100,
    findings: Array.from({ length: 300 }, (_, id) => {
      return { id: String(id), points: 5, title: long, meaning: long, advice: long, clause: 'RFC 5322', evidence }
    }),
    verdicts: Array.from({ length: 300 }, () => ({ product: long, says: 'spam' as const, words: long, at })),
    parsed_data: {
      ...analysis.parsed_data,
      from: long,
      hops: 1_000,
      delivery_path: Array.from({ length: 1_000 }, (_, index) => ({ ...hop, number: index + 1 })),
    },
  }
}

/** The report, which takes less than half of its time limit. Processor time counts: the machine may be busy. */
async function quickly(analysis: HeaderAnalysisReply): Promise<Uint8Array> {
  const before = process.cpuUsage()
  const file = await report(analysis)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1e6).toBeLessThan(10)
  return file
}

describe.skipIf(notHere !== '')(`header reports${notHere}`, () => {
  describe('the report of a workspace with a name and a logo', () => {
    const analysis = replyTo('Subject: Hello')
    const from = async (identity: ReportIdentity) =>
      readPdf(await headerReport({ analysis, exportedAt: '2026-11-25T10:05:00Z', identity }))

    it.each([
      ['a PNG with alpha', aPng({ width: 96, height: 48 })],
      ['a PNG without alpha', aPng({ color: 2, data: packedLines(32, 32, 3) })],
      ['a JPEG', aJpeg({ width: 320, height: 16 })],
    ])('has %s as a figure, and the name in place of Waxseal at the top', async (_, logo) => {
      const { lines, structure, feet } = await from({ name: 'Kite & Söhne', logo })
      expect(lines.slice(0, 2).join(' ')).toContain('Kite & Söhne')
      expect(lines).not.toContain('Waxseal')
      expect(structure).toContain('Figure')
      expect(feet[0]).toContain('Waxseal header analysis')
    })

    it('may have one of the two', async () => {
      const named = await from({ name: 'Kite & Sons' })
      expect(named.lines).toContain('Kite & Sons')
      expect(named.structure).not.toContain('Figure')
      const marked = await from({ name: '', logo: aPng() })
      expect(marked.structure).toContain('Figure')
      expect(marked.lines.slice(0, 2)).toEqual(expect.arrayContaining(['Email header analysis']))
    })

    it('shows the whole of a name of 80 characters', async () => {
      const name = 'Postal Consulting of the Northern Offices and All the Islands Beyond, Kite & Son'
      const { lines } = await from({ name, logo: aPng({ width: 300, height: 48 }) })
      expect(name).toHaveLength(80)
      expect(lines.slice(0, 4).join(' ')).toContain(name)
    })
  })

  it('has every value of a field that the header repeats (RFC 5322 section 3.6)', async () => {
    const { lines } = await read(
      replyTo('From: a@x.test\nSubject: =?utf-8?q?hell=C3=B6?=\nFrom: ceo@bank.example\nSubject: no'),
    )
    const text = lines.join(' ')
    expect(text).toContain('From (line 1) a@x.test')
    expect(text).toContain('From (line 3) ceo@bank.example')
    expect(text).toContain('Subject (line 2) hellö')
    expect(text).toContain('There is more than one From, with different domains')
  })

  describe('the report of a usual message', () => {
    let raw: string
    let analysis: HeaderAnalysisReply
    let usual: ReadPdf
    beforeAll(async () => {
      raw = await message('outlook-com-to-gmail-arc')
      analysis = replyTo(raw)
      usual = await read(analysis)
    })

    it('has the parts of the screen, in order', () => {
      const titles = [
        'Email header analysis',
        'From sad sad <testcpsf@outlook.com>',
        'Threat Assessment',
        'Authentication',
        'Results of the receiver',
        'DMARC alignment Aligned',
        'Signatures',
        'ARC',
        'Filter verdicts',
        'Sender rules of Gmail, Yahoo, Microsoft and GMX/WEB.DE',
        'Delivery Path (5 hops)',
        'Reputation',
        'Raw headers',
      ]
      expect(usual.lines.filter(line => titles.includes(line))).toEqual(titles)
    })

    it('has every text of the analysis', () => {
      const plain = usual.text.replaceAll(/\s+/g, '')
      const { results, arc, verdicts, sender_rules: rules, findings, parsed_data: data } = analysis
      const texts = [
        ...[...results, ...arc, ...verdicts].map(({ words }) => words),
        ...rules.flatMap(({ title, words, clause }) => [title, words, clause]),
        ...findings.flatMap(({ title, meaning, advice, clause }) => [title, meaning, advice, clause]),
        ...data.delivery_path.flatMap(({ from, by, address }) => [from, by, address]),
        data.message_id,
        data.sending_ip,
      ]
      for (const text of texts) expect(plain).toContain((text ?? '').replaceAll(/\s+/g, ''))
    })

    it('ends with the header: its lines, copied and joined, are the pasted ones', () => {
      const [header = ''] = raw.split(/\r?\n\r?\n/)
      expect(rawOf(usual)).toBe(header.replaceAll(/\s+/g, ''))
    })

    it('names the analysis and the page on every page', () => {
      const { pages, feet } = usual
      const identity = `Waxseal header analysis ${analysis.id}, 2026-11-25 10:00:00 UTC`
      expect(feet).toEqual(Array.from({ length: pages }, (_, at) => `${identity} Page ${at + 1} of ${pages}`))
      expect(pages).toBeLessThan(8)
    })

    it('is tagged, has a language and a title, and embeds its fonts', () => {
      const { info, structure, fonts, bytes } = usual
      expect(info).toMatch(/^Title: +Email header analysis, 2026-11-25 10:00:00 UTC$/m)
      expect(info).toMatch(/^Tagged: +yes$/m)
      expect(info).toMatch(/^Page size: +595\.28 x 841\.89 pts \(A4\)$/m)
      expect(objectsOf(bytes)).toMatch(/\/Lang\b/)
      for (const tag of ['H1', 'H2', 'H3', 'Table', 'TH', 'TD', 'Code']) {
        expect(structure).toMatch(new RegExp(`^ +${tag}\\b`, 'm'))
      }
      for (const line of fonts.trim().split('\n').slice(2)) expect(line).toMatch(/ yes yes yes /)
    })
  })

  it.each(['exchange55-qmail-clock-skew', 'kolab-cyrus-clocks-disagree'])('%s shows its delays', async name => {
    const { text } = await read(replyTo(await message(name)))
    expect(text).toContain('clock skew')
  })

  it('delays are in the words of the screen', async () => {
    const times = ['10:00:00', '10:00:45', '10:02:57', '11:07:57']
    const raw = times.map((time, at) => hop(`mx${at}.example`, time)).toReversed()
    const { text } = await read(replyTo([...raw, 'Subject: x'].join('\n')))
    for (const delay of ['45 seconds', '02:12 minutes', '1 hour 5 minutes', 'slow']) {
      expect(text.replaceAll('\n', ' ')).toContain(delay)
    }
  })

  it('messages of many systems become reports that end with their header', { timeout: 120_000 }, async () => {
    const names = (await readdir(messages)).filter(name => name.endsWith('.eml')).sort()
    // One in ten: each takes most of a second.
    for (const name of names.filter((_, at) => at % 10 === 0)) {
      const raw = await readFile(new URL(name, messages), 'utf8')
      const made = await read(replyTo(raw))
      const { header } = headerIn(raw)
      if (/^[\t\r\n\x20-\x7E]*$/.test(header)) expect(rawOf(made), name).toBe(header.replaceAll(/\s+/g, ''))
      expect(made.pages, name).toBeLessThan(14)
    }
  })

  describe('a hostile message', () => {
    it('puts no link, no action and no script into the file', async () => {
      const markup =
        '<a href="javascript:alert(1)">x</a> https://evil.example/?a=(b) /URI (x) /JS /OpenAction << /S /Launch >> endstream endobj'
      const raw = [`Subject: ${markup}`, `From: "${markup}" <a@evil.example>`, `Received: from ${markup}`].join('\n')
      const { bytes, text, scripts, links } = await read(replyTo(raw))
      const objects = objectsOf(bytes)
      expect(objects).toContain('/StructTreeRoot')
      expect(objects).not.toMatch(
        /\/(URI|JS|JavaScript|OpenAction|Launch|AA|Action|Annots|GoTo|GoToR|SubmitForm|AcroForm|EmbeddedFile|RichMedia)\b/,
      )
      expect(text).toContain('<a href="javascript:alert(1)">x</a>')
      expect(scripts).toBe('')
      expect(links.split('\n')).toHaveLength(1)
    })

    it('shows what hides, in texts and in the raw header', async () => {
      const { text } = await read(replyTo('Subject: invoice\u202Efdp.exe \u0007 \u200B \u{1F4E7}\nFrom: a@example.com'))
      expect(text).toContain('Subject invoice[U+202E]fdp.exe [U+0007] [U+200B] [U+1F4E7]')
      expect(text).toContain('Subject: invoice[U+202E]fdp.exe [U+0007] [U+200B] [U+1F4E7]')
    })

    it('hides no line of its header behind a line of blanks', async () => {
      const raw = [
        hop('mx.example', '10:00:00'),
        ' ',
        'DKIM-Signature: v=1; a=rsa-sha1; l=0; d=evil.example; s=a; h=from; bh=x; b=x',
        'From: a@evil.example',
      ]
      const analysis = replyTo(raw.join('\n'))
      expect(analysis.findings.flatMap(({ evidence }) => evidence.map(({ line }) => line))).toContain(3)
      const { text } = await read(analysis)
      expect(text).not.toContain('The body of the message')
      expect(text.split('Raw headers')[1]?.replaceAll(/\s+/g, '')).toContain('d=evil.example;s=a;h=from;bh=x;b=x')
    })

    it('with words from right to left stays readable', async () => {
      const { text } = await read(replyTo('Subject: שלום עולם\nFrom: مرحبا <a@example.com>'))
      expect(text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')).toMatch(/^Subject שלום\sעולם$/m)
    })

    it('is bounded in pages and in time, and says what is left out', { timeout: 60_000 }, async () => {
      const { pages, text } = await readPdf(await quickly(immense('words '.repeat(2_000))))
      expect(pages).toBeLessThan(130)
      expect(text).toContain('250 more findings are not shown here.')
      expect(text).toContain('47 more lines are not shown here.')
      expect(text).toContain('250 more entries are not shown here.')
      expect(text).toContain('Only the newest 200 hops are shown.')
      expect(text).toMatch(/it has 107 of 10,\d{3} lines/)
      expect(text.replaceAll(/\s+/g, ' ')).toMatch(
        /stores the first 100 KB of a pasted text\. The analysis covers all 730,0\d\d bytes\./,
      )
    })

    it('is shown with code points after so many changes of the font', { timeout: 60_000 }, async () => {
      const { pages, text } = await readPdf(await quickly(replyTo(mixedHeader())))
      expect(pages).toBeLessThan(130)
      expect(text).toContain('From a')
      expect(text.split('Threat Assessment')[0]).not.toContain('[U+')
      expect(text.split('Raw headers')[1]).toContain('[U+05D')
    })

    it.each(['\u202E', '\u0301', '日', 'W'])(
      'is bounded when all of it is %j',
      { timeout: 60_000 },
      async character => {
        const { pages } = await readPdf(await quickly(immense(character.repeat(2_000))))
        expect(pages).toBeLessThan(200)
      },
    )
  })
})

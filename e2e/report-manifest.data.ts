import { readFileSync } from 'node:fs'

/** The PDF reports whose pages are pictures: of each kind a domain of an account of the tests. */
export const reportManifest = [
  { as: 'business', domain: 'perfect.example', state: 'nothing to fix', says: 'No issues found.' },
  { as: 'whole', domain: 'listed.example', state: 'many findings', says: 'Mail server is an open relay' },
  { as: 'odd', domain: 'silent.example', state: 'nothing could be checked', says: 'silent.example has no score.' },
  { as: 'odd', domain: 'hostile.example', state: 'records with markup and hidden characters', says: 'alert(1)' },
] as const

const markup = '<img src=x onerror=alert(1)><script>alert(2)</script> \u001B[31mred'

/** A message as someone writes it who wants its report to be unreadable, or to say something else. */
const hostile = [
  `Received: from ${'a-very-long-name-of-a-host.'.repeat(12)}example by mx.example.com; Tue, 24 Nov 2026 10:00:00 +0000`,
  `Authentication-Results: mx.example.com; spf=fail smtp.mailfrom=evil.example; dkim=none; ${markup}`,
  `DKIM-Signature: v=1; a=rsa-sha256; d=evil.example; s=${markup}; h=from; bh=x; b=${'QUJD'.repeat(400)}`,
  `X-Long: ${'word '.repeat(800)}`,
  `From: "שלום עולם, مرحبا بالعالم ${markup}" <a@evil.example>`,
  'To: \u202Emoc.elpmaxe@boss <boss@example.com>',
  'Subject: \u{1F4E7}\u{1F600} invoice\u202Efdp.exe 日本語 \u2800\uFFFC e\u0301\u0301\u0301\u0301\u0301 pay\u200Bpal',
].join('\n')

const usual = new URL('../packages/core/fixtures/messages/outlook-com-to-gmail-arc.eml', import.meta.url)

/** The same of header analyses. `file` is the name of the download, which follows from the subject. */
export const headerReportManifest = [
  {
    name: 'usual',
    file: 'test.pdf',
    state: 'five hops, signed and sealed',
    message: readFileSync(usual, 'utf8'),
    says: 'Set 1, microsoft.com',
  },
  {
    name: 'hostile',
    file: '___invoice_fdp_exe________e___.pdf',
    state: 'two directions of writing, emoji, markup and very long lines',
    message: hostile,
    says: 'invoice[U+202E]fdp.exe',
  },
  {
    name: 'bare',
    file: 'header_analysis.pdf',
    state: 'none of the fields that an analysis is about',
    message: 'X-Mailer: none\nX-Priority: 3',
    says: 'Not found',
  },
] as const

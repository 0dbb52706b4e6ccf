import { list, paragraph } from '../answer.ts'
import { readIn, type TopicText } from './topic-text.ts'

const checked = readIn

/** Reading a header. */
export const headerTexts: readonly TopicText[] = [
  {
    id: 'softfail-but-pass',
    title: 'spf=softfail with dmarc=pass',
    asks: [
      { all: ['softfail', 'received'] },
      { all: ['softfail', 'result', 'header'] },
      { all: ['softfail', ['dkim', 'dmarc'], 'result'] },
      { all: ['result', 'spf', ['dkim', 'dmarc'], 'header'] },
    ],
    with: [
      'received',
      'spf',
      'dkim',
      'dmarc',
      'header',
      'result',
      'softfail',
      'forwarding',
      'allowed',
      'gmail',
      'microsoft',
    ],
    answer: [
      ...list([
        {
          lead: 'spf=softfail:',
          text: 'the SPF record does not list the sending server, and ends in ~all. Forwarding or a forgotten service is the usual reason.',
        },
        { lead: 'dkim=pass:', text: 'a signature is valid. header.d says for which domain.' },
        {
          lead: 'dmarc=pass:',
          text: 'SPF or DKIM passed for a domain aligned with From. One of them is enough, so DKIM made DMARC pass.',
        },
      ]),
      ...paragraph(
        'Nothing is broken. If the server is a service of yours, add it to SPF. Other values: fail (refused by the record), neutral and none (no statement), permerror (the record is broken), temperror (DNS did not answer).',
      ),
    ],
    findings: ['spf_permerror', 'spf_missing'],
    source: 'RFC 8601 section 2.7; RFC 9989 section 4.4',
    checked,
  },
  {
    id: 'compauth',
    title: 'compauth in a Microsoft header',
    asks: [{ all: ['compauth'], not: ['tag', 'listed', 'bulkrules'] }],
    with: ['microsoft', 'header', 'result', 'spf', 'dkim', 'dmarc', 'spam-folder', 'refused', 'spoof'],
    answer: [
      ...paragraph(
        'compauth is Microsoft’s composite authentication: SPF, DKIM, DMARC and what it knows of the sender together.',
      ),
      ...list([
        { lead: 'fail, reason 000:', text: 'the message failed DMARC, and the policy is quarantine or reject.' },
        {
          lead: 'fail, reason 001:',
          text: 'implicit failure: the domain has no records, or weak ones, such as ~all or p=none.',
        },
        { lead: '002, 010:', text: 'a rule of the tenant against this sender; spoofing of one of its own domains.' },
        { lead: 'pass, 1xx, 7xx:', text: 'accepted. 130: accepted because of ARC.' },
        { lead: '2xx, softpass:', text: 'passed with doubt. 3xx: not checked. 4xx, 9xx: skipped.' },
      ]),
      ...paragraph(
        'For reason 001: make DKIM pass with the domain in From, and publish an enforced DMARC policy. The Header Analyzer explains the whole header.',
      ),
    ],
    findings: [
      'dmarc_none',
      'dmarc_missing',
      'spf_softfail_unenforced',
      'spf_neutral',
      'spf_missing',
      'dkim_not_found_sure',
      'dkim_not_enabled',
    ],
    source: 'Microsoft Learn, “Anti-spam message headers in cloud organizations” (2025-07)',
    checked,
  },
  {
    id: 'slow-hop',
    title: 'Which hop was slow',
    asks: [
      { all: ['received', ['deferred', 'header']] },
      { all: ['received'], not: ['spf', 'mx', 'spam-folder', 'listed', 'refused'] },
      { all: ['deferred', 'header'] },
    ],
    with: ['deferred', 'header', 'greylist', 'pace', 'gmail', 'microsoft', 'refused', 'incoming'],
    answer: [
      ...paragraph(
        'Each server adds a Received field on top. Read them from the bottom up: the difference between the times of two of them is the delay there.',
      ),
      ...list([
        'Paste the header into the Header Analyzer under Tools: it shows each hop with its delay, and marks the slowest.',
        'A long delay before the server of the receiver is often greylisting or a rate limit. Within one company it is a spam filter or a full queue.',
        'Clocks can be wrong: a negative time is no delay.',
        'Times have time zones, such as +0200.',
      ]),
    ],
    source: 'RFC 5321 section 4.4; RFC 5322 section 3.6.7',
    checked,
  },
  {
    id: 'reading-a-header',
    title: 'How to read a header',
    asks: [
      { all: ['header', 'spoof'] },
      { all: ['header'], not: ['compauth', 'softfail', 'unsubscribe', 'deferred', 'received'] },
    ],
    with: [
      'spoof',
      'gmail',
      'microsoft',
      'apple',
      'yahoo',
      'result',
      'spf',
      'dkim',
      'dmarc',
      'from',
      'return-path',
      'where',
      'identity',
      'selector',
      'spam-folder',
      'received',
      'incoming',
      'order',
    ],
    answer: [
      ...list([
        {
          lead: 'Where it is:',
          text: 'Gmail: “Show original”. Outlook: File, Properties, or “View message source”. Apple Mail: View, Message, All Headers.',
        },
        { lead: 'From:', text: 'what people see. Anyone can write it.' },
        {
          lead: 'Authentication-Results:',
          text: 'what the receiver found: spf, dkim and dmarc, with the domains. Believe only the one that your own provider wrote, at the top.',
        },
        { lead: 'Return-Path:', text: 'the domain that SPF checked.' },
        { lead: 'DKIM-Signature:', text: 'd= is the domain that signed, s= the selector.' },
        { lead: 'Received:', text: 'the route, from the bottom up.' },
      ]),
      ...paragraph(
        'Paste it into the Header Analyzer under Tools: it explains all of this, with delays and signs of spoofing.',
      ),
    ],
    source: 'RFC 5322 section 3.6; RFC 8601 section 2.2',
    checked,
  },
]

import { list, paragraph } from '../answer.ts'
import { readIn, type TopicText } from './topic-text.ts'

const checked = readIn

/** DMARC: alignment, moving to reject, one record, what it does not do. */
export const dmarcTexts: readonly TopicText[] = [
  {
    id: 'alignment',
    title: 'Alignment',
    asks: [
      { all: ['identity'] },
      {
        all: [
          ['tag-adkim', 'tag-aspf'],
          ['return-path', 'from', 'newsletter', 'subdomain'],
        ],
      },
      {
        all: ['dmarc', 'result', ['spf', 'dkim']],
        not: ['header', 'forwarding', 'list', 'spam-folder', 'several', 'softfail'],
      },
    ],
    with: [
      'spf',
      'dkim',
      'dmarc',
      'result',
      'from',
      'return-path',
      'subdomain',
      'newsletter',
      'refused',
      'policy',
      'close',
      'header',
      'tag',
      'tag-adkim',
      'tag-aspf',
      'key',
      'inherit',
      'third-party',
      'main-domain',
      'gmail',
      'microsoft',
    ],
    isOfServices: true,
    answer: [
      ...paragraph(
        'DMARC passes if SPF or DKIM passes for a domain that is aligned with From, the address that people see. One of the two is enough.',
      ),
      ...list([
        'SPF counts by the domain of the return path, DKIM by the d= domain of the signature.',
        'Relaxed (the default): any name of the same organization. Strict: exactly the same name.',
        'Usual cause of “SPF pass, DMARC fail”: a service uses its own return path and signs with its own domain.',
        'Turn on DKIM with your domain there (custom domain, domain authentication). A custom return path aligns SPF.',
        'The Header Analyzer shows for one message which domains passed and whether they are aligned.',
      ]),
    ],
    findings: ['dkim_not_enabled', 'dkim_service_unsigned', 'dkim_not_found_sure'],
    source: 'RFC 9989 section 4.4',
    checked,
  },
  {
    id: 'way-to-reject',
    title: 'Moving to p=reject, and how fast',
    asks: [
      {
        all: [
          ['reject', 'quarantine', 'enforce'],
          ['move', 'pace', 'none'],
        ],
        not: ['list', 'forwarding', 'refused', 'tag-sp', 'tag-np', 'tag-pct', 'spoof'],
      },
      { all: ['none', ['move', 'pace']], not: ['list', 'forwarding', 'tag-pct'] },
      { all: ['policy', ['pace', 'enforce'], 'dmarc'], not: ['tag-pct'] },
      { all: [['reject', 'quarantine'], 'allowed'], not: ['list', 'forwarding', 'tag-sp', 'tag-pct'] },
      { all: ['quarantine', 'reject'], not: ['list', 'forwarding', 'refused', 'tag-sp', 'tag-np', 'tag-t', 'tag-pct'] },
    ],
    with: [
      'dmarc',
      'policy',
      'none',
      'quarantine',
      'reject',
      'enforce',
      'move',
      'pace',
      'report',
      'order',
      'result',
      'refused',
      'newsletter',
      'tag-t',
      'spf',
      'dkim',
      'warm',
      'frequency',
    ],
    isOfDomain: true,
    isOfServices: true,
    answer: [
      ...list([
        'Publish p=none with an address for reports (rua), and read the reports for two to four weeks: a full cycle of invoices and newsletters.',
        'Set up DKIM or SPF at every service that sends for you and fails in the reports.',
        'p=quarantine for two to four weeks. t=y makes the step smaller. Watch the reports, and what people miss.',
        'p=reject when no mail of yours fails any more.',
      ]),
      ...paragraph(
        'Skip quarantine only if the domain sends little, from a few services, and the reports have shown for weeks that all of it passes. A mistake at reject loses mail, at quarantine it is still in the spam folder. If people write to mailing lists, stay at quarantine. The step back takes as long as the TTL of the record.',
      ),
    ],
    findings: [
      'dmarc_missing',
      'dmarc_rua_missing',
      'dmarc_rua_unauthorised',
      'dmarc_none',
      'spf_permerror',
      'spf_missing',
      'dkim_not_found_sure',
      'dkim_not_enabled',
      'dkim_weak',
    ],
    source: 'RFC 9989 section 5.1.7 and 7.4',
    checked,
  },
  {
    id: 'two-dmarc-records',
    title: 'Two DMARC records',
    asks: [{ all: ['dmarc', 'several'], not: ['report', 'service', 'send', 'spf', 'dkim', 'tag-rua'] }],
    with: ['policy', 'subdomain', 'close', 'result', 'tag', 'tag-rua'],
    isOfDomain: true,
    answer: [
      ...paragraph(
        'No: a name may have only one DMARC record. With two, receivers ignore both, as if there were none.',
      ),
      ...list([
        'Keep one, and put the report addresses of both into its rua, with a comma between them.',
        'Each subdomain may have one record of its own at its own _dmarc name.',
        'Other TXT records at the name do no harm, but do not belong there.',
      ]),
    ],
    findings: ['dmarc_invalid', 'dmarc_missing'],
    source: 'RFC 9989 section 4.10.1',
    checked,
  },
  {
    id: 'dmarc-and-incoming',
    title: 'DMARC and the mail that you receive',
    asks: [
      { all: ['dmarc', 'incoming'], not: ['report', 'list'] },
      { all: ['dmarc', 'filter'] },
      { all: [['spf', 'dkim'], 'incoming', 'filter'] },
    ],
    with: [
      'filter',
      'incoming',
      'policy',
      'spf',
      'dkim',
      'spam-folder',
      'refused',
      'reject',
      'spoof',
      'receivemail',
      'close',
    ],
    answer: [
      ...paragraph(
        'No. Your DMARC record does not filter the mail that you receive. It tells receivers everywhere what to do with mail that claims to be from your domain.',
      ),
      ...list([
        'One exception: mail to yourself that has your own domain in From. Your mailbox provider can refuse it by your policy.',
        'Whether your provider follows the DMARC policies of others is a setting of its spam filter.',
      ]),
    ],
    source: 'RFC 9989 section 5',
    checked,
  },
  {
    id: 'none-is-enough',
    title: 'Is p=none enough?',
    asks: [
      {
        all: ['none', ['allowed', 'spoof', 'dmarc']],
        not: ['move', 'pace', 'reject', 'quarantine', 'bimi', 'subdomain', 'no-mail'],
      },
    ],
    with: [
      'dmarc',
      'policy',
      'spoof',
      'gmail',
      'yahoo',
      'microsoft',
      'bulkrules',
      'close',
      'spam-folder',
      'reputation',
    ],
    isOfDomain: true,
    answer: [
      ...paragraph(
        'p=none only monitors: receivers deliver spoofed mail as before, and send you reports. It meets the rules of Gmail, Yahoo and Microsoft for bulk senders, but it protects no one.',
      ),
      ...list([
        'Use the reports to set up all services that send for you.',
        'Then move to p=quarantine, and later to p=reject.',
      ]),
    ],
    findings: ['dmarc_none', 'dmarc_rua_missing'],
    source: 'RFC 9989 sections 4.7 and 5.1.7',
    checked,
  },
]

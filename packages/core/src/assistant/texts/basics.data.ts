import { list, paragraph } from '../answer.ts'
import { unauthenticated } from './refusal.ts'
import { readIn, type TopicText } from './topic-text.ts'

const checked = readIn
const gmailSource = 'Google, “Email sender guidelines” (support.google.com/a/answer/81126)'

/** How the three belong together, who needs them, and refusals without a code. */
export const basicTexts: readonly TopicText[] = [
  {
    id: 'how-they-work-together',
    title: 'SPF, DKIM and DMARC together',
    asks: [{ all: ['spf', 'dkim', 'difference'] }, { all: ['dmarc', ['spf', 'dkim'], 'difference'] }],
    with: ['spf', 'dkim', 'dmarc', 'difference', 'order', 'identity'],
    answer: [
      ...list([
        {
          lead: 'SPF:',
          text: 'lists the servers that may use the domain as return path. It fails when mail is forwarded.',
        },
        {
          lead: 'DKIM:',
          text: 'signs the message with a key of the domain. The signature survives forwarding if nothing changes the message.',
        },
        {
          lead: 'DMARC:',
          text: 'connects both with From, the address that people see, and says what to do if neither passes for that domain. It also asks for reports.',
        },
      ]),
      ...paragraph(
        'DMARC needs one of the two, aligned with From. Use both: each covers a case in which the other one fails.',
      ),
    ],
    source: 'RFC 7208 section 2.4; RFC 6376 section 1; RFC 9989 section 4.4',
    checked,
  },
  {
    id: 'who-needs-them',
    title: 'Whether SPF, DKIM and DMARC are needed',
    asks: [
      {
        all: [['spf', 'dkim', 'dmarc'], 'reputation'],
        not: ['move', 'warm', 'subdomain', 'listed', 'dedicated', 'esp', 'list', 'forwarding'],
      },
      {
        all: [['spf', 'dkim', 'dmarc'], 'mandatory'],
        not: [
          'no-mail',
          'subdomain',
          'forwarding',
          'several',
          'bimi',
          'mta-sts',
          'dane',
          'dnssec',
          'selector',
          'report',
          'key',
          'include',
          'incoming',
        ],
      },
    ],
    with: [
      'reputation',
      'spf',
      'dkim',
      'dmarc',
      'gmail',
      'microsoft',
      'yahoo',
      'gmx',
      'apple',
      'volume',
      'newsletter',
      'refused',
      'spam-folder',
      'spoof',
      'bulkrules',
    ],
    isOfDomain: true,
    answer: [
      ...list([
        'No mail standard requires them, but receivers do. Gmail and Yahoo want SPF or DKIM from everyone, and SPF, DKIM and DMARC from bulk senders. Microsoft does the same from 5,000 messages a day.',
        'GMX and WEB.DE require DKIM with your domain for all mail.',
        'Without SPF and DKIM mail is refused or goes to spam. Without DMARC anyone can use your address in From, and you get no reports.',
        'DKIM does not replace SPF: some receivers check only SPF, and bulk senders need both.',
        'A domain that sends no mail needs them, too: SPF with -all and DMARC with p=reject.',
      ]),
    ],
    findings: ['dmarc_missing', 'dmarc_invalid', ...unauthenticated],
    source: `${gmailSource}; Yahoo Sender Hub, “Sender Requirements”; Microsoft, “Outlook’s New Requirements for High-Volume Senders”; postmaster.web.de`,
    checked,
  },
  {
    id: 'third-party-sender',
    title: 'A third party that sends in your name',
    asks: [
      {
        all: ['third-party', ['send', 'spf', 'include', 'publish', 'dkim', 'newsletter']],
        not: ['report', 'rua-address', 'qualifier-plus', 'plus-all'],
      },
    ],
    with: ['spf', 'dkim', 'dmarc', 'include', 'newsletter', 'several', 'subdomain', 'term-ip', 'web', 'spoof', 'close'],
    isOfServices: true,
    answer: [
      ...list([
        'Best: the service signs with DKIM and your domain. It gives you the records; the private key stays there, and you end it by deleting the record.',
        'An SPF include or ip4 lets those servers send as any address of your domain. Add only addresses that this service alone uses, and no shared ones.',
        'Let an agency send from a subdomain, such as news and your domain, with records of its own. Your main domain then stays safe.',
        'If it uses a return path of its own, it needs no SPF term of yours.',
        'Watch the DMARC reports, and remove the records when the contract ends.',
      ]),
    ],
    findings: ['spf_too_open', 'spf_near_limit', 'dkim_dangling'],
    source: 'RFC 7208 section 11.4; RFC 6376 section 3.1; RFC 9989 section 5.1',
    checked,
  },
  {
    id: 'refused-without-code',
    title: 'Refused: the bounce says why',
    asks: [
      {
        all: ['refused', ['gmail', 'microsoft', 'yahoo', 'gmx', 'apple', 'receiver']],
        not: [
          'listed',
          'spam-folder',
          'forwarding',
          'list',
          'report',
          'spoof',
          'reject',
          'web',
          'reset',
          'dkim',
          'spf',
          'dmarc',
          'bimi',
          'ptr',
          'dane',
          'mta-sts',
          'bulkrules',
          'complaint',
          'volume',
          'header',
          'warm',
          'mx',
          'unsubscribe',
        ],
      },
    ],
    with: ['newsletter', 'service', 'deferred', 'close', 'hoster', 'web'],
    isOfServices: true,
    isOfDomain: true,
    answer: [
      ...paragraph(
        'The line of the bounce that begins with 4 or 5 has the reason, such as 550 5.7.26. Send it to me as a whole, and I say what this receiver means by it.',
      ),
      ...list([
        'You find it in the bounce (“Diagnostic-Code”, “remote server said”) or in the log of the sending server.',
        '5.7.x is policy: authentication, reputation or a blocklist. 5.1.x is the address of the recipient. 4.x.x is temporary.',
        'Most refusals come from missing SPF, DKIM or DMARC, a missing PTR record, or a listed address.',
      ]),
    ],
    findings: [...unauthenticated, 'dmarc_missing', 'ptr_missing', 'bl_critical', 'bl_high'],
    source: 'RFC 3463 section 3; RFC 5321 section 4.2.1',
    checked,
  },
  {
    id: 'microsoft-verdicts',
    title: 'SCL, BCL, SFV and CAT in a Microsoft header',
    asks: [{ all: ['verdict-fields'] }],
    with: ['microsoft', 'header', 'spam-folder', 'result', 'dmarc', 'spf', 'dkim'],
    answer: [
      ...list([
        {
          lead: 'SCL:',
          text: 'spam confidence level. -1: not filtered. 0 and 1: no spam. 5 and 6: spam. 9: spam with high confidence.',
        },
        { lead: 'BCL:', text: 'bulk complaint level, 0 to 9: how often such bulk mail leads to complaints.' },
        {
          lead: 'SFV:',
          text: 'the verdict of the filter. NSPM: no spam. SPM: spam. SKN, SKA, SFE: allowed by a rule or a list. SKB, BLK: blocked by one.',
        },
        {
          lead: 'CAT:',
          text: 'the policy that decided: SPM spam, BULK bulk, PHSH phishing, SPOOF spoofing, HSPM spam with high confidence.',
        },
        {
          lead: 'dmarc=bestguesspass:',
          text: 'the domain has no DMARC record; with one, the message would have passed.',
        },
      ]),
      ...paragraph('The Header Analyzer under Tools explains them for your message.'),
    ],
    findings: ['dmarc_missing'],
    source: 'Microsoft Learn, “Anti-spam message headers in cloud organizations” (2025-07)',
    checked,
  },
]

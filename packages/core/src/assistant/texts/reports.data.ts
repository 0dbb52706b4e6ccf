import { list, paragraph } from '../answer.ts'
import { readIn, type TopicText } from './topic-text.ts'

const checked = readIn

/** DMARC reports. */
export const reportTexts: readonly TopicText[] = [
  {
    id: 'reports',
    title: 'What DMARC reports are, and what to do with them',
    asks: [
      {
        all: ['report'],
        not: ['tls-rpt', 'you', 'tag-ruf', 'complaint', 'rua-address', 'frequency', 'who', 'no-reports'],
      },
    ],
    with: [
      'list-word',
      'mandatory',
      'dmarc',
      'gmail',
      'microsoft',
      'yahoo',
      'tag-rua',
      'frequency',
      'daily',
      'no-reports',
      'incoming',
      'policy',
      'result',
      'too-long',
      'several',
      'order',
      'filter',
      'refused',
      'content',
    ],
    isOfDomain: true,
    answer: [
      ...paragraph(
        'An aggregate report lists which servers sent mail in your name, how many messages, and whether SPF and DKIM passed and were aligned. It has no content and no recipients.',
      ),
      ...list([
        'Do not read the XML by hand: let a DMARC report tool or service evaluate it. Waxseal does not collect reports.',
        'Your servers and services that pass: good.',
        'Your services that fail: set up DKIM with your domain, or SPF, there.',
        'Unknown servers that fail: mostly spoofers and forwarders. That is what the policy is for.',
        'When all your own mail passes for some weeks, raise the policy.',
        'Use a mailbox of its own for the reports, and delete old ones.',
      ]),
    ],
    findings: ['dmarc_rua_missing', 'dmarc_rua_unauthorised', 'dmarc_missing'],
    source: 'RFC 9990 section 3; RFC 9989 section 5.1.3',
    checked,
  },
  {
    id: 'report-frequency',
    title: 'How often DMARC reports come, and from whom',
    asks: [{ all: ['no-reports'] }, { all: ['report', ['frequency', 'who']] }, { all: ['report', 'refused'] }],
    with: [
      'who',
      'dmarc',
      'gmail',
      'microsoft',
      'yahoo',
      'tag-rua',
      'incoming',
      'order',
      'receiver',
      'frequency',
      'daily',
      'no-reports',
      'who',
      'refused',
      'pace',
      'deferred',
      'ttl',
    ],
    answer: [
      ...paragraph(
        'Usually once a day from each receiver that got mail with your domain in From: Google, Yahoo, Microsoft, GMX, Comcast and many smaller providers.',
      ),
      ...list([
        'The first ones come within one or two days after the record is published.',
        'Not every receiver sends them. Company mail servers often do not.',
        'No mail, no report: an unused domain gets few.',
        'If none come: check the spelling of rua, whether the mailbox accepts .zip and .gz files, and, for an address at another domain, the record there that agrees.',
      ]),
    ],
    findings: ['dmarc_rua_missing', 'dmarc_rua_unauthorised', 'dmarc_missing', 'dmarc_invalid'],
    source: 'RFC 9990 section 3',
    checked,
  },
  {
    id: 'report-address',
    title: 'Which address may get the reports',
    asks: [
      { all: [['tag-rua', 'report', 'tag-ruf'], 'rua-address'] },
      { all: ['tag-rua', 'domain'], not: ['tag', 'several'] },
    ],
    with: [
      'dmarc',
      'gmail',
      'microsoft',
      'tag-rua',
      'report',
      'tag-ruf',
      'rua-address',
      'several',
      'incoming',
      'apple',
      'service',
    ],
    isOfDomain: true,
    answer: [
      ...paragraph(
        'Take an address of the same domain, or of another one of your organization, such as dmarc@ and your domain. It gets many messages with attachments.',
      ),
      ...list([
        'An address at another domain must agree: that domain publishes a TXT record for yours at _report._dmarc. Without it receivers send nothing there.',
        'Gmail, Outlook and other public mailboxes publish no such record for you, so a private address there gets no reports.',
        'A report service has such a record for its customers. It says so when you sign up.',
      ]),
    ],
    findings: ['dmarc_rua_unauthorised', 'dmarc_rua_missing'],
    source: 'RFC 9990 section 4',
    checked,
  },
]

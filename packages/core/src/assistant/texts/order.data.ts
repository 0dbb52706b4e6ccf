import { list, paragraph } from '../answer.ts'
import { readIn, type TopicText } from './topic-text.ts'

/** Setting up mail from the beginning. */
export const orderTexts: readonly TopicText[] = [
  {
    id: 'setup-order',
    title: 'In which order to set up a new domain',
    asks: [
      {
        all: ['order', ['spf', 'dkim', 'dmarc', 'mx']],
        not: ['rotation', 'mx-move', 'dane', 'mta-sts', 'old-shown', 'spam-folder', 'several', 'warm', 'loss'],
      },
      {
        all: ['new-domain', ['spf', 'dkim', 'dmarc', 'mx', 'order', 'record']],
        not: ['volume', 'reputation', 'warm', 'spam-folder', 'pace', 'listed', 'refused'],
      },
      {
        all: ['order', 'domain', 'mail'],
        not: [
          'refused',
          'spam-folder',
          'listed',
          'rotation',
          'spoof',
          'report',
          'dmarc',
          'no-mail',
          'mx-move',
          'volume',
          'reputation',
          'dedicated',
        ],
      },
      { all: ['spf', 'dkim', 'dmarc', 'order'], not: ['spam-folder', 'old-shown', 'refused'] },
      {
        all: ['spf', 'dkim', 'dmarc', 'mx'],
        not: ['spam-folder', 'old-shown', 'refused', 'subdomain', 'no-mail', 'mx-move', 'result'],
      },
    ],
    with: [
      'spf',
      'dkim',
      'dmarc',
      'mx',
      'warm',
      'order',
      'new-domain',
      'service',
      'none',
      'close',
      'ptr',
      'pace',
      'web',
    ],
    isOfServices: true,
    answer: [
      ...list([
        'First MX, as your mailbox provider gives it, so that mail arrives.',
        'Then SPF: one record with the include of every service that sends, and ~all at the end.',
        'Then DKIM: turn it on at each service, and publish the keys it gives you.',
        'Then DMARC with p=none and an address for reports (rua). Do not wait with it: you see at once what fails.',
        'Send a test to Gmail and Outlook, and check the header: SPF, DKIM and DMARC must pass.',
        'After some weeks of clean reports go to quarantine, then reject.',
        'Last MTA-STS with TLS-RPT, and CAA.',
      ]),
      ...paragraph(
        'A new domain has no reputation: start with little mail. If it sends none, publish SPF with -all, p=reject and a null MX instead.',
      ),
    ],
    source: 'RFC 7208; RFC 6376; RFC 9989 section 5.1; Google, “Email sender guidelines”',
    checked: readIn,
  },
]

import { list, paragraph } from '../answer.ts'
import { reverse } from './refusal.ts'
import { readIn, type TopicText } from './topic-text.ts'

const checked = readIn
const gmailSource = 'Google, “Email sender guidelines” (support.google.com/a/answer/81126)'

/** Addresses and their reputation: PTR, shared addresses, blocklists, warming up. */
export const reputationTexts: readonly TopicText[] = [
  {
    id: 'ptr',
    title: 'PTR (reverse DNS) of a mail server',
    asks: [{ all: ['ptr'] }, { all: ['ptr-term'], not: ['spf', 'term'] }, { all: ['helo'], not: ['spf'] }],
    with: [
      'helo',
      'ptr',
      'ptr-term',
      'refused',
      'several',
      'where',
      'gmail',
      'microsoft',
      'gmx',
      'shared',
      'dedicated',
      'result',
      'close',
      'term-ip',
      'spam-folder',
      'web',
    ],
    isOfDomain: true,
    answer: [
      ...paragraph(
        'A PTR record gives an address a name. Receivers expect that the sending address has one, and that the name resolves to the same address.',
      ),
      ...list([
        'The provider of the address sets it (hoster or internet provider), usually in its control panel. Your DNS provider cannot.',
        'Use the name of the mail server, such as mail and your domain, not one with the numbers of the address.',
        'Publish an A or AAAA record of that name with the same address, and let the server greet with it (HELO).',
        'One PTR record per address. It need not name every domain that the server sends for.',
        'If your mail leaves through Google, Microsoft or another service, it is theirs: you have nothing to do.',
      ]),
    ],
    findings: reverse,
    source: `RFC 1912 section 2.1; RFC 8601 section 2.7.3; ${gmailSource}`,
    checked,
  },
  {
    id: 'warm-up',
    title: 'Warming up an address or a domain',
    asks: [
      { all: [['new-domain', 'new-ip'], 'newsletter'], not: ['spf', 'dkim', 'dmarc', 'order', 'mx'] },
      { all: ['warm'], not: ['order', 'mx', 'no-mail'] },
      {
        all: [
          ['new-ip', 'new-domain'],
          ['volume', 'pace', 'reputation', 'allowed'],
        ],
        not: ['order', 'mx', 'listed', 'ttl', 'spoof'],
      },
      { all: ['warm', ['volume', 'reputation', 'dedicated', 'newsletter', 'pace', 'new-ip', 'new-domain']] },
    ],
    with: [
      'warm',
      'new-ip',
      'new-domain',
      'volume',
      'reputation',
      'dedicated',
      'newsletter',
      'pace',
      'gmail',
      'microsoft',
      'yahoo',
      'spam-folder',
      'complaint',
      'esp',
      'refused',
      'limit',
      'deferred',
      'order',
      'frequency',
      'move',
      'close',
    ],
    isOfServices: true,
    answer: [
      ...paragraph(
        'A new address or domain has no reputation. Start small and increase gradually over two to six weeks, while you watch the answers of the receivers.',
      ),
      ...list([
        'Before: SPF, DKIM and DMARC pass, and PTR is right.',
        'Start with some hundred messages a day to the people who read your mail most. Raise by a third to a half every day or two, never to more than double.',
        'Send every day, spread over all receivers, not in bursts.',
        'Rate limits (4.7.28, TSS04) or more complaints: go back a step and wait.',
        'Move a part of the mail at a time, and keep the old address for the rest.',
        'Watch Google Postmaster Tools and SNDS. Bought lists ruin it at once.',
      ]),
    ],
    source: `${gmailSource}; Outlook.com Postmaster, “Troubleshooting” (new IPs)`,
    checked,
  },
  {
    id: 'dedicated-address',
    title: 'When a dedicated address makes sense',
    asks: [{ all: ['dedicated'], not: ['warm'] }, { all: ['dedicated', ['volume', 'shared']] }],
    with: [
      'new-ip',
      'volume',
      'shared',
      'reputation',
      'newsletter',
      'listed',
      'spam-folder',
      'esp',
      'allowed',
      'limit',
      'pace',
    ],
    isOfServices: true,
    answer: [
      ...paragraph(
        'Only with a high and even volume. Services name from about 50,000 to 100,000 messages a month upward. With a low volume an address has too little traffic for a reputation, and the shared addresses of a good service deliver better.',
      ),
      ...list([
        'It must be warmed up, and needs mail on most days.',
        'All complaints are then yours alone.',
        'Below that volume, DKIM with your own domain gives you a reputation of your own without a dedicated address.',
      ]),
    ],
    source: 'Brevo Help, “Differences between a shared IP and a dedicated IP”; sender.net, “Dedicated vs shared IP”',
    checked,
  },
  {
    id: 'change-of-service',
    title: 'Changing the mail service',
    asks: [
      { all: ['esp'] },
      { all: ['reputation', 'move'], not: ['subdomain', 'listed', 'dedicated', 'warm'] },
      { all: ['move', ['service', 'newsletter'], 'reputation'], not: ['listed', 'dedicated'] },
    ],
    with: [
      'reputation',
      'newsletter',
      'move',
      'warm',
      'service',
      'spam-folder',
      'volume',
      'close',
      'refused',
      'pace',
      'dkim',
      'spf',
      'dmarc',
    ],
    isOfServices: true,
    answer: [
      ...paragraph(
        'The reputation of your domain goes with you, that of the addresses does not. A change costs little if you prepare it.',
      ),
      ...list([
        'Set up the new service with your own domain first: DKIM, return path, and SPF if it needs an include. Check that a test passes DMARC.',
        'Warm up: send to the most active readers first, and increase the volume over two to four weeks. Both services can run side by side.',
        'Take the list of unsubscribes and bounces with you.',
        'Afterwards remove the include and the DKIM keys of the old service.',
      ]),
    ],
    findings: ['dkim_dangling', 'dkim_service_unsigned', 'spf_near_limit'],
    source: gmailSource,
    checked,
  },
]

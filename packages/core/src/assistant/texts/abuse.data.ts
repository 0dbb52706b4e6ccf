import { list, paragraph } from '../answer.ts'
import { readIn, type TopicText } from './topic-text.ts'

const checked = readIn

/** Spam that people get, spoofed mail in their name, and servers that others misuse. */
export const abuseTexts: readonly TopicText[] = [
  {
    id: 'spoofed-in-our-name',
    title: 'Spoofed mail in your name',
    asks: [{ all: ['spoof'] }, { all: ['spoof', ['dmarc', 'spf', 'dkim']] }],
    with: [
      'incoming',
      'close',
      'refused',
      'dmarc',
      'spf',
      'dkim',
      'reject',
      'policy',
      'spam-folder',
      'from',
      'enforce',
      'none',
      'quarantine',
      'subdomain',
      'header',
      'innocent',
      'newsletter',
      'complaint',
    ],
    answer: [
      ...paragraph(
        'Anyone can write your address into From. No one needs your password for that, and you cannot stop the sending. You can make receivers refuse such mail.',
      ),
      ...list([
        'Publish a DMARC policy that enforces (quarantine, then reject), after your own mail passes. Receivers then refuse spoofed mail of the exact domain and its subdomains.',
        'Bounces of mail that you never sent come from receivers that accept it first. They end with the policy, or when the spoofer moves on.',
        'Check one message with the Header Analyzer. If it passed SPF or DKIM for your domain, an account or a service of yours was misused: change its password.',
        'DMARC does not cover look-alike domains or a false display name. Report those to their registrar, and tell your contacts.',
      ]),
    ],
    findings: [
      'dmarc_missing',
      'dmarc_none',
      'dmarc_invalid',
      'dmarc_testing',
      'dmarc_sp_weaker',
      'spf_plus_all',
      'spf_missing',
      'spf_neutral',
      'spf_no_all',
    ],
    source: 'RFC 9989 sections 4.4 and 5; RFC 5321 section 7.1',
    checked,
  },
  {
    id: 'open-relay',
    title: 'Open relay: how to close it',
    asks: [
      { all: ['open-relay', ['close', 'refused', 'allowed', 'publish', 'listed', 'check']] },
      { all: ['open-relay'] },
    ],
    with: ['close', 'listed', 'refused', 'spam-folder', 'reputation', 'check'],
    isOfDomain: true,
    answer: [
      ...paragraph(
        'An open relay accepts mail from anyone for anyone. Spammers find it within hours, and its address is then on blocklists.',
      ),
      ...list([
        'Accept mail without sign-in only for your own domains. Require SMTP AUTH for everything else.',
        'Postfix: keep permit_mynetworks, permit_sasl_authenticated and reject_unauth_destination in smtpd_relay_restrictions, and check that mynetworks has only your own addresses.',
        'Exchange: do not give anonymous users the right to relay at the receive connector that faces the internet.',
        'A connector or a firewall that hides the real client address makes everyone look like your own network.',
        'Then clear the queue, change the passwords of accounts that sent spam, scan again, and ask the blocklists for removal.',
      ]),
    ],
    findings: ['relay_open', 'relay_suspected', 'bl_critical', 'bl_high'],
    source: 'RFC 5321 section 7.9; postfix.org, “Postfix SMTP relay and access control”',
    checked,
  },
  {
    id: 'incoming-spam',
    title: 'Spam that you receive',
    asks: [
      { all: ['incomingspam'] },
      { all: ['spam-folder', 'incoming'], not: ['dmarc', 'all-pass'] },
      { all: ['spam-folder', 'close', 'incoming'] },
    ],
    with: ['spam-folder', 'incoming', 'filter', 'close', 'refused', 'gmail', 'microsoft'],
    answer: [
      ...paragraph(
        'The DNS records of your domain do not filter the mail that you receive. The spam filter of your mailbox provider does. Waxseal looks at your records, not into your mailbox.',
      ),
      ...list([
        'Report spam in your mail program, so that the filter learns, and do not answer or unsubscribe from unknown senders.',
        'Ask your mailbox provider for a stricter filter, or put a mail gateway in front of the mailboxes.',
        'Against spam that has your own domain in From, an enforced DMARC policy helps: your provider can then refuse it.',
        'To judge one message, paste its header into the Header Analyzer under Tools.',
      ]),
    ],
    findings: ['dmarc_none', 'dmarc_missing'],
    source: 'RFC 9989 section 5; RFC 5782',
    checked,
  },
]

import { list, paragraph } from '../answer.ts'
import type { ConceptId } from './concepts.ts'
import { readIn, type TopicText } from './topic-text.ts'

const checked = readIn
const also: readonly ConceptId[] = [
  'bulkrules',
  'newsletter',
  'complaint',
  'unsubscribe',
  'volume',
  'spf',
  'dkim',
  'dmarc',
  'receiver',
  'refused',
  'spam-folder',
  'identity',
  'none',
  'postmaster',
]
const gmailSource = 'Google, “Email sender guidelines” (support.google.com/a/answer/81126)'

/** What large receivers ask of senders. */
export const receiverTexts: readonly TopicText[] = [
  {
    id: 'bulk-rules',
    title: 'The bulk rules of Gmail, Yahoo, Microsoft and GMX',
    asks: [
      { all: ['bulkrules'], not: ['unsubscribe'] },
      { all: ['volume', 'bulkrules'] },
      { all: ['bulkrules', ['gmail', 'yahoo', 'microsoft', 'gmx']] },
    ],
    with: ['counts', 'inherit', 'mandatory', ...also, 'gmail', 'yahoo', 'microsoft', 'gmx', 'apple'],
    answer: [
      ...list([
        { lead: 'Gmail, everyone:', text: 'SPF or DKIM, PTR, TLS, spam rate below 0.3%.' },
        {
          lead: 'Gmail, from 5,000 a day:',
          text: 'SPF and DKIM, a DMARC record (p=none is enough), alignment with From, one-click unsubscribe for marketing mail.',
        },
        { lead: 'Yahoo:', text: 'the same as Gmail, without a number. Unsubscribes take effect within two days.' },
        {
          lead: 'Microsoft (Outlook.com, Hotmail), from 5,000 a day:',
          text: 'SPF and DKIM, a DMARC record, alignment. Since May 2025 other mail is refused with 5.7.515.',
        },
        {
          lead: 'GMX and WEB.DE:',
          text: 'DKIM with the domain of From for all mail. SPF alone is not enough. PTR that is not generic, MX or A of the sender’s domain, one-click unsubscribe.',
        },
      ]),
      ...paragraph(
        'Apple asks bulk senders for SPF, DKIM, DMARC, PTR and an unsubscribe link. Paste a header into the Header Analyzer: it judges a message by these rules.',
      ),
    ],
    findings: [
      'dmarc_missing',
      'spf_missing',
      'spf_permerror',
      'dkim_not_found_sure',
      'dkim_not_enabled',
      'ptr_missing',
      'ptr_mismatch',
    ],
    source: `${gmailSource}; Yahoo Sender Hub, “Sender Requirements”; Microsoft, “Outlook’s New Requirements for High-Volume Senders”; postmaster.web.de/en/requirements-and-recommendations`,
    checked,
  },
  {
    id: 'unsubscribe',
    title: 'One-click unsubscribe',
    asks: [{ all: ['unsubscribe'] }],
    with: [...also, 'gmail', 'yahoo', 'microsoft', 'gmx', 'header'],
    isOfServices: true,
    answer: [
      ...paragraph(
        'Marketing mail needs two header fields: List-Unsubscribe with an https address, and List-Unsubscribe-Post with List-Unsubscribe=One-Click. Both must be covered by the DKIM signature.',
      ),
      ...list([
        'Newsletter services add them. Check one of your messages with the Header Analyzer.',
        'A visible link in the text is required besides.',
        'Take people off the list within two days. Order confirmations and password mails need none.',
        'Gmail and Yahoo require it of bulk senders, GMX and WEB.DE too.',
      ]),
    ],
    source: `RFC 8058 sections 3.1 and 4; ${gmailSource}`,
    checked,
  },
  {
    id: 'sending-limit',
    title: 'How much mail a day is safe',
    asks: [{ all: ['volume'], not: ['dedicated', 'warm', 'lookups', 'complaint'] }],
    with: [...also, 'gmail', 'yahoo', 'microsoft', 'limit', 'reputation', 'esp', 'warm'],
    isOfServices: true,
    answer: [
      ...paragraph(
        'There is no fixed number at which you become a spammer. What counts is what your domain and address usually send, how many people complain, and how fast the volume grows.',
      ),
      ...list([
        'From about 5,000 messages a day to Gmail or Outlook.com the stricter rules for bulk senders apply. Gmail never takes that status back.',
        'Keep the spam rate below 0.1%, and never at 0.3%.',
        'Increase slowly: do not double the volume from one day to the next, and send every day instead of in bursts.',
        'Mailboxes have limits of their own: a Google Workspace user may send 2,000 messages a day, Exchange Online allows 10,000 recipients a day. Use a mail service for newsletters.',
      ]),
    ],
    source: `${gmailSource}; Microsoft Learn, “Exchange Online limits”; Google Workspace Admin Help, “Gmail sending limits”`,
    checked,
  },
  {
    id: 'complaint-rate',
    title: 'Complaint rates, and where to see them',
    asks: [{ all: ['complaint'], not: ['incomingspam'] }, { all: ['postmaster'] }],
    with: [
      'gmail',
      'yahoo',
      'microsoft',
      'gmx',
      'apple',
      'newsletter',
      'spam-folder',
      'reputation',
      'postmaster',
      'unsubscribe',
      'bulkrules',
      'incoming',
      'close',
      'limit',
      'allowed',
      'volume',
      'count',
      'several',
      'frequency',
    ],
    isOfServices: true,
    answer: [
      ...paragraph(
        'The complaint rate is the share of delivered messages that people mark as spam. Below 0.1% is good. At 0.3% Gmail and Yahoo put mail into spam or refuse it.',
      ),
      ...list([
        {
          lead: 'Gmail:',
          text: 'Google Postmaster Tools (postmaster.google.com) shows the spam rate by day, once you have verified the domain there. It needs some hundred messages a day.',
        },
        { lead: 'Microsoft:', text: 'SNDS for addresses, and the Junk Email Reporting Program for the messages.' },
        { lead: 'Yahoo:', text: 'the Complaint Feedback Loop of the Sender Hub, by DKIM domain.' },
        { lead: 'Apple:', text: 'has no feedback loop.' },
      ]),
      ...paragraph(
        'To lower it: confirm each address, make unsubscribing easy, send less often, and remove people who never read. A scan cannot see complaints.',
      ),
    ],
    source: `${gmailSource}; Outlook.com Postmaster, “Services for senders”; Yahoo Sender Hub; support.apple.com/102322`,
    checked,
  },
]

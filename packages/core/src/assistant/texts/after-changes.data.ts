import { list, paragraph } from '../answer.ts'
import { readIn, type TopicText } from './topic-text.ts'

const checked = readIn

/** What is left behind by a change: old records of a service, formatting in a value, a second address for reports. */
export const afterChangeTexts: readonly TopicText[] = [
  {
    id: 'after-provider-change',
    title: 'What to remove after a change of provider',
    asks: [
      { all: ['leftover', 'left-provider'] },
      { all: ['leftover', ['esp', 'mx-move']], not: ['loss'] },
      { all: ['leftover', 'move', 'service'], not: ['loss', 'policy', 'reject', 'rotation'] },
    ],
    with: [
      'mx',
      'spf',
      'dkim',
      'dmarc',
      'include',
      'key',
      'selector',
      'rotation',
      'esp',
      'mx-move',
      'move',
      'gmail',
      'microsoft',
      'newsletter',
      'old-shown',
      'order',
      'close',
      'left-provider',
      'leftover',
      'cname',
      'pace',
      'ns-change',
      'apple',
      'loss',
    ],
    isOfDomain: true,
    isOfServices: true,
    answer: [
      ...list([
        {
          lead: 'MX:',
          text: 'keep only the hosts of the new provider, from the day of the change. An old host beside them still gets a part of your mail.',
        },
        {
          lead: 'SPF:',
          text: 'remove the include and the addresses of the old provider when nothing is sent there any more, about a week later: queued mail is checked when it arrives. A forgotten include lets its servers pass SPF as you, and costs lookups.',
        },
        {
          lead: 'DKIM:',
          text: 'remove its selectors, TXT or CNAME, about a week after its last message.',
        },
        {
          lead: 'CNAME records:',
          text: 'remove those for tracking, return paths and autodiscover. A name that still points to a service you left can be taken over by someone else.',
        },
        {
          lead: 'Also:',
          text: 'its hosts in the MTA-STS policy, its TLSA records, its address in rua, and its record that proves the domain is yours.',
        },
      ]),
      ...paragraph(
        'Before you remove anything, be sure that no printer, form or other service still sends through the old provider: DMARC reports name its servers if one does. Then scan the domain again.',
      ),
    ],
    findings: ['spf_permerror', 'spf_near_limit', 'mta_sts_mx_mismatch', 'dane_mismatch'],
    source: 'RFC 5321 section 4.5.4.1; RFC 7208 sections 4.6.4 and 11.5; RFC 8461 section 8.3',
    checked,
  },
  {
    id: 'html-in-record',
    title: 'HTML in a TXT record',
    asks: [
      {
        all: ['html', ['dns', 'record', 'spf', 'dkim', 'dmarc']],
        not: ['spam-folder', 'bimi', 'newsletter', 'header'],
      },
    ],
    with: [
      'dns',
      'record',
      'spf',
      'dkim',
      'dmarc',
      'result',
      'close',
      'where-from',
      'too-long',
      'where',
      'you',
      'permerror',
      'web',
    ],
    isOfDomain: true,
    answer: [
      ...paragraph(
        'A TXT record is plain text: nothing in DNS reads HTML. Tags and characters such as quot or nbsp get in when a value is copied from a web page or a formatted mail, or when a form of the DNS provider escapes it.',
      ),
      ...list([
        'In an SPF, DKIM or DMARC record it does harm: the record is then invalid, or receivers do not find it at all.',
        'In another TXT record it is mostly harmless. The service that wanted the record does not recognize it.',
        'Mend it: delete the value, type it or paste it as plain text, with straight quotation marks and without tags. Then scan again.',
        'If none of your people wrote it, find out who can edit your zone, and change the password at the DNS provider.',
      ]),
      ...paragraph('A program that shows TXT records must not run what is in them. Waxseal shows it as text.'),
    ],
    findings: ['spf_permerror', 'dmarc_invalid'],
    source: 'RFC 1035 section 3.3.14; RFC 7208 sections 4.5 and 4.6',
    checked,
  },
  {
    id: 'several-report-addresses',
    title: 'Reports to more than one address',
    asks: [{ all: [['tag-rua', 'report', 'tag-ruf'], 'two-addresses'] }],
    with: [
      'dmarc',
      'tag',
      'report',
      'tag-rua',
      'tag-ruf',
      'rua-address',
      'several',
      'two-addresses',
      'incoming',
      'service',
      'daily',
      'gmail',
      'limit',
      'tls-rpt',
    ],
    isOfDomain: true,
    answer: [
      ...paragraph(
        'Yes. One rua tag can name several addresses: each begins with mailto, and a comma divides them. Receivers must send to at least two; some send to no more.',
      ),
      ...list([
        'Change the published record. Do not add a second rua tag, and no second DMARC record: with two records none counts.',
        'An address at another domain must agree: that domain publishes a TXT record for yours at _report._dmarc. A report service has it for its customers.',
      ]),
    ],
    findings: ['dmarc_rua_unauthorised', 'dmarc_rua_missing', 'dmarc_invalid'],
    source: 'RFC 9989 section 4.7; RFC 9990 section 4',
    checked,
  },
]

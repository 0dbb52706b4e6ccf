import { list, paragraph } from '../answer.ts'
import { readIn, type TopicText } from './topic-text.ts'

const checked = readIn

/** SPF: several senders, one record, ten lookups, the ending, and where it is. */
export const spfTexts: readonly TopicText[] = [
  {
    id: 'several-senders',
    title: 'Several senders on one domain',
    asks: [
      {
        all: ['several', ['service', 'newsletter'], ['spf', 'send', 'domain', 'dkim', 'dmarc']],
        not: ['report', 'address', 'mx', 'lookups'],
      },
      { all: ['several', 'spf', 'send'], not: ['lookups'] },
      {
        all: ['several', 'receiver', 'domain'],
        not: ['listed', 'refused', 'dmarc', 'spam-folder', 'mx', 'report', 'selector', 'key'],
      },
    ],
    with: [
      'spf',
      'dkim',
      'dmarc',
      'newsletter',
      'include',
      'subdomain',
      'web',
      'gmail',
      'microsoft',
      'inherit',
      'order',
      'several',
      'send',
    ],
    isOfServices: true,
    answer: [
      ...paragraph(
        'Publish one SPF record that has the term of every service that uses your domain as return path, and DKIM for each of them. There is one DMARC record for all.',
      ),
      ...list([
        'SPF: one record with all includes and addresses, in front of one ending. With a second record, receivers ignore both.',
        'Many newsletter and transactional services send with a return path of their own. They need no include, only DKIM.',
        'DKIM: each service has its own selector. A domain can have any number of keys.',
        'Keep below ten lookups. A service that needs many of them can send from a subdomain with an SPF record of its own.',
        'Ask me “We send with Google and Mailchimp”, with your services: I merge the record from the last scan.',
      ]),
    ],
    findings: ['spf_permerror', 'spf_near_limit', 'dkim_not_enabled', 'dkim_service_unsigned'],
    source: 'RFC 7208 sections 3.2 and 4.6.4; RFC 6376 section 3.1',
    checked,
  },
  {
    id: 'two-spf-records',
    title: 'Two SPF records',
    asks: [{ all: [['spf', 'version'], 'several'], not: ['lookups', 'too-long', 'selector', 'mx'] }],
    with: ['version', 'service', 'newsletter', 'include', 'gmail', 'microsoft', 'result', 'send', 'web', 'close'],
    isOfDomain: true,
    isOfServices: true,
    answer: [
      ...paragraph(
        'A domain may have only one SPF record. With two of them receivers return permerror and ignore both, so no mail passes SPF.',
      ),
      ...list([
        'Merge them into one record: v=spf1 once at the beginning, then all include, ip4, a and mx terms, then one ending such as ~all.',
        'Delete the other record, not only its content.',
        'Each subdomain has a record of its own: one per name, not one per organization.',
        'Several strings in one TXT record are no second record. Other TXT records at the same name do not matter.',
      ]),
    ],
    findings: ['spf_permerror'],
    source: 'RFC 7208 sections 3.2 and 4.5',
    checked,
  },
  {
    id: 'all-endings',
    title: '-all or ~all',
    asks: [
      { all: ['qualifier-minus', 'qualifier-tilde'] },
      { all: [['qualifier-minus', 'hardfail']], not: ['header', 'result'] },
      { all: [['qualifier-tilde', 'softfail']], not: ['header', 'result'] },
      { all: ['softfail', 'hardfail'] },
      { all: [['hardfail', 'qualifier-minus'], 'spf'], not: ['header'] },
      { all: [['softfail', 'qualifier-tilde'], 'spf'], not: ['header'] },
    ],
    with: [
      'spf',
      'dmarc',
      'softfail',
      'hardfail',
      'result',
      'reject',
      'forwarding',
      'refused',
      'qualifier-tilde',
      'qualifier-minus',
      'move',
      'enforce',
      'term',
      'incoming',
      'policy',
      'dkim',
      'quarantine',
      'none',
    ],
    isOfDomain: true,
    answer: [
      ...list([
        {
          lead: '~all (softfail):',
          text: 'mail from servers that the record does not list is flagged. DMARC treats it as a failure.',
        },
        {
          lead: '-all (fail):',
          text: 'some receivers refuse such mail at once, before they look at DKIM and DMARC. Forwarded mail is then lost even with a valid signature.',
        },
      ]),
      ...paragraph(
        'With an enforced DMARC policy ~all protects as well as -all, and loses less mail. RFC 9989 warns of -all for that reason. Without such a policy, -all is the stronger signal. For a domain that sends no mail, -all is right.',
      ),
    ],
    findings: ['spf_softfail_unenforced', 'spf_neutral', 'spf_no_all', 'spf_plus_all'],
    source: 'RFC 7208 section 8; RFC 9989 section 7.1',
    checked,
  },
  {
    id: 'neutral-all',
    title: '?all',
    asks: [{ all: [['qualifier-question', 'neutral-all']] }],
    with: ['spf', 'dmarc', 'result', 'policy', 'softfail'],
    isOfDomain: true,
    answer: [
      ...paragraph(
        '?all is neutral: the record says nothing about servers that it does not list. Receivers treat spoofed mail as if the domain had no SPF record.',
      ),
      ...list([
        'Replace it by ~all once all your senders are in the record. DMARC counts neutral as a failure, so nothing that passes today gets worse there.',
      ]),
    ],
    findings: ['spf_neutral', 'spf_no_all'],
    source: 'RFC 7208 sections 2.6.2 and 8.2',
    checked,
  },
  {
    id: 'plus-all',
    title: '+all',
    asks: [{ all: [['qualifier-plus', 'plus-all']] }],
    with: ['third-party', 'spf', 'dmarc', 'newsletter', 'refused', 'result', 'spoof'],
    isOfDomain: true,
    answer: [
      ...paragraph(
        'Bad: +all lets every server in the world pass SPF for the domain. Anyone can spoof it, and such mail even passes DMARC, because SPF is aligned.',
      ),
      ...list([
        'Replace +all by ~all, and name the servers and services that really send, such as the include of the newsletter service.',
        'Some receivers treat +all as a sign of spam.',
      ]),
    ],
    findings: ['spf_plus_all', 'spf_too_open'],
    source: 'RFC 7208 section 5.1',
    checked,
  },
  {
    id: 'spf-and-from',
    title: 'What SPF checks, and what it does not',
    asks: [
      { all: ['spf', ['from', 'return-path']], not: ['forwarding', 'several', 'where'] },
      { all: ['return-path'], not: ['forwarding', 'header', 'via', 'dkim'] },
    ],
    with: ['from', 'return-path', 'dmarc', 'identity', 'spoof', 'helo', 'result'],
    answer: [
      ...paragraph(
        'SPF checks the domain of the return path (MAIL FROM) against the address of the sending server, and the HELO name if the return path is empty. It does not look at From, the address that people see.',
      ),
      ...list([
        'A spoofer can pass SPF with a domain of their own and still write yours into From.',
        'DMARC closes that gap: it counts a pass only if the domain is aligned with From.',
      ]),
    ],
    source: 'RFC 7208 section 2.4; RFC 9989 section 4.4',
    checked,
  },
]

import { list, paragraph } from '../answer.ts'
import { listings } from './refusal.ts'
import { readIn, type TopicText } from './topic-text.ts'

const checked = readIn
const gmailSource = 'Google, “Email sender guidelines” (support.google.com/a/answer/81126)'

/** The first steps with each record, and how to see that it works. */
export const firstStepTexts: readonly TopicText[] = [
  {
    id: 'dmarc-setup',
    title: 'Setting up DMARC',
    asks: [
      {
        all: ['dmarc', ['publish', 'order']],
        not: [
          'spf',
          'dkim',
          'several',
          'subdomain',
          'report',
          'reject',
          'quarantine',
          'none',
          'tag',
          'move',
          'refused',
          'spam-folder',
          'old-shown',
          'no-mail',
          'list',
          'forwarding',
          'count',
          'bimi',
        ],
      },
    ],
    with: ['order', 'policy', 'tag-rua', 'where', 'service', 'record', 'new-domain'],
    isOfDomain: true,
    answer: [
      ...list([
        'Publish one TXT record at _dmarc of your domain, with p=none and rua, an address of the domain that gets the reports.',
        'Read the reports for some weeks, and set up DKIM or SPF at every service that fails in them.',
        'Then raise the policy to quarantine, and later to reject.',
      ]),
      ...paragraph(
        'The DMARC Record Builder under Tools makes the record. At most DNS providers the host field is _dmarc, without your domain. SPF and DKIM need not be perfect before: p=none loses no mail.',
      ),
    ],
    findings: ['dmarc_missing', 'dmarc_invalid', 'dmarc_rua_missing', 'dmarc_rua_unauthorised', 'dmarc_none'],
    source: 'RFC 9989 sections 4.7 and 5.1',
    checked,
  },
  {
    id: 'spf-setup',
    title: 'Setting up SPF',
    asks: [
      {
        all: ['spf', ['publish', 'order']],
        not: [
          'dkim',
          'dmarc',
          'several',
          'subdomain',
          'forwarding',
          'include',
          'lookups',
          'too-long',
          'where',
          'refused',
          'spam-folder',
          'old-shown',
          'no-mail',
          'move',
          'web',
          'third-party',
          'ttl',
          'term',
          'ptr-term',
          'qualifier-plus',
          'qualifier-minus',
          'qualifier-tilde',
          'qualifier-question',
        ],
      },
    ],
    with: ['order', 'service', 'record', 'new-domain', 'send'],
    isOfDomain: true,
    answer: [
      ...list([
        'List who sends with your domain: the mailbox provider, newsletter and shop services, your own servers.',
        'Publish one TXT record at the domain itself: v=spf1, then the include of each service that needs one, ip4 and ip6 of your servers, and ~all at the end.',
        'Keep it below ten lookups, and change the record that is there instead of adding a second one.',
      ]),
      ...paragraph(
        'The SPF Record Builder under Tools makes it and counts the lookups. Ask me “We send with …” with the names of your services, and I merge the record from the last scan.',
      ),
    ],
    findings: ['spf_missing', 'spf_permerror', 'spf_near_limit'],
    source: 'RFC 7208 sections 3, 4.6.4 and 10.1',
    checked,
  },
  {
    id: 'dkim-setup',
    title: 'Setting up DKIM',
    asks: [
      {
        all: ['dkim', ['publish', 'order', 'cname', 'where-from']],
        not: [
          'spf',
          'dmarc',
          'several',
          'subdomain',
          'rotation',
          'too-long',
          'refused',
          'spam-folder',
          'old-shown',
          'list',
          'forwarding',
          'key-size',
        ],
      },
      { all: ['key', ['where-from', 'cname']], not: ['dane', 'dnssec', 'caa'] },
    ],
    with: ['order', 'service', 'record', 'key', 'selector', 'cname', 'where-from', 'hoster', 'new-domain', 'dns'],
    isOfServices: true,
    isOfDomain: true,
    answer: [
      ...list([
        'Turn on DKIM for your domain in the settings of each service that sends (“domain authentication”). It makes the keys and shows the records; the private key stays there.',
        'Publish these records at your DNS provider: TXT with the key itself, or CNAME, which leads to the key at the service. Take the form that it gives you. With a CNAME the service can change the key automatically.',
        'Go back to the service and let it check. Only then does it sign.',
        'On a server of your own, a program such as OpenDKIM or Rspamd makes the key and signs.',
      ]),
      ...paragraph('Ask me “DKIM of …” with the name of your service, and I name its selectors.'),
    ],
    findings: [
      'dkim_not_found_sure',
      'dkim_not_enabled',
      'dkim_service_unsigned',
      'dkim_not_found_unsure',
      'dkim_dangling',
      'dkim_invalid',
    ],
    source: 'RFC 6376 sections 3.6.2 and 5',
    checked,
  },
  {
    id: 'check-it-works',
    title: 'Checking that SPF, DKIM and DMARC work',
    asks: [
      {
        all: [['spf', 'dkim', 'dmarc'], 'works-check'],
        not: ['incoming', 'listed', 'report', 'spoof', 'spam-folder', 'refused', 'count'],
      },
    ],
    with: ['spf', 'dkim', 'dmarc', 'works-check', 'gmail', 'result', 'newsletter', 'identity', 'order'],
    answer: [
      ...list([
        'Scan the domain: the report shows whether the records are right.',
        'Send a message from each service to a Gmail address and open “Show original”: SPF, DKIM and DMARC must say PASS, with your domain.',
        'Or paste the header of a received message into the Header Analyzer under Tools. It shows the domains, the alignment and the rules of large receivers.',
        'DMARC reports show it for all of your mail.',
      ]),
      ...paragraph(
        'A scan sees the records, not your messages: whether a service really signs shows only in a message.',
      ),
    ],
    source: 'RFC 8601 section 2.7; RFC 9990 section 3',
    checked,
  },
  {
    id: 'spf-results',
    title: 'The results of SPF',
    asks: [
      { all: ['permerror'] },
      { all: ['neutral', ['header', 'spf', 'result']], not: ['neutral-all', 'qualifier-question'] },
      {
        all: ['spf', 'result'],
        not: [
          'dkim',
          'dmarc',
          'header',
          'forwarding',
          'spam-folder',
          'refused',
          'from',
          'include',
          'several',
          'lookups',
          'softfail',
          'return-path',
          'received',
        ],
      },
    ],
    with: ['spf', 'result', 'permerror', 'softfail', 'lookups', 'header', 'dmarc', 'close', 'neutral'],
    isOfDomain: true,
    answer: [
      ...list([
        { lead: 'pass:', text: 'the server is in the record.' },
        { lead: 'fail:', text: 'it is not, and the record ends in -all.' },
        { lead: 'softfail:', text: 'it is not, and the record ends in ~all.' },
        { lead: 'neutral:', text: 'the record says nothing about it (?all, or no ending).' },
        { lead: 'none:', text: 'there is no record.' },
        {
          lead: 'permerror:',
          text: 'the record is broken: two records, more than ten lookups, a typing error, or an include without SPF. Receivers then treat it as if there were none.',
        },
        { lead: 'temperror:', text: 'DNS did not answer. A later attempt usually succeeds.' },
      ]),
      ...paragraph('DMARC counts only pass, and only with an aligned domain.'),
    ],
    findings: ['spf_permerror', 'spf_include_bogus', 'spf_missing', 'spf_neutral'],
    source: 'RFC 7208 sections 2.6 and 8',
    checked,
  },
  {
    id: 'reputation-check',
    title: 'Where to see your reputation',
    asks: [
      {
        all: ['reputation', ['check', 'postmaster', 'service', 'where-from']],
        not: [
          'move',
          'subdomain',
          'listed',
          'dedicated',
          'warm',
          'shared',
          'esp',
          'newsletter',
          'new-domain',
          'new-ip',
        ],
      },
    ],
    with: ['gmail', 'microsoft', 'yahoo', 'postmaster', 'complaint', 'check', 'spam-folder', 'close'],
    answer: [
      ...list([
        {
          lead: 'Gmail:',
          text: 'Google Postmaster Tools shows spam rate, authentication and delivery errors of your domain.',
        },
        { lead: 'Microsoft:', text: 'SNDS shows complaints and spam traps for your addresses.' },
        { lead: 'Yahoo:', text: 'the Sender Hub shows complaints by DKIM domain.' },
        { lead: 'Blocklists:', text: 'the report of your domain checks them with every scan.' },
      ]),
      ...paragraph(
        'No receiver publishes a score, and a scan cannot see it. Reputation cannot be bought: it grows with mail that people want, over weeks, and recovers as slowly.',
      ),
    ],
    findings: listings,
    source: `${gmailSource}; Outlook.com Postmaster, “Services for senders”; Yahoo Sender Hub`,
    checked,
  },
]

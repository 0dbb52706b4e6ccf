import { list, paragraph } from '../answer.ts'
import { readIn, type TopicText } from './topic-text.ts'

const checked = readIn

/** Subdomains under SPF, DKIM and DMARC. */
export const subdomainTexts: readonly TopicText[] = [
  {
    id: 'subdomain-dmarc',
    title: 'Subdomains and DMARC',
    asks: [
      { all: ['dmarc', ['subdomain', 'inherit']] },
      { all: ['policy', ['subdomain', 'inherit']] },
      { all: ['subdomain', ['none', 'reject', 'quarantine']] },
    ],
    with: [
      'policy',
      'inherit',
      'reject',
      'quarantine',
      'none',
      'newsletter',
      'subdomain',
      'send',
      'spoof',
      'tag-sp',
      'service',
      'several',
      'identity',
    ],
    isOfDomain: true,
    answer: [
      ...paragraph(
        'The policy of the main domain also covers its subdomains, unless the record has sp. A subdomain with a DMARC record of its own follows only that record.',
      ),
      ...list([
        'sp is the policy for subdomains, np for those that do not exist.',
        'So quarantine or reject of the main domain applies to a newsletter subdomain, too: mail from there must pass SPF or DKIM.',
        'Alignment is relaxed by default: a signature of the main domain counts for a subdomain, and vice versa.',
        'A record of its own is useful if a subdomain shall have a weaker policy for a while, or reports elsewhere.',
      ]),
    ],
    findings: ['dmarc_sp_weaker', 'dmarc_missing', 'dmarc_none'],
    source: 'RFC 9989 sections 4.7 and 4.10.1',
    checked,
  },
  {
    id: 'subdomain-spf',
    title: 'Subdomains and SPF',
    asks: [{ all: ['spf', 'wildcard'] }, { all: ['spf', ['subdomain', 'inherit']], not: ['lookups', 'dkim', 'where'] }],
    with: [
      'wildcard',
      'term-all',
      'term-a',
      'inherit',
      'include',
      'newsletter',
      'no-mail',
      'hardfail',
      'qualifier-minus',
      'qualifier-tilde',
      'return-path',
      'several',
      'service',
      'send',
      'dmarc',
    ],
    answer: [
      ...paragraph(
        'SPF is not inherited. Each name that is used as return path needs a record of its own; the record of the main domain says nothing about it.',
      ),
      ...list([
        'A subdomain that sends: its own record with its own services, with ten lookups of its own.',
        'A subdomain that sends nothing: a record that allows no server. A wildcard does that only for names that do not exist otherwise.',
        'Do not add a service to the main domain if it uses a return path at a subdomain.',
      ]),
    ],
    findings: ['spf_missing', 'spf_near_limit'],
    source: 'RFC 7208 sections 3.1 and 3.5',
    checked,
  },
  {
    id: 'subdomain-dkim',
    title: 'Subdomains and DKIM',
    asks: [{ all: ['dkim', ['subdomain', 'inherit']], not: ['spf'] }],
    with: ['inherit', 'selector', 'key', 'several', 'newsletter', 'identity', 'dmarc', 'service', 'send'],
    answer: [
      ...paragraph(
        'A key belongs to the domain in d= of the signature. A signature of the main domain is valid for mail from a subdomain, too, because alignment is relaxed by default.',
      ),
      ...list([
        'A service that signs with the subdomain needs its key below the subdomain, at _domainkey of that name.',
        'With adkim=s the signing domain must be exactly the one in From.',
      ]),
    ],
    source: 'RFC 6376 section 3.5; RFC 9989 section 4.4.1',
    checked,
  },
  {
    id: 'subdomain-newsletter',
    title: 'A subdomain for newsletters',
    asks: [
      { all: ['newsletter', ['main-domain', 'separate-ips']], not: ['dmarc', 'spf', 'dkim'] },
      { all: ['newsletter', 'subdomain'], not: ['dmarc', 'policy', 'spf', 'dkim'] },
      { all: ['subdomain', 'reputation'] },
      { all: ['newsletter', 'subdomain', 'send'] },
    ],
    with: [
      'main-domain',
      'separate-ips',
      'reputation',
      'several',
      'send',
      'service',
      'spam-folder',
      'from',
      'return-path',
      'warm',
      'dedicated',
      'inherit',
      'dmarc',
      'spf',
      'dkim',
      'close',
    ],
    isOfServices: true,
    answer: [
      ...paragraph(
        'Yes, that is good practice. Reputation is counted by domain and address, so complaints about a newsletter then harm the mail of your people less.',
      ),
      ...list([
        'The subdomain has its own SPF record with ten lookups of its own, and its own DKIM keys. The main domain stays simple.',
        'The DMARC policy of the main domain covers it. A record of its own gives separate reports.',
        'It takes part of the reputation from the main domain, but build up its volume over some weeks.',
        'Use a name that people recognize, such as news, and keep transactional mail on another one.',
        'Do not use a look-alike domain for it: people and filters take it for phishing.',
      ]),
    ],
    source:
      'Yahoo Sender Hub, “Sender Requirements & Recommendations” (mail types by domain); Google, “Email sender guidelines”',
    checked,
  },
  {
    id: 'subdomain-all',
    title: 'Subdomains: what is inherited',
    asks: [
      { all: ['subdomain', 'spoof'] },
      { all: ['subdomain'], not: ['newsletter', 'reputation', 'tag-sp', 'tag-np', 'lookups', 'no-mail', 'mx-move'] },
    ],
    with: ['inherit', 'spf', 'dkim', 'dmarc', 'mx', 'several', 'order', 'send', 'spoof', 'close', 'policy'],
    answer: [
      ...list([
        { lead: 'SPF:', text: 'not inherited. Each sending name needs a record of its own.' },
        {
          lead: 'DKIM:',
          text: 'a signature of the main domain counts for a subdomain, and vice versa. A service that signs with the subdomain needs its key there.',
        },
        { lead: 'DMARC:', text: 'inherited. sp in the main record is the policy for subdomains, otherwise p is.' },
        { lead: 'MX:', text: 'not inherited. Without MX, mail to a subdomain goes to its A record.' },
        { lead: 'MTA-STS and TLS-RPT:', text: 'not inherited.' },
      ]),
      ...paragraph('Spoofers like subdomains. With p or sp at reject, mail from names that send nothing is refused.'),
    ],
    findings: ['dmarc_sp_weaker', 'dmarc_missing'],
    source: 'RFC 7208 section 3.1; RFC 6376 section 3.5; RFC 9989 section 4.10.1; RFC 5321 section 5.1',
    checked,
  },
]

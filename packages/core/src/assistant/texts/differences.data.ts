import { list, paragraph } from '../answer.ts'
import { readIn, type TopicText } from './topic-text.ts'

const checked = readIn

/** What tells two things of nearly one name apart, and which of two ways to take. */
export const differenceTexts: readonly TopicText[] = [
  {
    id: 'sp-or-np',
    title: 'sp and np in DMARC',
    asks: [{ all: ['tag-sp', 'tag-np'] }],
    with: ['dmarc', 'tag', 'policy', 'subdomain', 'several', 'reject', 'quarantine', 'none', 'tag-p'],
    answer: [
      ...list([
        {
          lead: 'sp:',
          text: 'the policy for all subdomains that exist, as far as they have no DMARC record of their own.',
        },
        {
          lead: 'np:',
          text: 'the policy for subdomains that do not exist in DNS at all: names that a spoofer invents.',
        },
        { lead: 'Without them:', text: 'without np sp counts, and without sp p counts.' },
      ]),
      ...paragraph(
        'So np=reject is safe at once, and sp only when your real subdomains pass. Receivers of the older standard ignore np.',
      ),
    ],
    findings: ['dmarc_sp_weaker'],
    source: 'RFC 9989 section 4.7',
    checked,
  },
  {
    id: 'rua-or-ruf',
    title: 'rua and ruf in DMARC',
    asks: [{ all: ['tag-rua', 'tag-ruf'] }],
    with: ['dmarc', 'tag', 'report', 'several', 'frequency', 'who', 'gmail', 'microsoft', 'rua-address'],
    answer: [
      ...list([
        {
          lead: 'rua:',
          text: 'where aggregate reports go: once a day from each receiver, with counts by server, and without any message.',
        },
        {
          lead: 'ruf:',
          text: 'where failure (forensic) reports go: about a single message that failed, with parts of it.',
        },
      ]),
      ...paragraph('rua is what you need. Few receivers send the reports of ruf, for privacy, so it can be left out.'),
    ],
    findings: ['dmarc_rua_missing'],
    source: 'RFC 9989 section 4.7; RFC 9990; RFC 9991',
    checked,
  },
  {
    id: 'spamhaus-lists',
    title: 'The lists of Spamhaus',
    asks: [{ all: ['pbl', 'xbl'] }, { all: ['xbl'] }, { all: ['pbl', 'several', 'listed'] }],
    with: ['listed', 'list-word', 'pbl', 'xbl', 'several', 'reputation', 'server', 'mail', 'refused'],
    isOfDomain: true,
    answer: [
      ...list([
        {
          lead: 'SBL:',
          text: 'addresses that Spamhaus saw sending spam, or that belong to spammers. Somebody looked at each.',
        },
        { lead: 'CSS:', text: 'addresses that sent spam or mail of low reputation, found automatically.' },
        {
          lead: 'XBL:',
          text: 'addresses of infected or exploited machines: malware, bots, open proxies. Clean the machine first.',
        },
        {
          lead: 'PBL:',
          text: 'a policy list: ranges that should not send mail directly, such as residential and dynamic ones. No sign of spam.',
        },
        { lead: 'DBL:', text: 'domains, not addresses, that appear in spam, phishing or malware.' },
        { lead: 'ZEN:', text: 'SBL, CSS, XBL and PBL in one lookup.' },
      ]),
      ...paragraph('check.spamhaus.org says which list has an address, and why; each has its own removal form.'),
    ],
    findings: ['bl_critical', 'bl_high', 'bl_medium'],
    source: 'Spamhaus, “Blocklists” (spamhaus.org/blocklists)',
    checked,
  },
  {
    id: 'flattening-or-subdomains',
    title: 'SPF flattening or subdomains',
    asks: [{ all: ['flatten', 'subdomain'] }],
    with: [
      'newsletter',
      'several',
      'service',
      'send',
      'spf',
      'reputation',
      'web',
      'lookups',
      'limit',
      'over-limit',
      'main-domain',
      'inherit',
    ],
    isOfServices: true,
    answer: [
      ...list([
        {
          lead: 'Subdomains:',
          text: 'for newsletters and campaigns, as those of a shop: each kind of mail gets a name, a reputation and ten lookups of its own, so complaints about a newsletter do not hurt order confirmations.',
        },
        {
          lead: 'Flattening:',
          text: 'for little mail from one domain and several services: one include instead of many. It isolates no reputation, and receivers ask our name servers.',
        },
      ]),
      ...paragraph('Both can be combined. The page “Subdomains or flattening” under Tools compares them.'),
    ],
    findings: ['spf_permerror', 'spf_near_limit'],
    source: 'RFC 7208 section 4.6.4; Yahoo Sender Hub, “Sender Requirements & Recommendations”',
    checked,
  },
  {
    id: 'mta-sts-new-mx',
    title: 'New mail servers under an MTA-STS policy',
    asks: [{ all: ['mta-sts', 'mx-move'] }],
    with: [
      'mx',
      'server',
      'several',
      'move',
      'order',
      'inherit',
      'policy',
      'close',
      'receivemail',
      'publish',
      'history',
    ],
    isOfDomain: true,
    answer: [
      ...paragraph(
        'The policy names your mail servers. Senders that follow it deliver to no other one, so it changes before the MX records do.',
      ),
      ...list([
        'Add the new MX hosts to the policy file, beside the old ones.',
        'Change the id in the TXT record at _mta-sts, so that senders fetch the new file.',
        'Wait at least for max_age of the old policy, and then change the MX records.',
        'Check that the new servers have a valid certificate for the names in the policy.',
        'Remove the old hosts from the policy when no MX record names them any more, and change the id again.',
      ]),
    ],
    findings: ['mta_sts_mx_mismatch', 'mta_sts_mismatch'],
    source: 'RFC 8461 sections 3.2 and 8.3',
    checked,
  },
  {
    id: 'void-lookup',
    title: 'Void lookups',
    asks: [{ all: ['void'] }],
    with: ['spf', 'lookups', 'limit', 'result', 'counts', 'include'],
    answer: [
      ...paragraph(
        'A void lookup is one that finds nothing: the name of an include, a or mx term does not exist, or has no such record. More than two of them make the SPF record a permerror.',
      ),
      ...paragraph('Remove terms whose names are gone. The report of a domain names them.'),
    ],
    findings: ['spf_permerror'],
    source: 'RFC 7208 section 4.6.4',
    checked,
  },
  {
    id: 'reputation-word',
    title: 'Reputation of a sender',
    asks: [
      {
        all: ['standing'],
        not: [
          'listed',
          'move',
          'subdomain',
          'warm',
          'dedicated',
          'shared',
          'refused',
          'volume',
          'esp',
          'new-ip',
          'new-domain',
          'newsletter',
          'check',
          'postmaster',
          'pace',
          'close',
        ],
      },
    ],
    with: ['mail', 'domain', 'address', 'send', 'reputation'],
    answer: [
      ...paragraph(
        'What a receiver thinks of an address and a domain by the mail that came from them before: complaints, spam traps, unknown recipients, volume, and whether SPF, DKIM and DMARC pass.',
      ),
      ...paragraph(
        'Each receiver keeps its own, and none publishes it whole. Google Postmaster Tools and SNDS of Microsoft show parts of it. No scan sees it; blocklists are the part that is public.',
      ),
    ],
    findings: ['bl_critical', 'bl_high'],
    source: 'Google, “Email sender guidelines”; Microsoft, “Smart Network Data Services”',
    checked,
  },
]

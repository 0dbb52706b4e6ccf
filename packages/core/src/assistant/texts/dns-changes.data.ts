import { list, paragraph } from '../answer.ts'
import { reverse, unauthenticated } from './refusal.ts'
import { readIn, type TopicText } from './topic-text.ts'

const checked = readIn
const gmailSource = 'Google, “Email sender guidelines” (support.google.com/a/answer/81126)'

/** Where DNS records are, how long a change takes, and what a mail server of your own needs. */
export const dnsChangeTexts: readonly TopicText[] = [
  {
    id: 'ttl',
    title: 'How long a DNS change takes',
    asks: [
      { all: ['ttl'], not: ['mx-move', 'report'] },
      { all: ['dns', 'pace'], not: ['dkim', 'listed', 'warm'] },
      {
        all: ['publish', 'pace', ['spf', 'dkim', 'dmarc', 'mx']],
        not: ['reject', 'quarantine', 'none', 'enforce', 'policy', 'rotation'],
      },
    ],
    with: [
      'spf',
      'dkim',
      'dmarc',
      'mx',
      'pace',
      'ttl',
      'old-shown',
      'move',
      'you',
      'result',
      'selector',
      'key',
      'result',
    ],
    isOfServices: true,
    answer: [
      ...paragraph(
        'A changed record counts everywhere when the TTL of its previous form is over. Until then resolvers answer from their cache. Usual TTLs are between 5 minutes and one day.',
      ),
      ...list([
        'A new record at a name that had none is often visible within minutes. The SOA record says how long resolvers may remember that it was missing.',
        'Some DNS providers need minutes until all their name servers have the change.',
        'Before a planned change lower the TTL to 300, and wait until the old TTL is over.',
        'Name servers and DS records of a domain take up to two days.',
        'A new scan asks the servers of the zone themselves where it finds something missing. “Check DNS now” shows each of them.',
      ]),
    ],
    source: 'RFC 1034 section 3.6; RFC 2308 section 5; RFC 8767',
    checked,
  },
  {
    id: 'still-shown',
    title: 'The report still shows the old record',
    asks: [
      {
        all: ['old-shown', ['you', 'spf', 'dkim', 'dmarc', 'mx', 'record', 'ttl', 'dns', 'several', 'ptr', 'report']],
        not: ['pace', 'count', 'leftover'],
      },
    ],
    with: [
      'you',
      'spf',
      'dkim',
      'dmarc',
      'mx',
      'ttl',
      'several',
      'ptr',
      'result',
      'key',
      'selector',
      'move',
      'listed',
      'bimi',
      'mta-sts',
      'report',
      'close',
    ],
    isOfDomain: true,
    answer: [
      ...paragraph(
        'A report shows what the last scan saw; it does not change automatically. Open the report of the domain and press Rescan: the new scan has the current records.',
      ),
      ...list([
        'If the new scan shows the old record, too, its TTL is not over, or not all name servers of your provider have the change. “Check DNS now” asks each of them.',
        'Check that you changed the zone that is in use: the name servers of the domain must be those of this provider.',
        'Check the name: many forms add the domain by themselves, so the record ends up below a doubled name.',
      ]),
    ],
    source: 'RFC 1034 section 3.6; RFC 2308',
    checked,
  },
  {
    id: 'dns-provider-change',
    title: 'Changing name servers or the DNS provider',
    asks: [{ all: ['ns-change'], not: ['dnssec'] }],
    with: [
      'mx',
      'spf',
      'dkim',
      'dmarc',
      'refused',
      'loss',
      'gone',
      'move',
      'incoming',
      'close',
      'ttl',
      'web',
      'esp',
      'mandatory',
      'pace',
      'hoster',
    ],
    isOfDomain: true,
    answer: [
      ...paragraph(
        'The new provider has only the records that someone enters there. Missing MX records mean that no mail arrives; missing SPF, DKIM and DMARC records mean that your mail is refused or lands in spam.',
      ),
      ...list([
        'Before: copy every record, also those with an underscore: _dmarc, the _domainkey names, _mta-sts, _smtp._tls. DNS has no list of them, so export the zone at the old provider.',
        'With DNSSEC: remove the DS record at the registrar first, and wait for its TTL.',
        'Then change the name servers, and keep the old zone for some days.',
        'After it: scan again. The report of the last scan and the DNS history show the earlier records.',
      ]),
    ],
    findings: [
      'mx_missing',
      'mx_implicit',
      'spf_missing',
      'dmarc_missing',
      'dkim_not_found_sure',
      'dkim_not_found_unsure',
      'delegation_dead',
      'delegation_lame',
      'dnssec_bogus',
    ],
    source: 'RFC 1034 section 4.2; RFC 6781 section 4.3.5',
    checked,
  },
  {
    id: 'where-dns-is',
    title: 'Where DNS records are entered',
    asks: [
      {
        all: ['where-dns', ['dns', 'record', 'spf', 'dkim', 'dmarc', 'mx', 'ptr', 'caa', 'bimi', 'publish']],
        not: ['several'],
      },
    ],
    with: ['dns', 'spf', 'dkim', 'dmarc', 'mx', 'record', 'hoster', 'web'],
    answer: [
      ...paragraph(
        'At the company whose name servers the domain uses. That can be the registrar, the web hoster, or a DNS service such as Cloudflare.',
      ),
      ...list([
        'The report of the domain names the name servers under DNS. Their names show the company: domaincontrol.com is GoDaddy, for example.',
        'There look for “DNS”, “Zone editor” or “Advanced DNS”.',
        'Records entered anywhere else have no effect.',
      ]),
    ],
    source: 'RFC 1034 section 4.2',
    checked,
  },
  {
    id: 'own-mail-server',
    title: 'What an own mail server needs',
    asks: [
      {
        all: ['own-server', ['send', 'record', 'dns', 'mail']],
        not: ['listed', 'pbl', 'web', 'several', 'move', 'mx-move', 'refused'],
      },
    ],
    with: ['spf', 'dkim', 'dmarc', 'ptr', 'mx', 'order', 'starttls', 'helo', 'send', 'spam-folder'],
    answer: [
      ...list([
        'A fixed address that no blocklist has, from a hoster that allows port 25.',
        'A PTR record with the name of the server, an A or AAAA record back, and the same name as greeting (HELO).',
        'SPF with its address as ip4 and ip6. DKIM signing on the server. DMARC.',
        'MX, if it receives mail, and a certificate for that name.',
        'SMTP AUTH for your users, and no relaying for anyone else.',
        'Little mail at first: the address has no reputation.',
      ]),
      ...paragraph(
        'From an internet connection at home it does not work: such addresses are refused. Send through a smart host then.',
      ),
    ],
    findings: [...reverse, ...unauthenticated, 'relay_open'],
    source: `RFC 5321 sections 4.1.4 and 7.9; ${gmailSource}`,
    checked,
  },
]

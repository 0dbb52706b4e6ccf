import { listings, type RefusalText, refusal, reverse, unauthenticated } from './refusal.ts'

const page = 'Google Workspace Help, “Gmail SMTP errors and codes” (knowledge.workspace.google.com, page of 2026-02-12)'
const guidelines = 'Google, “Email sender guidelines” (support.google.com/a/answer/81126)'

/** What Gmail means by a refusal. */
export const gmailRefusals: readonly RefusalText[] = [
  refusal({
    id: 'gmail-5.7.26-policy',
    title: 'Gmail: refused because of the DMARC policy',
    by: 'gmail',
    signs: [
      {
        said: [
          'because of dmarc',
          'because of our dmarc',
          'dmarc policy',
          'failed dmarc',
          'fails dmarc',
          'failing dmarc',
        ],
      },
      { codes: ['5.7.26', '4.7.26'], words: ['dmarc policy'] },
      { words: ['unauthenticated email from'] },
    ],
    cause:
      'The message failed DMARC, and your own policy is quarantine or reject. Neither SPF nor DKIM passed for the domain in From.',
    fix: [
      'Find the server that sent it: the Authentication-Results field shows which domains SPF and DKIM checked.',
      'Turn on DKIM for your domain at that service, and publish the records it gives you. That also survives forwarding.',
      'If the message is not yours, the policy did its work: it stopped a spoofed message.',
    ],
    findings: unauthenticated,
    source: page,
  }),
  refusal({
    id: 'gmail-5.7.26',
    title: 'Gmail 5.7.26: the sender is not authenticated',
    by: 'gmail',
    signs: [
      {
        said: [
          'unauthenticated',
          'not authenticated',
          'isnt authenticated',
          'not being authenticated',
          'cannot authenticate',
          'authentication failed',
          'fails authentication',
        ],
      },
      { codes: ['5.7.26', '4.7.26'] },
    ],
    cause:
      'Neither SPF nor DKIM passed, and Gmail wants one of them from every sender. The same code also comes when SPF fails against a record that ends in -all, or when the DMARC policy of the domain asks for a refusal. The text behind the code says which. 4.7.26 is the temporary form.',
    fix: [
      'SPF: publish one record that lists the sending server. The code names the address and the domain that Gmail checked, which is the return path.',
      'DKIM: turn it on at the service that sends, and publish its key.',
      'Send a test to Gmail and open “Show original”: SPF or DKIM must say pass for your domain.',
    ],
    findings: unauthenticated,
    source: page,
  }),
  refusal({
    id: 'gmail-5.7.25',
    title: 'Gmail 5.7.25: no matching PTR record',
    by: 'gmail',
    signs: [
      { said: ['ptr', 'ptr record', 'reverse dns', 'rdns'] },
      { codes: ['5.7.25', '4.7.23'] },
      { codes: ['4.7.0', '5.7.1'], words: ['ptr', 'ptr record', 'reverse dns'] },
    ],
    cause:
      'The sending address has no PTR record, or the name in the PTR record does not resolve to the same address. 4.7.23 is the temporary form.',
    fix: [
      'Ask the provider of the address (the hoster, not your DNS provider) to set the PTR record to the name of the mail server.',
      'Publish an A or AAAA record of that name that has the same address.',
      'Over IPv6 the same is required. If the provider sets no PTR record for IPv6, let the server send over IPv4.',
    ],
    findings: reverse,
    source: page,
  }),
  refusal({
    id: 'gmail-5.7.27',
    title: 'Gmail 5.7.27: bulk mail without SPF',
    by: 'gmail',
    signs: [{ codes: ['5.7.27', '4.7.27'] }],
    cause:
      'SPF did not pass. Gmail requires SPF from senders of 5,000 and more messages a day. 4.7.27 is the temporary form.',
    fix: [
      'Add the sending server or service to the one SPF record of the return-path domain.',
      'If the service uses a return path of its own, set up a custom return path below your domain there.',
    ],
    findings: [
      'spf_permerror',
      'spf_missing',
      'spf_none_pass',
      'spf_no_sender',
      'spf_term_ignored',
      'spf_include_bogus',
    ],
    source: page,
  }),
  refusal({
    id: 'gmail-5.7.30',
    title: 'Gmail 5.7.30: bulk mail without DKIM',
    by: 'gmail',
    signs: [{ codes: ['5.7.30', '4.7.30'] }],
    cause:
      'DKIM did not pass. Gmail requires DKIM from bulk senders, with a key of at least 1,024 bits. 4.7.30 is the temporary form.',
    fix: [
      'Turn DKIM on at the service that sends, for your domain, and publish the records it gives you.',
      'If it is on, compare the published key with the one the service shows, and make sure that nothing changes the message after it is signed.',
    ],
    findings: unauthenticated.filter(id => id.startsWith('dkim')),
    source: page,
  }),
  refusal({
    id: 'gmail-5.7.40',
    title: 'Gmail 5.7.40: no DMARC record',
    by: 'gmail',
    signs: [{ codes: ['4.7.40', '4.7.31'] }, { codes: ['5.7.40'] }],
    cause:
      'The domain in From has no DMARC record, or one without a policy. Gmail requires one from bulk senders; p=none is enough.',
    fix: [
      'Publish a DMARC record with p=none and an address for reports. The DMARC Record Builder under Tools makes it.',
      'One record at the organizational domain is enough: it also counts for subdomains.',
    ],
    findings: ['dmarc_missing', 'dmarc_invalid', 'dmarc_bogus'],
    source: page,
  }),
  refusal({
    id: 'gmail-5.7.32',
    title: 'Gmail 5.7.32: From is not aligned',
    by: 'gmail',
    signs: [{ codes: ['5.7.32', '4.7.32'] }],
    cause:
      'SPF or DKIM passed, but for another domain than the one in From. Usually a service signs with its own domain and uses its own return path.',
    fix: [
      'Set up DKIM with your own domain at the service (often called domain authentication). That is the better of the two.',
      'Or set up a custom return path below your domain there, so that SPF is aligned.',
    ],
    findings: [
      'dkim_not_found_sure',
      'dkim_not_enabled',
      'dkim_service_unsigned',
      'dkim_dangling',
      'dkim_not_found_unsure',
    ],
    source: page,
  }),
  refusal({
    id: 'gmail-5.7.29',
    title: 'Gmail 5.7.29: not sent over TLS',
    by: 'gmail',
    signs: [{ codes: ['5.7.29', '4.7.29'] }, { codes: ['4.7.0'], words: ['tls required'] }],
    cause: 'The message came over an unencrypted connection. Gmail requires TLS from bulk senders.',
    fix: [
      'Let the sending server use STARTTLS for outgoing mail. With Postfix that is smtp_tls_security_level = may.',
      'A scan tests the servers that receive your mail, so it does not show this setting.',
    ],
    source: page,
  }),
  refusal({
    id: 'gmail-4.7.28',
    title: 'Gmail 4.7.28: unusual rate of unsolicited mail',
    by: 'gmail',
    signs: [
      {
        said: [
          'rate limited',
          'rate limits',
          'rate limit',
          'too many messages',
          'too many mails',
          'too many emails',
          'unusual rate',
          'too fast',
        ],
      },
      { codes: ['4.7.28', '5.7.28'] },
      {
        words: [
          'unusual rate of unsolicited',
          'unusual rate of email',
          'unusual rate of mail',
          'unusual amount of unsolicited',
        ],
      },
    ],
    cause:
      'Gmail limits the rate of your mail, because too much of it came at once or was reported as spam. The text names what it counts: the IP address, its network, the SPF or DKIM domain, or a link. With 421 it is temporary, and your server tries again later automatically. 5.7.28 is a refusal.',
    fix: [
      'Stop large mailings, and look for a compromised account, a hacked site or mail that you forward to Gmail.',
      'Remove recipients who did not ask for the mail, and compare the spam rate in Google Postmaster Tools: below 0.1% is good, 0.3% is too much.',
      'Then send again slowly, to the most active recipients first, and increase the volume only while no error comes.',
    ],
    findings: listings,
    source: page,
  }),
  refusal({
    id: 'gmail-5.7.1-unsolicited',
    title: 'Gmail 5.7.1: likely unsolicited mail',
    by: 'gmail',
    signs: [
      { said: ['unsolicited', 'low reputation', 'bad reputation'] },
      { words: ['likely unsolicited', 'unsolicitedmessageerror'] },
      { words: ['very low reputation', 'low reputation of the sending'] },
      { codes: ['5.7.1', '4.7.0'], words: ['unsolicited', 'suspicious'] },
    ],
    cause:
      'The spam filter of Gmail refused the message. It judges the content, the links and the reputation of the address and the domain, so correct records alone do not prevent it.',
    fix: [
      'Check that SPF, DKIM and DMARC pass, that PTR is right, and that no blocklist has the address.',
      'Send a plain text message from the same server. If it arrives, the content or a link is the reason.',
      'Look at the spam rate in Google Postmaster Tools, and send only to people who asked for the mail.',
    ],
    findings: [...listings, ...unauthenticated, ...reverse, 'dmarc_missing'],
    source: page,
  }),
  refusal({
    id: 'gmail-5.7.24',
    title: 'Gmail 5.7.24: suspicious SPF entries',
    by: 'gmail',
    signs: [{ codes: ['5.7.24', '4.7.24'] }],
    cause:
      'Gmail finds one or more entries of the SPF record suspicious. +all and very large address ranges let anyone pass SPF.',
    fix: ['Replace +all by ~all.', 'Name only the servers and services that send for you, not whole networks.'],
    findings: ['spf_plus_all', 'spf_too_open', 'spf_permerror', 'spf_ptr'],
    source: page,
  }),
  refusal({
    id: 'gmail-direct',
    title: 'Gmail: this address may not send directly',
    by: 'gmail',
    signs: [
      {
        words: ['not authorized to send email directly', 'not authorized to send mail directly', 'notauthorizederror'],
      },
    ],
    cause: 'The address belongs to a dynamic or residential range. Gmail takes no mail directly from such addresses.',
    fix: ['Send through the mail server (SMTP relay) of your mail provider or internet provider, with SMTP AUTH.'],
    source: page,
  }),
  refusal({
    id: 'gmail-ipv6',
    title: 'Gmail: IPv6 without PTR or authentication',
    by: 'gmail',
    signs: [{ words: ['ipv6 sending guidelines'] }],
    cause: 'The message came over IPv6. There Gmail requires a PTR record of the address, and SPF or DKIM that passes.',
    fix: [
      'Let the provider of the address set a PTR record for the IPv6 address, and publish an AAAA record of that name with the same address.',
      'List the IPv6 address in SPF, too. Or let the server send over IPv4 only.',
    ],
    findings: [...reverse, 'spf_missing', 'spf_permerror'],
    source: guidelines,
  }),
]

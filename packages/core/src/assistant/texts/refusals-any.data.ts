import { listings, type RefusalText, refusal, reverse, unauthenticated } from './refusal.ts'

const codes = 'RFC 3463 section 3; IANA, “SMTP Enhanced Status Codes”'

/** Refusals that any server can send. */
export const anyRefusals: readonly RefusalText[] = [
  refusal({
    id: 'spamhaus-listed',
    title: 'Refused: the address is on a Spamhaus list',
    signs: [
      { words: ['blocked using spamhaus', 'spamhaus', 'zen spamhaus org'], codes: ['5.7.1', '5.7.0', '5.7.606'] },
      {
        words: [
          'blocked using zen',
          'blocked using spamhaus',
          'sbl spamhaus',
          'listed at spamhaus',
          'spamhaus org query',
        ],
      },
    ],
    cause:
      'The receiver uses Spamhaus, and Spamhaus lists the sending address. Until the entry ends, every receiver that uses the list refuses your mail.',
    fix: [
      'Look the address up at check.spamhaus.org. The page names the list (SBL, CSS, XBL, PBL) and the cause.',
      'End the cause first: an open relay, a compromised account, a hacked site or a bad address list. Otherwise the address is listed again.',
      'Then ask for removal there. CSS and XBL entries also expire by themselves.',
      'PBL means only that the address should not send mail directly. Send through the server of your provider, or remove a fixed address there.',
    ],
    findings: listings,
    source: 'spamhaus.org, “Blocklist removal”; check.spamhaus.org',
  }),
  refusal({
    id: 'list-refusal',
    title: 'Refused: the address is on a blocklist',
    signs: [
      {
        words: [
          'blocked using',
          'client host blocked',
          'listed in',
          'listed at',
          'bl spamcop net',
          'b barracudacentral org',
        ],
        codes: ['5.7.1', '5.7.0', '5.3.0'],
      },
      { words: ['blocked using', 'barracudacentral', 'spamcop net bl', 'psbl surriel', 'bl spamcop net'] },
    ],
    cause: 'The receiver asks a blocklist about the sending address, and the list has it. The bounce names the list.',
    fix: [
      'Open the page of the list that the bounce names. It says why, and how the entry ends.',
      'End the cause first: spam through an account, a site or an open relay.',
      'On a shared address, your provider has to act.',
    ],
    findings: listings,
    source: 'RFC 5782 section 2; RFC 6471 section 2.2',
  }),
  refusal({
    id: 'greylisting',
    title: 'Greylisting: nothing to do',
    signs: [
      {
        words: [
          'greylisting',
          'greylisted',
          'graylisting',
          'graylisted',
          'greylist',
          'graylist',
          'please come back later',
          'postgrey',
        ],
      },
    ],
    cause:
      'The receiver refuses the first attempt of an unknown sender with a temporary code, and accepts a later one. You have to do nothing: a mail server tries again automatically, usually after 5 to 30 minutes.',
    fix: [
      'If mail stays in the queue, check that your server really tries again, and from the same address. Applications that send directly often do not.',
      'A correct PTR record, SPF and DKIM shorten the waiting time at many receivers.',
    ],
    findings: reverse,
    source: 'RFC 6647 section 2; RFC 5321 section 4.5.4.1',
  }),
  refusal({
    id: 'mail-loop',
    title: 'Hop count exceeded: a mail loop',
    signs: [
      { codes: ['5.4.14', '5.4.6', '4.4.6'] },
      {
        words: [
          'hop count exceeded',
          'possible mail loop',
          'too many hops',
          'mail loop',
          'exceeded 50 hops',
          'loops back to myself',
        ],
      },
    ],
    cause:
      'The message went in a circle between servers until one of them gave up. Each thinks that the other one has the mailbox. Your SPF, DKIM and DMARC records are not the reason.',
    fix: [
      'Read the Received lines of the bounce from the bottom: two names that repeat are the loop.',
      'With Microsoft 365: compare the connectors with the type of the accepted domain. “Internal relay” with a connector back to the same server is a loop; if all mailboxes are there, the type is “authoritative”.',
      'Check that MX leads to the system that has the mailboxes or passes mail on, and that no forwarding rule returns mail to it.',
    ],
    findings: ['mx_unreachable_address', 'mx_missing', 'mx_implicit'],
    source: 'Microsoft Learn, “Fix NDR error 550 5.4.6 through 5.4.20 in Exchange Online”; RFC 5321 section 6.3',
  }),
  refusal({
    id: 'relay-denied',
    title: 'Relay access denied',
    signs: [
      {
        words: [
          'relay access denied',
          'relaying denied',
          'unable to relay',
          'relay denied',
          'relaying not allowed',
          'relay not permitted',
        ],
      },
    ],
    cause:
      'The server does not take mail for this recipient from you. That is right for an unauthenticated sender, and it is what protects a server from being an open relay.',
    fix: [
      'Your own client: turn on SMTP AUTH for outgoing mail, on port 587 or 465.',
      'Mail to your own domain: MX leads to a server that does not know the domain. Add the domain there, or correct MX.',
    ],
    findings: ['mx_missing', 'mx_implicit', 'mx_some_unresolvable'],
    source: 'RFC 5321 section 3.9; RFC 6409 section 4.3',
  }),
  refusal({
    id: 'user-unknown',
    title: '5.1.1: the mailbox does not exist',
    signs: [
      { words: ['this user doesnt have', 'user doesnt have a yahoo com account'] },
      { codes: ['5.1.1', '5.1.0', '5.1.10', '5.2.1', '5.1.2'] },
      {
        words: [
          'user unknown',
          'mailbox unavailable',
          'no such user',
          'does not exist',
          'mailbox not found',
          'user doesnt exist',
        ],
        codes: ['5.5.0', '5.0.0', '5.1.1', '5.1.10'],
      },
    ],
    cause:
      'The address of the recipient does not exist there (5.1.1, 5.1.10), is disabled (5.2.1), or its domain takes no mail (5.1.2; 5.1.10 is also a null MX). It does not concern your records.',
    fix: [
      'Check the spelling, and remove the address from your lists: many such bounces harm your reputation.',
      'If it is an address of your own domain, check that the mailbox exists where MX leads.',
    ],
    findings: ['null_mx_mixed', 'mx_missing', 'mx_all_unresolvable'],
    source: codes,
  }),
  refusal({
    id: 'mailbox-full',
    title: '5.2.2: the mailbox is full',
    signs: [{ codes: ['5.2.2', '4.2.2', '5.2.3', '5.3.4', '4.3.1'] }],
    cause:
      'The mailbox of the recipient is full (x.2.2), or the message is too large (5.2.3, 5.3.4). 4.3.1: the server itself has no space. It does not concern your records.',
    fix: ['Ask the recipient to make space, or send a smaller message. Your server repeats a 4.x.x automatically.'],
    source: codes,
  }),
  refusal({
    id: 'too-fast',
    title: '4.2.1: mail for a mailbox comes too quickly',
    signs: [{ codes: ['4.2.1', '4.5.3', '5.5.3', '5.4.5'] }],
    cause:
      'The recipient or your own account is over a limit of messages or recipients (4.2.1, 4.5.3, 5.5.3), or over the daily limit (5.4.5).',
    fix: ['Wait and send more slowly, with fewer recipients a message. A server repeats a 4.x.x automatically.'],
    source: codes,
  }),
  refusal({
    id: 'bad-reputation',
    title: 'Refused: the address has a bad reputation',
    signs: [
      {
        words: ['bad reputation', 'poor reputation', 'low reputation', 'reputation too low'],
        isRefusal: true,
      },
    ],
    cause:
      'The receiver judges the sending address by what came from it before, or knows it too little. Its own rules decide, and no scan sees them.',
    fix: [
      'Look for the cause first: complaints, a compromised account, an open relay, or spam of others on a shared address.',
      'Give the address a PTR record that names your server, and look at the blocklists of its report.',
      'Send little and steadily from a new address. Then ask the postmaster of the receiver for a reset, with the whole refusal.',
    ],
    findings: [...listings, ...reverse],
    source: 'RFC 5321 section 4.2; postmaster.t-online.de',
  }),
  refusal({
    id: 'no-reverse-dns',
    title: 'Refused: no reverse DNS',
    signs: [
      {
        words: [
          'cannot find your reverse hostname',
          'cannot find your hostname',
          'no reverse dns',
          'reverse dns lookup failed',
          'no ptr record',
          'must have a reverse dns record',
          'does not resolve to address',
          'fcrdns',
        ],
        codes: ['4.7.1', '5.7.1', '5.7.25', '4.7.25', '5.7.0'],
      },
      {
        words: [
          'cannot find your reverse hostname',
          'cannot find your hostname',
          'client host rejected cannot find',
          'no ptr',
          'no ptr record',
          'no ptr record found',
          'missing ptr',
          'no reverse dns',
          'no rdns',
        ],
        isRefusal: true,
      },
      { codes: ['5.7.25', '4.7.25'] },
    ],
    cause: 'The sending address has no PTR record, or the name in it does not resolve to that address.',
    fix: [
      'Ask the provider of the address to set the PTR record to the name of the mail server.',
      'Publish an A or AAAA record of that name that has the same address.',
    ],
    findings: reverse,
    source: 'RFC 7372 section 3.3; RFC 1912 section 2.1',
  }),
  refusal({
    id: 'helo-refused',
    title: 'Refused because of the HELO name',
    signs: [
      { words: ['helo command rejected', 'invalid helo', 'bad helo', 'helo command', 'ehlo argument'] },
      { codes: ['5.7.506'] },
    ],
    cause:
      'The name with which your server greets (HELO or EHLO) is no full host name, does not resolve, or is the name of someone else.',
    fix: ['Set the greeting to the full name of the server. The name, its A record and the PTR record should agree.'],
    findings: ['greeting_invalid', 'ptr_mismatch', 'ptr_missing'],
    source: 'RFC 5321 section 4.1.1.1',
  }),
  refusal({
    id: 'sts-refusal',
    title: 'Refused: MTA-STS or DANE validation failed',
    signs: [
      {
        codes: [
          '5.4.8',
          '5.7.5',
          '5.7.321',
          '5.7.322',
          '5.7.323',
          '5.7.324',
          '5.7.325',
          '4.7.321',
          '4.7.322',
          '4.7.323',
          '4.7.324',
          '4.7.325',
        ],
      },
      { words: ['mta sts validation', 'dane validation', 'tlsa invalid', 'dnssec invalid'] },
    ],
    cause:
      'The sender checks the recipient’s server with MTA-STS or DANE, and certificate, TLSA record or DNSSEC do not fit. The fault is at the domain that receives.',
    fix: [
      '5.4.8, 5.7.5: the MTA-STS policy does not list the MX host, or its certificate does not name it.',
      '5.7.321: no STARTTLS. 5.7.322: certificate expired. 5.7.323: TLSA does not match. 5.7.324: DNSSEC is broken. 5.7.325: the certificate names another host.',
    ],
    findings: [
      'mta_sts_mx_mismatch',
      'mta_sts_mismatch',
      'dane_mismatch',
      'dnssec_bogus',
      'mx_certificate_expired',
      'mx_certificate_name',
      'starttls_missing',
      'starttls_failed',
    ],
    source:
      'Microsoft Learn, “Email non-delivery reports and SMTP errors in Exchange Online”; RFC 8461 section 5; RFC 7672',
  }),
  refusal({
    id: 'authentication-codes',
    title: '5.7.20 to 5.7.26: authentication failed',
    signs: [{ codes: ['5.7.20', '5.7.21', '5.7.22', '5.7.23', '5.7.24', '5.7.26', '4.7.24', '4.7.26'] }],
    cause:
      'These codes are standard. 5.7.20: no DKIM signature passes. 5.7.21, 5.7.22: none is acceptable, or none has the domain of From. 5.7.23: SPF failed. 5.7.24: SPF could not be evaluated. 5.7.26: several checks failed, usually DMARC.',
    fix: [
      'List the sending server in the SPF record of the return-path domain, and keep the record below ten lookups.',
      'Sign with DKIM and the domain of From.',
    ],
    findings: unauthenticated,
    source: 'RFC 7372 section 3',
  }),
]

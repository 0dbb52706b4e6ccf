import { listings, type RefusalText, refusal, reverse, unauthenticated } from './refusal.ts'

const yahoo = 'Yahoo Sender Hub, “SMTP Error Codes” (senders.yahooinc.com/smtp-error-codes, page of 2026-02)'
const gmx = 'GMX Postmaster, “Error messages when sending emails to GMX” (postmaster.gmx.com/en/error-messages)'
const apple = 'Apple Support, “Postmaster information for iCloud Mail” (support.apple.com/102322)'

/** What Yahoo, GMX and WEB.DE, and Apple mean by a refusal. */
export const otherRefusals: readonly RefusalText[] = [
  refusal({
    id: 'yahoo-tss04',
    title: 'Yahoo TSS04: deferred for volume or complaints',
    by: 'yahoo',
    signs: [
      {
        said: [
          'complaints',
          'user complaints',
          'unexpected volume',
          'temporarily',
          'deferred',
          'defers',
          'temporarily deferred',
        ],
      },
      { words: ['tss01', 'tss02', 'tss03', 'tss04', 'tss05', 'tss06', 'tss07', 'ts01', 'ts02', 'ts03', 'ts04'] },
      { words: ['due to unexpected volume or user complaints', 'temporarily deferred due to user complaints'] },
    ],
    cause:
      'Yahoo defers your mail: it sees unusual volume from the address, or users who report the mail as spam. It is temporary, and your server tries again later automatically.',
    fix: [
      'Send less at a time and with fewer connections until the deferrals end.',
      'Look for the mail that causes complaints: a new list, a compromised account, or mail forwarded to Yahoo.',
      'Enroll your DKIM domain in the Complaint Feedback Loop of the Yahoo Sender Hub, and remove everyone who complains.',
      'If it lasts for more than two days, send a support request there with the code.',
    ],
    findings: listings,
    source: yahoo,
  }),
  refusal({
    id: 'yahoo-tss09',
    title: 'Yahoo TSS09, TSS11 (553 5.7.2): refused for good',
    by: 'yahoo',
    signs: [
      { words: ['tss09', 'tss11'] },
      { words: ['all messages from', 'retrying will not succeed'], codes: ['5.7.2'] },
      { codes: ['5.7.2'], words: ['yahoo', 'aol', 'permanently deferred'] },
    ],
    cause:
      'Yahoo refuses all mail from this address until something changes, because of its reputation. Trying again does not help.',
    fix: [
      'Stop sending to Yahoo from the address, and find the cause: complaints, spam traps, a compromised account or an open relay.',
      'Check that no blocklist has the address, that SPF and DKIM pass, and that PTR is right.',
      'Then ask for a review with the support request of the Yahoo Sender Hub.',
    ],
    findings: [...listings, ...reverse, ...unauthenticated],
    source: yahoo,
  }),
  refusal({
    id: 'yahoo-ph01',
    title: 'Yahoo PH01: content not accepted',
    by: 'yahoo',
    signs: [{ words: ['ph01', 'ph02', 'ph03'] }],
    cause:
      'Yahoo refuses the content of the message: a link or a file that looks like phishing, malware or spam. Your records are not the reason.',
    fix: [
      'Test the message without links and attachments, then add them one by one.',
      'Look for a link to a hacked site, a URL shortener or a domain on a blocklist.',
      'Look for a compromised account that sends such mail.',
    ],
    findings: ['threat_malicious', 'threat_suspicious', 'threat_listed', 'bl_critical', 'bl_high'],
    source: yahoo,
  }),
  refusal({
    id: 'yahoo-5.7.9',
    title: 'Yahoo 554 5.7.9: refused for policy reasons',
    by: 'yahoo',
    signs: [
      { said: ['policy reasons', 'because of dmarc', 'failed dmarc', 'dmarc policy'] },
      { codes: ['5.7.9'] },
      { words: ['message not accepted for policy reasons'] },
    ],
    cause:
      'Yahoo does not accept the message for policy reasons. Mostly it failed DMARC and the policy of the domain is reject, or DKIM failed. A null MX of the sender and a faulty header are other reasons.',
    fix: [
      'Check which domains passed SPF and DKIM, and make one of them aligned with From.',
      'Sign with DKIM and your own domain, so that forwarded mail passes, too.',
    ],
    findings: [...unauthenticated, 'null_mx_mixed'],
    source: yahoo,
  }),
  refusal({
    id: 'yahoo-spamhaus',
    title: 'Yahoo BL: the address is on a Spamhaus list',
    by: 'yahoo',
    signs: [{ words: ['bl21', 'bl23', 'because the ip is in spamhauss list'] }],
    cause: 'Yahoo refuses the address because Spamhaus lists it.',
    fix: [
      'Look the address up at check.spamhaus.org: the page names the list and the cause.',
      'End the cause first, then ask for removal there. XBL and CSS entries also expire.',
    ],
    findings: listings,
    source: yahoo,
  }),
  refusal({
    id: 'yahoo-domain',
    title: 'Yahoo: the sender domain does not resolve',
    by: 'yahoo',
    signs: [{ words: ['unresolvable rfc 5321', 'unresolvable rfc 5322', 'rfc 5321 domain', 'rfc 5322 from domain'] }],
    cause: 'Yahoo finds no zone for the domain of the return path or of From. It asks for the SOA record of the name.',
    fix: [
      'Check the spelling of the domain, and that its name servers answer.',
      'A subdomain that sends needs an MX or A record of its own, or a zone with an SOA record.',
    ],
    findings: ['domain_not_found', 'delegation_dead', 'dnssec_bogus', 'delegation_lame'],
    source: yahoo,
  }),
  refusal({
    id: 'gmx-policy',
    title: 'GMX, WEB.DE: “Reject due to policy restrictions”',
    by: 'gmx',
    signs: [
      { said: ['policy', 'policy restrictions', 'policy reasons'] },
      { words: ['reject due to policy restrictions', 'reject due to policy violations', 'transaction failed reject'] },
    ],
    cause:
      'GMX and WEB.DE refused the mail by a rule of theirs. The link at the end of the bounce says which: open it, its parameter c names the cause. Reputation of the address, a missing or generic PTR record and content are the usual ones.',
    fix: [
      'Set a PTR record that names your mail server, and greet with the same name (HELO).',
      'GMX and WEB.DE require DKIM with the domain of From. SPF alone is not enough.',
      'If all of this is right, write to their postmaster by the form behind the link. mail.com and IONOS mailboxes follow the same rules.',
    ],
    findings: [...reverse, ...unauthenticated, ...listings],
    source: `${gmx}; postmaster.web.de/en/requirements-and-recommendations`,
  }),
  refusal({
    id: 'gmx-ptr',
    title: 'GMX, WEB.DE: “Bad DNS PTR resource record”',
    by: 'gmx',
    signs: [
      { said: ['ptr', 'ptr record', 'reverse dns', 'rdns'] },
      { words: ['bad dns ptr', 'bad dns ptr resource record'] },
    ],
    cause:
      'The sending address has no PTR record, or one that looks generic, such as the address itself in a name of the provider.',
    fix: [
      'Ask the provider of the address to set the PTR record to the name of your mail server.',
      'Publish an A or AAAA record of that name with the same address, and greet with this name (HELO).',
    ],
    findings: reverse,
    source: gmx,
  }),
  refusal({
    id: 'gmx-listed',
    title: 'GMX, WEB.DE: “IP address is block listed”',
    by: 'gmx',
    signs: [
      { said: ['blacklisted', 'blocklisted', 'block listed', 'blacklist', 'blocklist'] },
      { words: ['ip address is block listed', 'ip address is blacklisted', 'nemesis esmtp service not available'] },
    ],
    cause:
      'GMX and WEB.DE accept no connection from the address. The line behind it names the reason, usually a block list or PTR.',
    fix: [
      'Open the link of the bounce. It shows the reason for this address and the form of their postmaster.',
      'End the cause first: check the other blocklists, PTR, and whether the server sends spam.',
    ],
    findings: [...listings, ...reverse],
    source: gmx,
  }),
  refusal({
    id: 'apple-local-policy',
    title: 'Apple HM07, HM08, CS01: local policy',
    by: 'apple',
    signs: [
      { said: ['local policy', 'policy'] },
      { words: ['hm07', 'hm08', 'hm01', 'hcm2', 'cs01', 'cs02', 'ht204137'] },
      { words: ['rejected due to local policy', 'due to local policy'] },
    ],
    cause:
      'iCloud Mail refused the message by its own filter. Apple does not publish what the letters mean. It names reputation of address and domain, content, and what users report; a young domain or address is often enough.',
    fix: [
      'Check that SPF, DKIM and DMARC pass with your domain, that PTR shows your domain, and that no blocklist has the address or a linked domain.',
      'Send from the same address and domain all the time, only to people who subscribed, and increase the volume slowly.',
      'If all is right, write to icloudadmin@apple.com with company, domain, addresses, the errors and when they began.',
    ],
    findings: [...listings, ...unauthenticated, ...reverse, 'dmarc_missing'],
    source: apple,
  }),
  refusal({
    id: 'apple-volume',
    title: 'Apple: deferred due to excessive volume',
    by: 'apple',
    signs: [{ words: ['deferred due to excessive volume'] }],
    cause: 'iCloud Mail takes mail from this address more slowly than you send it. It is temporary.',
    fix: [
      'Your server tries again automatically. Send to iCloud addresses in smaller batches and with fewer connections.',
    ],
    source: apple,
  }),
  refusal({
    id: 'telekom-contact',
    title: 'T-Online: a problem occurred, contact tosa@rx.t-online.de',
    signs: [
      { words: ['tosa rx t online de'] },
      { words: ['t online'], codes: ['5.7.1', '5.7.0'] },
      {
        words: [
          't online wont take',
          't online wont accept',
          't online refuses',
          't online rejects',
          't online blocks',
          't online bounces',
          'by t online',
          't online says',
          't online doesnt accept',
          't online does not accept',
          't online rejected',
          't online refused',
          'telekom rejects',
          'telekom refuses',
          'telekom blocks',
        ],
      },
    ],
    cause:
      'T-Online (Telekom) takes no mail from this address: it does not know the server yet, its reverse DNS does not name it, or it sent spam.',
    fix: [
      'Give the address a PTR record that names your server, and an address record of that name with the same address.',
      'Serve a page with the operator’s contact (imprint) at the domain of that name.',
      'Then write to the address in the refusal and ask for a reset. Give the IP address and the purpose of the mail.',
    ],
    findings: ['ptr_missing'],
    source: 'postmaster.t-online.de',
  }),
  refusal({
    id: 'dmarc-policy',
    title: 'Refused because of a DMARC policy',
    signs: [
      {
        words: [
          'due to domains dmarc policy',
          'dmarc policy',
          'dmarc check failed',
          'dmarc failure',
          'dmarc verification',
        ],
        codes: ['5.7.1', '5.7.0'],
      },
      {
        words: ['rejected due to dmarc', 'dmarc policy violation', 'failed dmarc'],
        codes: ['5.7.1', '5.7.0', '5.7.9'],
      },
    ],
    cause: 'The message failed DMARC for the domain in From, and the policy of that domain asks to refuse it.',
    fix: [
      'If it is your own mail: turn on DKIM with your domain at the service that sent it, or let SPF pass with an aligned return path.',
      'If it was forwarded or came through a mailing list, only an aligned DKIM signature that is still whole saves it.',
      'If you did not send it, the policy stopped a spoofed message.',
    ],
    findings: unauthenticated,
    source: 'RFC 9989 section 5; RFC 7960',
  }),
]

import { listings, type RefusalText, refusal, reverse, unauthenticated } from './refusal.ts'

const ndr = 'Microsoft Learn, “Email non-delivery reports and SMTP errors in Exchange Online”'
const postmaster = 'Outlook.com Postmaster, “Troubleshooting” (page of 2026-06)'

/** 5.7.606 to 5.7.649. */
const bannedCodes: readonly string[] = Array.from({ length: 44 }, (_, at) => `5.7.${606 + at}`)

/** What Microsoft means by a refusal: Outlook.com and Hotmail, and Exchange Online. */
export const microsoftRefusals: readonly RefusalText[] = [
  refusal({
    id: 'microsoft-5.7.515',
    title: 'Microsoft 5.7.515: authentication level not met',
    by: 'microsoft',
    signs: [
      { said: ['authentication level', 'not authenticated', 'unauthenticated', 'authentication requirements'] },
      { codes: ['5.7.515'] },
      { words: ['required authentication level'] },
    ],
    cause:
      'Your domain counts as a sender of 5,000 and more messages a day to Outlook.com, Hotmail, Live or MSN. Microsoft then requires SPF and DKIM to pass, a DMARC record, and alignment of one of them with From.',
    fix: [
      'The bounce often shows which check failed, such as Spf=Fail or Dkim=Fail.',
      'List every sending service in the one SPF record, and turn on DKIM with your own domain at each of them.',
      'Publish a DMARC record; p=none is enough.',
    ],
    findings: ['dmarc_missing', 'dmarc_invalid', ...unauthenticated],
    source: 'Microsoft Support, “Fix NDR error 550 5.7.515 in Outlook.com”',
  }),
  refusal({
    id: 'microsoft-5.7.509',
    title: 'Microsoft 5.7.509: DMARC failed, policy reject',
    by: 'microsoft',
    signs: [
      {
        said: [
          'because of dmarc',
          'because of our dmarc',
          'dmarc policy',
          'failed dmarc',
          'fails dmarc',
          'dmarc verification',
        ],
      },
      { codes: ['5.7.509'] },
      { words: ['does not pass dmarc verification'] },
    ],
    cause:
      'The message failed DMARC, and the domain in From has a policy of reject: the receiver did what the policy asks for. A service that sends for you without its own set-up, or forwarding, is the usual reason.',
    fix: [
      'If a service sent it (a CRM, a shop, a newsletter tool): set up DKIM with your domain there, so that the signature is aligned with From. SPF with a custom return path works, too.',
      'Until that is done, let it send from a subdomain with a DMARC record of its own, or do not send through it. p=none for the whole domain would open it to spoofing.',
      'If the message was forwarded: only an aligned DKIM signature survives that.',
    ],
    findings: unauthenticated,
    source: ndr,
  }),
  refusal({
    id: 'microsoft-s3140',
    title: 'Microsoft S3140, S3150: address on their block list',
    by: 'microsoft',
    signs: [
      { said: ['block list', 'blocklist', 'blacklist', 'their block list', 'our network is blocked', 'ip is blocked'] },
      { words: ['s3140', 's3150', 'part of their network is on our block list'] },
      { words: ['unfortunately messages from'], codes: ['5.7.1'] },
    ],
    cause:
      'Outlook.com and Hotmail keep a block list of their own, and your sending address or its network is on it. Public blocklists do not show it. Shared hosts are often listed as a whole.',
    fix: [
      'Make sure that no account or site on the server sends spam, that PTR is right, and that no public blocklist has the address.',
      'Look at the address in SNDS (sendersupport.olc.protection.outlook.com/snds), the statistics of Microsoft.',
      'Then ask for delisting with the support form of Outlook.com. Give the address and the whole bounce. On a shared address your provider must ask.',
    ],
    findings: [...listings, ...reverse],
    source: postmaster,
  }),
  refusal({
    id: 'microsoft-5.7.708',
    title: 'Microsoft 5.7.705, 5.7.708: sending of the tenant blocked',
    by: 'microsoft',
    signs: [
      { codes: ['5.7.705', '5.7.708'] },
      { words: ['tenant has exceeded threshold', 'traffic not accepted from this ip'] },
    ],
    cause:
      'Most mail of your Microsoft 365 tenant looked suspicious, so Exchange Online stopped it. It happens to new tenants and after an account was taken over. Your DNS records are not the reason.',
    fix: [
      'Look for compromised accounts and for servers that relay through the tenant, and reset their passwords.',
      'Then open a case with Microsoft support: only they lift the block.',
    ],
    source: ndr,
  }),
  refusal({
    id: 'microsoft-5.7.750',
    title: 'Microsoft 5.7.750: domain not registered in the tenant',
    by: 'microsoft',
    signs: [{ codes: ['5.7.750'] }, { words: ['sending from unregistered domains'] }],
    cause:
      'Your Microsoft 365 tenant sends mail from domains that are not added to it. A connector or an application relays for them.',
    fix: [
      'Add and verify each domain from which you send in the Microsoft 365 admin center.',
      'Check the inbound connectors, and whether an account or a server was compromised.',
      'If the block stays, Microsoft support lifts it.',
    ],
    source: ndr,
  }),
  refusal({
    id: 'microsoft-banned-ip',
    title: 'Microsoft 5.7.511, 5.7.606 to 5.7.649: banned address',
    by: 'microsoft',
    signs: [
      { said: ['banned', 'banned ip'] },
      { codes: ['5.7.511', '4.7.650', ...bannedCodes] },
      { words: ['banned sending ip'] },
    ],
    cause:
      'Exchange Online does not accept mail from this address because of its reputation. 4.7.650 is a rate limit for the same reason.',
    fix: [
      'Find and stop the cause first: a compromised account, a hacked site, an open relay.',
      'For 5.7.606 to 5.7.649 use the delist portal, sender.office.com.',
      'For 5.7.511 write to delist@microsoft.com with the whole bounce and the address.',
    ],
    findings: listings,
    source: ndr,
  }),
  refusal({
    id: 'microsoft-rate',
    title: 'Outlook.com RP-001 to RP-003: rate limit',
    by: 'microsoft',
    signs: [
      { said: ['rate limited', 'rate limits', 'rate limit', 'too many connections', 'throttled'] },
      { words: ['rp 001', 'rp 002', 'rp 003'] },
    ],
    cause:
      'Outlook.com limits the rate of mail from this address because of the reputation of the address or the domain. It is temporary.',
    fix: [
      'Your server tries again automatically. Send less at a time, and do not open more connections.',
      'Look at complaint rate and spam traps in SNDS, and remove recipients who did not ask for the mail.',
    ],
    findings: listings,
    source: postmaster,
  }),
  refusal({
    id: 'microsoft-policy',
    title: 'Outlook.com SC, DY, OU: refused for policy reasons',
    by: 'microsoft',
    signs: [{ words: ['sc 001', 'sc 002', 'sc 003', 'sc 004', 'dy 001', 'dy 002', 'ou 001', 'ou 002'] }],
    cause: 'Outlook.com refused the mail by a rule of its own. The letters say which.',
    fix: [
      'SC-001, OU-002: content that looks like spam, or the reputation of the address or domain. SC-002: the server tested which addresses exist. SC-003: open relay or proxy.',
      'SC-004: too many users reported mail from the address. Join the Junk Email Reporting Program to see which mail.',
      'DY-001, DY-002: a dynamic or compromised address. Send through the server of your provider. OU-001: listed by Spamhaus.',
    ],
    findings: [...listings, ...reverse],
    source: postmaster,
  }),
  refusal({
    id: 'microsoft-5.7.23',
    title: '5.7.23: refused because of SPF',
    signs: [
      { codes: ['5.7.23'], words: ['spf', 'sender policy framework', 'microsoft', 'outlook'] },
      {
        words: [
          'sender policy framework violation',
          'reject due to spf policy',
          'spf check failed',
          'spf failed',
          'failed spf',
        ],
      },
    ],
    cause: 'The receiver checked SPF for the return path, and the address that sent the mail is not in the record.',
    fix: [
      'Compare the address in the bounce with the SPF record. If it is your server or service, add it there.',
      'If it is the server of a forwarder, SPF cannot pass: the forwarder must rewrite the return path (SRS), and DKIM saves DMARC.',
    ],
    findings: ['spf_permerror', 'spf_missing', 'spf_none_pass', 'spf_no_sender', 'spf_term_ignored'],
    source: `${ndr}; RFC 7372 section 3.2`,
  }),
  refusal({
    id: 'microsoft-relay',
    title: 'Microsoft 5.7.57, 5.7.64: sign-in or connector missing',
    by: 'microsoft',
    signs: [
      { codes: ['5.7.57', '5.7.64'] },
      { words: ['tenantattribution', 'not authenticated to send anonymous mail'] },
    ],
    cause:
      'A device, an application or your own server sends through Microsoft 365 and is not recognized. 5.7.57: it did not sign in at smtp.office365.com. 5.7.64: the inbound connector no longer fits the address or the certificate of your server.',
    fix: [
      'Let the application sign in with SMTP AUTH, or use a connector for its address.',
      'Compare address and certificate of your server with the inbound connector in the Exchange admin center.',
    ],
    source: ndr,
  }),
]

import { list, paragraph } from '../answer.ts'
import { readIn, type TopicText } from './topic-text.ts'

const checked = readIn

/** DKIM: selectors, length, rotation, several keys, and why a signature fails. */
export const dkimTexts: readonly TopicText[] = [
  {
    id: 'dkim-selectors',
    title: 'DKIM selectors',
    asks: [{ all: ['selector'] }],
    with: ['dkim', 'key', 'several', 'header', 'service', 'rotation', 'where', 'gmail', 'microsoft', 'tag'],
    isOfDomain: true,
    isOfServices: true,
    answer: [
      ...paragraph(
        'A selector names one of your keys. The key is a TXT or CNAME record at the selector, then _domainkey, then your domain. Receivers take the selector from s= in the signature.',
      ),
      ...list([
        'Find it in the header of a message that you sent: in DKIM-Signature, s= is the selector and d= the domain.',
        'The service that signs chooses it: google at Google Workspace, selector1 and selector2 at Microsoft 365, k2 and k3 at Mailchimp, s1 and s2 at SendGrid.',
        'DNS has no list of all selectors. A scan tries the known ones; add your own in the report if it is missing.',
      ]),
    ],
    findings: ['dkim_not_found_unsure', 'dkim_not_found_unguessable', 'dkim_not_found_sure'],
    source: 'RFC 6376 sections 3.1 and 3.6.2.1',
    checked,
  },
  {
    id: 'dkim-key-length',
    title: 'How long a DKIM key should be',
    asks: [{ all: ['dkim', 'key-size'] }, { all: ['key', 'key-size'], not: ['dane', 'certificate', 'dnssec'] }],
    with: ['dkim', 'key', 'selector', 'rotation', 'too-long', 'several', 'result', 'pace'],
    isOfDomain: true,
    answer: [
      ...list([
        '2048 bits is right: signers should use it, and every receiver can check it.',
        '1024 bits is the least that receivers must accept. Gmail and Yahoo require it.',
        'Below 1024 bits receivers treat the signature as invalid.',
        '4096 bits brings little. Receivers must be able to check it, but the record is large, and some DNS providers refuse it.',
        'Ed25519 keys are short and strong, but few receivers check them: use one only beside an RSA key.',
      ]),
    ],
    findings: ['dkim_weak', 'dkim_weak_beside', 'dkim_1024', 'dkim_ed25519_only'],
    source: 'RFC 8301 section 3.2; RFC 8463',
    checked,
  },
  {
    id: 'dkim-too-long',
    title: 'A DKIM key that is too long for DNS',
    asks: [{ all: ['dkim', 'too-long'] }, { all: ['key', 'too-long'], not: ['spf'] }],
    with: ['dkim', 'key', 'key-size', 'dns', 'refused', 'several', 'selector', 'limit', 'result'],
    isOfServices: true,
    answer: [
      ...paragraph(
        'A 2048-bit key has about 400 characters, and one string of a TXT record holds 255. Split the value into several strings in one record: receivers join them.',
      ),
      ...list([
        'In a zone file or a form that takes quotes: "first part" "second part", with each part below 255 characters, and no space or line break inside of the key.',
        'Many DNS providers split by themselves: paste the value as one text without quotes.',
        'If the form refuses it, use the CNAME record of the service, if it offers one, or ask your DNS provider.',
        'A 1024-bit key fits, but it is the least that receivers accept.',
        'Do not publish the parts as two records.',
      ]),
    ],
    findings: ['dkim_invalid', 'dkim_broken_beside', 'dkim_several_records'],
    source: 'RFC 6376 section 3.6.2.2; RFC 7208 section 3.3',
    checked,
  },
  {
    id: 'dkim-rotation',
    title: 'Changing a DKIM key',
    asks: [
      { all: ['dkim', 'rotation'] },
      { all: ['key', 'rotation'], not: ['dane', 'certificate', 'dnssec'] },
      { all: ['dkim', 'key', 'frequency'] },
    ],
    with: ['dkim', 'key', 'selector', 'several', 'frequency', 'key-size', 'service', 'order', 'result', 'loss'],
    isOfServices: true,
    answer: [
      ...paragraph(
        'Every 6 to 12 months is good practice; at once if the private key may have leaked. There is no fixed rule in the standard.',
      ),
      ...list([
        'Publish the new key under a new selector, and wait until it is visible.',
        'Let the server sign with the new selector.',
        'Keep the old key for at least a week, because mail may still arrive that was signed with it. Then remove it, or empty its p= to revoke it.',
        'Where DKIM is a CNAME to the service, the service does this automatically: Microsoft 365 changes between selector1 and selector2 when you start it.',
      ]),
    ],
    findings: ['dkim_1024', 'dkim_weak', 'dkim_weak_beside', 'dkim_testing_only'],
    source: 'RFC 6376 section 3.1; RFC 5863 section 2.4',
    checked,
  },
  {
    id: 'dkim-several',
    title: 'Several DKIM keys',
    asks: [
      { all: ['dkim', 'several'], not: ['dmarc', 'spf', 'too-long', 'subdomain'] },
      { all: ['key', 'several'], not: ['dane', 'dnssec', 'too-long'] },
    ],
    with: ['key', 'selector', 'service', 'newsletter', 'gmail', 'microsoft', 'result'],
    isOfServices: true,
    answer: [
      ...paragraph(
        'Yes: a domain can have any number of DKIM keys, each under a selector of its own. Every service that signs for you has at least one.',
      ),
      ...list([
        'They do not disturb each other. A message can also have several signatures; DMARC needs one that passes and is aligned.',
        'At one selector there may be only one key record.',
        'Remove the keys of services that you no longer use: who has the private key can still sign as you.',
      ]),
    ],
    findings: ['dkim_several_records', 'dkim_dangling', 'dkim_broken_beside'],
    source: 'RFC 6376 sections 3.1 and 4.2',
    checked,
  },
  {
    id: 'dkim-fails',
    title: 'Why a DKIM signature fails',
    asks: [
      { all: ['dkim-error'] },
      { all: ['dkim', 'result'], not: ['spf', 'dmarc', 'forwarding', 'list', 'header', 'spam-folder', 'several'] },
    ],
    with: ['dkim', 'result', 'dkim-error', 'key', 'selector', 'refused', 'gmail', 'microsoft', 'close', 'header'],
    isOfServices: true,
    answer: [
      ...list([
        { lead: 'none:', text: 'the message is not signed. Turn on DKIM at the service that sent it.' },
        {
          lead: 'body hash did not verify:',
          text: 'something changed the message after it was signed: a footer, a gateway, a virus scanner, a mailing list.',
        },
        {
          lead: 'no key:',
          text: 'the record at the selector is missing or misspelled. Compare s= and d= of the signature with DNS.',
        },
        {
          lead: 'bad signature:',
          text: 'the published key is not that of the server, often after a change on one side, or it was cut when pasted.',
        },
        { lead: 'weak key:', text: 'below 1024 bits.' },
        { lead: 'expired:', text: 'x= in the signature is in the past.' },
      ]),
      ...paragraph(
        'Sign as the last step before the mail leaves. The Header Analyzer shows the reason that the receiver gave.',
      ),
    ],
    findings: ['dkim_invalid', 'dkim_weak', 'dkim_revoked_only', 'dkim_dangling', 'dkim_bogus', 'dkim_not_found_sure'],
    source: 'RFC 6376 sections 3.9 and 6.1; RFC 8601 section 2.7.1',
    checked,
  },
]

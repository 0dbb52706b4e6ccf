import { list, paragraph } from '../answer.ts'
import { listings } from './refusal.ts'
import { readIn, type TopicText } from './topic-text.ts'

const checked = readIn
const gmailSource = 'Google, “Email sender guidelines” (support.google.com/a/answer/81126)'

/** Why an address is listed, who uses which list, and how an entry ends. */
export const blocklistTexts: readonly TopicText[] = [
  {
    id: 'shared-address',
    title: 'Listed or blocked because of a shared address',
    asks: [
      { all: ['listed', 'shared'] },
      { all: ['listed', 'innocent'], not: ['pbl'] },
      { all: ['listed', 'hoster'], not: ['pbl', 'uses'] },
      {
        all: ['shared', ['address', 'reputation', 'refused', 'spam-folder', 'server']],
        not: ['dedicated', 'rua-address'],
      },
    ],
    with: [
      'list-word',
      'hoster',
      'listed',
      'innocent',
      'shared',
      'reputation',
      'refused',
      'spam-folder',
      'close',
      'gmail',
      'microsoft',
      'dedicated',
      'spoof',
      'web',
    ],
    isOfDomain: true,
    isOfServices: true,
    answer: [
      ...paragraph(
        'Many customers of a hoster or mail service send from the same addresses. If one of them sends spam, the address is listed for all. Then your own mail and records are not the reason.',
      ),
      ...list([
        'You cannot end such an entry. Contact the provider: it must end the spam and ask for removal.',
        'See which list it is. A minor one hardly matters; Spamhaus or a list of Microsoft does.',
        'Make sure that it is really the shared address, and not your site or a stolen password.',
        'If it happens again and again, use another provider, a mail service with well-kept addresses, or a dedicated address if you send enough.',
        'DKIM with your own domain gives you a reputation that does not depend on the address.',
      ]),
    ],
    findings: ['bl_shared', ...listings],
    source: `${gmailSource}; RFC 6471 section 2.2`,
    checked,
  },
  {
    id: 'blocklist',
    title: 'Why an address is listed, and how it leaves',
    asks: [{ all: ['listed'], not: ['uses', 'pbl', 'innocent', 'shared', 'frequency', 'you'] }],
    with: [
      'list-word',
      'refused',
      'spam-folder',
      'close',
      'reputation',
      'open-relay',
      'gmail',
      'microsoft',
      'yahoo',
      'server',
      'pace',
      'web',
      'newsletter',
      'deferred',
      'all-pass',
      'move',
      'spoof',
    ],
    isOfDomain: true,
    isOfServices: true,
    answer: [
      ...paragraph(
        'A list has an address because mail from it met spam traps, was reported, came from an infected machine, or because its range must not send directly. A domain is listed for links in spam or phishing.',
      ),
      ...list([
        'Open the page of the list: it says why. The report of the domain links it for each entry.',
        'End the cause first: an open relay, a stolen password, a hacked site, a bought address list. Otherwise the entry comes back.',
        'Then ask for removal there. Spamhaus SBL: the provider of the address asks. CSS, XBL, SpamCop and many others end by themselves hours or days after the spam.',
        'Never pay for removal. Serious lists take no money.',
        'After that, receivers can remember the old verdict for some days.',
      ]),
    ],
    findings: listings,
    source: 'RFC 6471 sections 2.2 and 3; check.spamhaus.org; spamcop.net/bl.shtml',
    checked,
  },
  {
    id: 'pbl',
    title: 'Spamhaus PBL',
    asks: [{ all: ['pbl'], not: ['xbl'] }],
    with: [
      'list-word',
      'listed',
      'innocent',
      'refused',
      'close',
      'reputation',
      'spam-folder',
      'server',
      'dedicated',
      'allowed',
      'web',
    ],
    isOfDomain: true,
    answer: [
      ...paragraph(
        'No black mark: the PBL is a policy list. It names ranges that should not send mail directly to other servers, such as dynamic and residential addresses. Your provider or Spamhaus entered the range. It does not mean that you sent spam.',
      ),
      ...list([
        'Mail programs: send through the server of your mail provider with SMTP AUTH (port 587 or 465). The PBL does not matter then.',
        'A mail server at home or in an office: send through a smart host of your provider.',
        'A real mail server with a fixed address and a PTR record of its own: ask for removal of the address at check.spamhaus.org, or let the provider do it.',
      ]),
    ],
    findings: ['bl_critical', 'bl_high', 'bl_medium'],
    source: 'Spamhaus, “Policy Block List (PBL)” (spamhaus.org/pbl)',
    checked,
  },
  {
    id: 'who-uses-lists',
    title: 'Which receivers use which blocklists',
    asks: [{ all: ['listed', 'uses'] }, { all: ['listed', ['gmail', 'microsoft', 'yahoo', 'apple', 'gmx'], 'uses'] }],
    with: [
      'list-word',
      'gmail',
      'microsoft',
      'yahoo',
      'apple',
      'gmx',
      'receiver',
      'filter',
      'allowed',
      'refused',
      'spam-folder',
    ],
    answer: [
      ...list([
        {
          lead: 'Gmail:',
          text: 'does not publish which lists it uses, and relies on its own data. It only says that mail from listed addresses is more likely to be spam. No Gmail refusal names Barracuda or UCEPROTECT.',
        },
        { lead: 'Microsoft:', text: 'has block lists of its own, and names Spamhaus in some refusals.' },
        { lead: 'Yahoo:', text: 'refuses addresses that Spamhaus lists, and says so.' },
        { lead: 'Apple:', text: 'names Spamhaus in refusals.' },
        { lead: 'GMX and WEB.DE:', text: 'have a list of their own.' },
      ]),
      ...paragraph(
        'Barracuda’s list counts at companies with Barracuda devices. UCEPROTECT levels 2 and 3 list whole networks, and few receivers refuse mail because of them.',
      ),
    ],
    findings: listings,
    source: `${gmailSource}; Yahoo Sender Hub, “SMTP Error Codes”; Outlook.com Postmaster, “Troubleshooting”`,
    checked,
  },
]

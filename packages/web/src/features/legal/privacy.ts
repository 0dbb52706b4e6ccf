import { checkLinkDays } from '@waxseal/contract/routes'
import { plans } from '@waxseal/core/plan'
import { contact, type Installation, type LegalSection, terms } from './legal-document.ts'

/** The privacy policy. It names what the program does; what the operator adds is theirs to write. */
export function privacyPolicy(installation: Installation): readonly LegalSection[] {
  const withBilling = installation?.billing !== 'off'
  const withClerk = installation?.auth.mode === 'clerk'
  return [
    {
      title: 'Data we process',
      blocks: [
        [
          withClerk
            ? 'Account: your name, your email address, and your identifier at Clerk, the sign-in service.'
            : 'Account: your name, your email address, a hash of your password, and your sessions.',
          'Workspace: its members, invitations, domains, tags, settings and decisions about findings.',
          'Checks: scan results, DNS changes, alerts, and generated and hosted records.',
          'Header analysis: the message headers that you paste. They can contain names and addresses of other people.',
          'Assistant: your questions and its answers.',
          ...(withBilling
            ? [
                'Payments: your plan, your subscription, and the identifiers of the payment provider. Card data goes to the payment provider alone.',
              ]
            : []),
          'Audit log: who did what and when in a workspace, and when you signed in. Admins and owners of a workspace see what its members did there, and no sign-ins.',
          'Requests: the client address of a request, to limit misuse and to find errors.',
        ],
      ],
    },
    {
      title: 'Why we process it',
      blocks: [
        'To provide the service that you ask for, to send the alerts that you choose, to keep the service secure, and to fulfill legal duties. We don’t sell data, and we show no advertising.',
      ],
    },
    {
      title: 'Who receives data',
      blocks: [
        [
          'DNS servers, blocklists and threat-intelligence services receive the names of scanned domains and their servers’ addresses.',
          'DNS servers and threat-intelligence services receive the sending address and the domains of message headers that you paste.',
          'Blocklists receive the addresses that you watch, and the lists that you add receive what the others do.',
          'The mail servers of a scanned domain receive connections from us.',
          'Where the operator has connected a language model, its provider receives your questions and the results they are about.',
          'Anyone who has a share link receives the newest report of its domain, with the name and logo of your workspace if you have set them, and nothing else of your account. We count the openings of a link by day and store nothing about its readers.',
          'Anyone who has a link to a check without an account receives its report as it was made, and can delete it. We store the report, and nothing about the people who make or read it.',
          'The services that deliver our mail and your alerts receive the messages.',
          ...(withClerk
            ? [
                'Clerk, the sign-in service, receives your name, email address, password and sessions, and the client address of your browser.',
              ]
            : []),
          ...(withBilling ? ['The payment provider receives what a payment needs.'] : []),
        ],
      ],
    },
    {
      title: 'How long we keep it',
      blocks: [
        [
          `Account and workspace: until you delete the account, and ${terms.deletedAccountDays} days longer.`,
          'Scan results: the newest 30 of each domain; their summaries for 24 months.',
          `DNS changes: 12 months. Starter shows those of the last ${plans.free.historyDays} days.`,
          'Share links: until they expire, after 90 days at most, or until you revoke them.',
          `Links to checks without an account, with their reports: ${checkLinkDays} days, or until someone who has the link deletes it. Checks without a link are not stored.`,
          'Pasted headers: 90 days, unless the operator has set another period. You can delete them earlier.',
          'Audit log: 12 months. A deleted account leaves what it did in the workspaces of others, without its name and address.',
          `Backups: up to ${terms.backupDays} days.`,
          ...(withBilling
            ? [
                `Payment records: ${terms.paymentRecordYears} years, as accounting law requires. They outlive a deleted account without its other data.`,
              ]
            : []),
        ],
      ],
    },
    {
      title: 'Your rights',
      blocks: [
        'You can export your data and delete your account on the account page. You can ask for a copy of your data, and for its correction or deletion. You can object to its use, and complain to a data protection authority.',
        `We answer privacy requests within ${terms.privacyRequestDays} days.`,
      ],
    },
    {
      title: 'Cookies and browser storage',
      blocks: [
        [
          withClerk
            ? 'Cookies of Clerk keep you signed in.'
            : 'One cookie keeps you signed in. Scripts cannot read it.',
          'Your browser also stores the theme, unfinished forms and similar choices on your device.',
          withClerk
            ? 'There is no tracking. Pages load the script of Clerk, and nothing else from other servers.'
            : 'There is no tracking, and no page loads anything from other servers.',
        ].join(' '),
      ],
    },
    {
      title: 'Security',
      blocks: [
        `${withClerk ? 'Clerk keeps your password.' : 'Passwords are hashed.'} Webhook addresses are encrypted. Every request is limited to the data of your own workspaces.`,
      ],
    },
    {
      title: 'Minimum age',
      blocks: [
        `The service is not meant for people under ${terms.minimumAge}. We delete their accounts when we learn of them.`,
      ],
    },
    {
      title: 'Changes of this policy',
      blocks: ['The date at the top changes with each version.'],
    },
    contact(installation),
  ]
}

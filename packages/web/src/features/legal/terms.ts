import { plans } from '@waxseal/core/plan'
import { contact, type Installation, type LegalSection, planLimits, planPrices, terms } from './legal-document.ts'

/** The terms of service. An installation without billing has no prices and no subscriptions. */
export function termsOfService(installation: Installation): readonly LegalSection[] {
  const withBilling = installation?.billing !== 'off'
  return [
    {
      title: 'The service',
      blocks: [
        'Waxseal checks and monitors the email security and deliverability of domains. It consists of:',
        [
          'domain diagnostics: DNS, MX, SPF, DMARC and DKIM',
          'header analysis',
          `blacklist monitoring across ${plans.business.blocklists} lists`,
          'AI insights',
          'alerts by email, Slack and Microsoft Teams',
          ...(withBilling ? ['three plans: Starter (free), Pro and Business'] : []),
        ],
        'By using the service you accept these terms.',
      ],
    },
    {
      title: 'Who may use it',
      blocks: [
        `You must be at least ${terms.minimumAge} years old.`,
        'If you use the service for an organization, you confirm that you may accept these terms for it.',
      ],
    },
    {
      title: 'Your account',
      blocks: [
        'Give a working email address and keep your password secret. You are responsible for what happens under your account and for the members you invite.',
        'Tell the operator at once if another person has used your account.',
      ],
    },
    {
      title: 'Acceptable use',
      blocks: [
        'Scans read public records and may test the mail servers of the scanned domain. You may not:',
        [
          'use the service to attack, overload or send unsolicited mail to any system',
          'bypass the limits of your plan, for example with several accounts',
          'paste message headers that you have no right to process',
          'resell the results as a service of your own without a written agreement',
        ],
        'The operator may suspend an account that breaks these rules.',
      ],
    },
    ...(withBilling ? billing(installation) : []),
    {
      title: 'Hosted SPF records',
      blocks: [
        'A hosted SPF record stays available for as long as the SPF record of your domain includes it, also after a downgrade or the end of your subscription. You can no longer edit it then. Remove the include before you delete the record.',
      ],
    },
    {
      title: 'Results and AI answers',
      blocks: [
        'Results describe what DNS, mail servers and third-party lists answered at the time of a check. They can be incomplete or out of date. AI answers can be wrong.',
        'Review a record before you publish it. No score or result guarantees that mail is delivered.',
      ],
    },
    {
      title: 'Deletion',
      blocks: [
        `A deleted account is closed at once and kept for ${terms.deletedAccountDays} days (soft deletion). After that, its data is erased as the privacy policy describes.`,
      ],
    },
    {
      title: 'Warranty and liability',
      blocks: [
        'The service is provided as it is, without warranty of any kind, as far as the law permits.',
        `The operator’s total liability is limited to the amount you paid for the service in the previous ${terms.liabilityMonths} months. The operator is not liable for lost profits, lost data or undelivered mail. Nothing here limits liability that the law does not allow to limit.`,
      ],
    },
    {
      title: 'Changes of these terms',
      blocks: ['The date at the top changes with each version. By using the service after a change you accept it.'],
    },
    contact(installation),
  ]
}

function billing(installation: Installation): readonly LegalSection[] {
  return [
    {
      title: 'Plans and limits',
      blocks: [
        'Each plan has its own limits of domains, scans, daily threat-intelligence lookups and alerts:',
        planLimits(installation),
        'The month is the calendar month, and the day is the day in UTC. The service refuses what exceeds a limit.',
      ],
    },
    {
      title: 'Prices and payment',
      blocks: [
        'Starter is free. The other plans are paid in advance:',
        planPrices(),
        `The operator announces a change of prices at least ${terms.noticeDays} days before it takes effect.`,
      ],
    },
    {
      title: 'Subscriptions',
      blocks: [
        'A subscription renews itself at the end of each billing period. Its status is one of these:',
        [
          'Active: it is paid, and you have the limits of its plan.',
          'Past due: a payment failed. Update your payment method to keep the plan.',
          'Cancelled: it does not renew. You keep the plan until the end of the billing period.',
        ],
        'An upgrade takes effect immediately, and the price of the current period is prorated. A downgrade or a cancellation takes effect at the end of the billing period.',
        'After a downgrade no domain is deleted. The newest domains beyond the limit of the new plan become read-only.',
      ],
    },
  ]
}

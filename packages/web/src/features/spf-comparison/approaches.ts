import { featureNeeds, plans, type Tier, tiers } from '@waxseal/core/plan'

/** One row of the table: a criterion, and how each approach meets it. */
export interface Comparison {
  name: string
  subdomains: string
  flattening: string
}

/** The ten rows. Without billing there are no prices, and the operator assigns plans. */
export function comparisons(billing: boolean): readonly Comparison[] {
  return [
    {
      name: 'Cost',
      subdomains: 'Free. You publish the records yourself.',
      flattening: billing ? flatteningCost() : 'Free on this installation.',
    },
    {
      name: 'Setup complexity',
      subdomains: 'Add a TXT record for each subdomain, and set the sending domain in each service.',
      flattening: 'Replace one TXT record at your domain. Your services need no change.',
    },
    {
      name: 'Maintenance',
      subdomains: 'None until you change services. Each service updates its own include.',
      flattening: 'None. We monitor the includes and publish changed addresses.',
    },
    {
      name: 'Brand identity',
      subdomains:
        'Bounces go to the subdomain. The visible sender can stay at the main domain if the service supports it (relaxed DMARC alignment).',
      flattening: 'Everything stays at the main domain.',
    },
    {
      name: 'Reputation isolation',
      subdomains: 'Each subdomain has its own reputation. A failed campaign does not delay invoices.',
      flattening: 'None. All mail shares the reputation of the main domain.',
    },
    {
      name: 'DNS lookup limit',
      subdomains: '10 lookups for each subdomain. Most services need 5 or fewer.',
      flattening: 'One include replaces the others with addresses. Only macros, exists and ptr still need lookups.',
    },
    {
      name: 'Scalability',
      subdomains: 'Unlimited subdomains.',
      flattening: billing ? flatteningLimits() : 'The plan on this installation limits the number of configurations.',
    },
    {
      name: 'Industry practice',
      subdomains: 'M3AAWG recommends a separate name for each kind of mail. Large senders do the same.',
      flattening: 'Common but debated. Address lists go out of date when no one updates them.',
    },
    {
      name: 'Technical skills',
      subdomains: 'You edit DNS and the sending domain in each service’s settings.',
      flattening: 'You edit one TXT record.',
    },
    {
      name: 'External dependency',
      subdomains: 'None, except the services themselves.',
      flattening:
        'Receivers query our name servers for part of your SPF. To leave, publish your original record again.',
    },
  ]
}

const withFlattening: readonly Tier[] = tiers.filter(tier => plans[tier].flattening !== 0)

function flatteningCost(): string {
  const { label, price } = plans[featureNeeds.spf_flattening]
  return `Included in the ${label} plan ($${price.month} a month) and above.`
}

function flatteningLimits(): string {
  const limits = withFlattening.map(tier => `${plans[tier].flattening ?? 'unlimited'} on ${plans[tier].label}`)
  return `Configurations by plan: ${limits.join(', ')}.`
}

export interface Scenario {
  who: string
  situation: string
  solution: 'Dedicated Subdomains' | 'SPF Flattening Service'
  why: string
}

export const scenarios: readonly Scenario[] = [
  {
    who: 'E-commerce',
    situation: 'A shop sends order confirmations, a newsletter and delivery notices, each from a different service.',
    solution: 'Dedicated Subdomains',
    why: 'Complaints about the newsletter don’t affect order confirmations.',
  },
  {
    who: 'Professional services',
    situation: 'A law or consulting firm uses one domain for its mail, a CRM, billing and a signing service.',
    solution: 'SPF Flattening Service',
    why: 'Clients trust one domain, and it sends little mail. The lookup limit is the only problem.',
  },
  {
    who: 'SaaS',
    situation: 'A product sends sign-in codes, alerts and product news to users worldwide.',
    solution: 'Dedicated Subdomains',
    why: 'Campaigns don’t delay sign-in codes. A new service needs only its own record.',
  },
  {
    who: 'Small business (5–20 employees)',
    situation: 'A small team uses a mailbox provider and several services, and has no DNS expert.',
    solution: 'SPF Flattening Service',
    why: 'You change one record once, and never count lookups again.',
  },
]

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
      subdomains: 'Nothing. You publish the records yourself.',
      flattening: billing ? flatteningCost() : 'Nothing on this installation.',
    },
    {
      name: 'Setup complexity',
      subdomains: 'One TXT record for each subdomain, and a sending domain set in each service.',
      flattening: 'One TXT record, at the domain you have. The services stay as they are.',
    },
    {
      name: 'Maintenance',
      subdomains: 'None while the services stay the same: each include follows its service by itself.',
      flattening: 'None of yours: we watch the includes and publish changed addresses.',
    },
    {
      name: 'Brand identity',
      subdomains:
        'Bounces go to the subdomain. The sender people see can stay at the main domain where the service allows it (relaxed DMARC alignment).',
      flattening: 'Everything stays at the main domain.',
    },
    {
      name: 'Reputation isolation',
      subdomains: 'Each subdomain earns its own: a campaign that goes wrong does not delay the invoices.',
      flattening: 'None: all mail shares the reputation of the main domain.',
    },
    {
      name: 'DNS lookup limit',
      subdomains: 'Ten for each subdomain, counted by itself. Few services need more than five.',
      flattening:
        'One include stands for all: behind it are addresses. Only macros, exists and ptr go on costing lookups.',
    },
    {
      name: 'Scalability',
      subdomains: 'As many subdomains as you like.',
      flattening: billing ? flatteningLimits() : 'As many configurations as your plan on this installation allows.',
    },
    {
      name: 'Industry practice',
      subdomains: 'What M3AAWG advises and large senders do: each kind of mail under a name of its own.',
      flattening: 'Widespread and debated: a list of addresses is right only as long as somebody keeps it up to date.',
    },
    {
      name: 'Technical skills',
      subdomains: 'Editing DNS, and finding the sending domain in the settings of each service.',
      flattening: 'Editing one TXT record.',
    },
    {
      name: 'External dependency',
      subdomains: 'None but the services themselves.',
      flattening: 'Receivers ask our name servers for part of your SPF. To leave, publish your original record again.',
    },
  ]
}

const withFlattening: readonly Tier[] = tiers.filter(tier => plans[tier].flattening !== 0)

function flatteningCost(): string {
  const { label, price } = plans[featureNeeds.spf_flattening]
  return `Part of the ${label} plan ($${price.month} a month) and above.`
}

function flatteningLimits(): string {
  const limits = withFlattening.map(tier => `${plans[tier].label}: ${plans[tier].flattening ?? 'unlimited'}`)
  return `By plan. Configurations on ${limits.join(', ')}.`
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
    situation: 'A shop with order confirmations, a newsletter and parcel notices, each from another service.',
    solution: 'Dedicated Subdomains',
    why: 'Complaints about the newsletter stay with the newsletter. Order confirmations keep arriving.',
  },
  {
    who: 'Professional services',
    situation: 'A law or consulting firm whose clients know one address, with a CRM, billing and a signing service.',
    solution: 'SPF Flattening Service',
    why: 'Everything is written from the one domain clients trust, and there is little of it: reputation is not at stake, the lookup limit is.',
  },
  {
    who: 'SaaS',
    situation: 'A product that sends sign-in codes, alerts and product news to users all over the world.',
    solution: 'Dedicated Subdomains',
    why: 'Sign-in codes must not wait behind a campaign, and a new service needs no change to the records of the others.',
  },
  {
    who: 'Small business (5–20 employees)',
    situation: 'A mailbox provider and a handful of services set up over the years, and no one whose job is DNS.',
    solution: 'SPF Flattening Service',
    why: 'One record is changed once. From then on, no one has to count lookups.',
  },
]

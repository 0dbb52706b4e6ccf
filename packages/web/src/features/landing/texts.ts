import { notAskedOfVisitors, sessionsShow } from '@waxseal/core/check'
import { plans } from '@waxseal/core/plan'
import type { Config } from '../../lib/queries.ts'

interface Row {
  name: string
  text: string
}

export const threats = 'Threat intelligence'

/** Everything that a scan looks at, and what goes on after it. */
export const checks: readonly Row[] = [
  {
    name: 'DNS and mail servers',
    text: 'MX records and their addresses, null MX, aliases, and whether each name server of the zone answers.',
  },
  {
    name: 'SPF',
    text: 'The full include tree, with a running count of DNS lookups. Receivers allow 10 lookups, and 2 of them may return nothing.',
  },
  { name: 'DKIM', text: 'Keys at the selectors of more than 20 providers, found automatically, with their strength.' },
  {
    name: 'DMARC',
    text: 'The policy that applies to your domain, and whether third-party report addresses authorize your reports (RFC 9989).',
  },
  {
    name: `${plans.business.blocklists} blocklists`,
    text: 'Entries of every address that sends or receives your mail, with steps to delist.',
  },
  {
    name: threats,
    text: 'What filtering resolvers and threat lists say of your domain.',
  },
  {
    name: 'Open relay',
    text: 'Whether your mail servers accept mail from unauthenticated senders. No message is sent.',
  },
  { name: 'Transport security', text: 'TLS on every mail server, DANE, MTA-STS, TLS-RPT, DNSSEC, BIMI and CAA.' },
  { name: 'Changes', text: 'DNS and MX monitoring every 6 hours, with alerts by email, Slack or Teams.' },
  {
    name: 'Tools',
    text: 'SPF and DMARC builders, hosted SPF flattening, email header analysis, and an AI assistant.',
  },
]

export const reasons: readonly Row[] = [
  {
    name: 'Every finding shows its evidence',
    text: 'The query, the server, the answer and the time, with a dig command to repeat it.',
  },
  {
    name: '“Could not check” is never “missing”',
    text: 'Checks that fail are listed, with the reason. They don’t affect your score.',
  },
  {
    name: 'One score that adds up',
    text: 'Your score is 100 minus the points of each finding. Each finding shows how to regain its points.',
  },
  { name: 'Records you can publish', text: 'Each fix comes with the exact record and a check whether it is live.' },
  {
    name: 'SPF proved, not guessed',
    text: 'A flattened record allows exactly the same addresses as yours.',
  },
  { name: 'No tracking', text: 'No analytics, no ads, and no one sells your data.' },
]

/** Made up, and marked so: there are no real ones yet. */
export const testimonials: readonly { quote: string; by: string }[] = [
  {
    quote: 'Our invoices went to spam. One SPF include too many, and the report named it.',
    by: 'System administrator',
  },
  { quote: 'I copied two records, waited an hour, and our newsletter passed DMARC.', by: 'Marketing lead' },
  { quote: 'The alert came before our customers noticed the changed MX record.', by: 'Owner of an online shop' },
]

/** Only vendors of VirusTotal have a tier. */
export const vendorTiers = 'Vendors of VirusTotal are Trusted, Reliable or Lesser-Known.'

/** What the check without an account asks, and what it leaves out of what an account gets. */
export function freeCheckScope(config: Config | undefined): string {
  const leftOut = [...(config?.relay_test === false ? [] : sessionsShow), ...(config?.virustotal ? ['VirusTotal'] : [])]
  const { free, business } = plans
  const asked = `The free check asks all of this in DNS, and ${free.blocklists} of the ${business.blocklists} blocklists.`
  return leftOut.length === 0 ? asked : `${asked} ${notAskedOfVisitors}: ${leftOut.join(', ')}.`
}

/** What a new account has: `1 domain and 10 scans per month`. */
export const newAccount = (config: Config | undefined): string =>
  plans[config?.default_tier ?? 'free'].features.slice(0, 2).join(' and ').toLowerCase()

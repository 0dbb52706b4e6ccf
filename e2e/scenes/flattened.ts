/** Replies of the server about hosted SPF records, for scenes. */
import type { FlatteningItem, listFlattening, listVersions, ReplyOf } from '@waxseal/contract'
import type { World } from '../world.ts'

export type Flattening = ReplyOf<typeof listFlattening>
type Version = ReplyOf<typeof listVersions>['versions'][number]

const minute = 60_000
const hour = 60 * minute
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

/** A configuration of a domain of the business account. Live, proved and included unless `fields` says otherwise. */
export function configuration(world: World, domain: string, fields: Partial<FlatteningItem> = {}): FlatteningItem {
  const slug = `${domain.replaceAll('.', '-')}-k3f9zq`
  const name = `${slug}.waxseal.email`
  const value =
    'v=spf1 ip4:74.125.0.0/16 ip4:167.89.0.0/17 ip4:198.2.128.0/18 ip4:205.201.128.0/20 ip4:208.117.48.0/20 ip4:209.85.128.0/17 ip6:2001:4860:4864::/56 ip6:2404:6800:4864::/56 -all'
  return {
    id: domain,
    customer_slug: slug,
    domain_id: world.accounts.business.domains[domain] ?? domain,
    original_domain: domain,
    original_spf_record: 'v=spf1 include:_spf.google.com include:sendgrid.net include:servers.mcsv.net -all',
    flattened_spf_record: value,
    hosted_records: [{ name, value }],
    waxseal_domain: name,
    hosted_name: name,
    publication: 'live',
    parsed_includes: ['_spf.google.com', 'sendgrid.net', 'servers.mcsv.net'],
    status: 'active',
    tier: 'business',
    created_at: ago(300 * hour),
    last_checked_at: ago(12 * minute),
    ttl: 300,
    new_spf_record: `v=spf1 include:${name} -all`,
    new_spf_record_with_ending: null,
    included: true,
    looked_at: ago(12 * minute),
    problem: null,
    withheld: null,
    kept_out: null,
    proof: {
      ipv4_addresses: 153_600,
      ipv6_networks: 512,
      lookups_before: 6,
      lookups_after: 1,
      kept: [],
      empty: [],
      changes: [],
      more_changes: 0,
    },
    ...fields,
  }
}

const long = 'a-department-with-a-long-name.subsidiary-of-the-north-and-the-south.example'

/** One configuration of every status. */
export function everyStatus(world: World): FlatteningItem[] {
  const chained = configuration(world, 'toomany.example')
  const [first] = chained.hosted_records
  return [
    configuration(world, 'monitoring.example', {
      status: 'pending',
      publication: 'waiting',
      included: false,
      original_spf_record: 'v=spf1 mx include:mailhost.example ~all',
      new_spf_record_with_ending: 'v=spf1 include:monitoring-example-k3f9zq.waxseal.email ~all',
      last_checked_at: ago(20_000),
      looked_at: ago(20_000),
    }),
    {
      ...chained,
      withheld: {
        ipv4_addresses: 32_768,
        ipv6_networks: 128,
        kept: ['exists:%{i}._spf.mta.salesforce.com'],
        since: ago(3 * hour),
        applies_at: ago(-21 * hour),
        additions: {
          version: 'f3c1',
          since: ago(3 * hour),
          acceptable: true,
          sources: [
            {
              term: 'include:_spf.salesforce.com',
              ipv4_addresses: 131_072,
              ipv6_networks: 0,
              addresses: ['203.32.0.0/15'],
              more_addresses: 0,
              kept: ['exists:%{i}._spf.new.salesforce.com'],
            },
          ],
        },
      },
      hosted_records: [
        first ?? { name: '', value: '' },
        {
          name: '1.toomany-example-k3f9zq.waxseal.email',
          value: 'v=spf1 ip4:192.161.144.0/20 ip4:185.12.80.0/22 ip4:96.46.150.192/27 ip4:174.137.46.0/24 -all',
        },
      ],
      proof: {
        ...chained.proof,
        lookups_before: 14,
        lookups_after: 3,
        kept: ['exists:%{i}._spf.mta.salesforce.com'],
        empty: ['a:old-newsletter.toomany.example', 'mx:retired.toomany.example'],
        changes: [
          { range: '203.0.114.0/28', before: 'softfail', after: 'fail' },
          { range: '2001:db8:8000:7f00::/56', before: 'neutral', after: 'fail' },
        ],
        more_changes: 12,
      },
    },
    configuration(world, 'mixed.example', {
      status: 'error',
      problem: '_spf.unreachable.example did not answer (timeout). We try again in 10 minutes.',
      last_checked_at: ago(5 * hour),
    }),
    configuration(world, long, { status: 'paused', tier: 'pro', included: null, looked_at: null }),
  ]
}

/** The list as the server returns it. */
export function listOf(configurations: readonly FlatteningItem[], fields: Partial<Flattening> = {}): Flattening {
  return {
    configurations: [...configurations],
    limit: null,
    allowed: true,
    zone: { suffix: '.waxseal.email', state: 'proved', problem: null, provider: 'Waxseal' },
    ...fields,
  }
}

export const previewZone: Flattening['zone'] = {
  suffix: '.hosted-zone.invalid',
  state: 'preview',
  problem: null,
  provider: 'Waxseal',
}

function toPreview(text: string): string {
  return text.replaceAll('.waxseal.email', '.hosted-zone.invalid')
}

/** The same configuration on a server without a hosted zone. */
export function inPreview(item: FlatteningItem): FlatteningItem {
  return {
    ...item,
    waxseal_domain: null,
    hosted_name: toPreview(item.hosted_name),
    hosted_records: item.hosted_records.map(({ name, value }) => ({ name: toPreview(name), value: toPreview(value) })),
    new_spf_record: toPreview(item.new_spf_record),
    publication: 'preview',
    status: 'pending',
    included: null,
    looked_at: null,
  }
}

/** Newest first. */
export function versionsOf({ original_spf_record, hosted_records }: FlatteningItem): { versions: Version[] } {
  const version: Version = {
    id: '1',
    at: ago(300 * hour),
    reason: 'created',
    original_spf_record,
    hosted_records,
    added: ['74.125.0.0/16', '167.89.0.0/17', '198.2.128.0/18', '209.85.128.0/17', '2001:4860:4864::/56'],
    removed: [],
    more_added: 0,
    more_removed: 0,
  }
  return {
    versions: [
      {
        ...version,
        id: '3',
        at: ago(5 * hour),
        reason: 'upstream',
        added: ['2404:6800:4864::/56'],
        removed: ['50.31.32.0/19'],
        more_removed: 3,
      },
      { ...version, id: '2', at: ago(50 * hour), reason: 'edited', added: ['205.201.128.0/20'] },
      version,
    ],
  }
}

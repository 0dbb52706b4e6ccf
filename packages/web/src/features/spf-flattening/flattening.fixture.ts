import type { Configuration, Flattening } from './api.ts'

/** A hosted record that is live and included, for tests. */
export function aConfiguration(fields: Partial<Configuration> = {}): Configuration {
  const name = 'kite-example-k3f9zq.waxseal.email'
  const value = 'v=spf1 ip4:192.0.2.0/24 -all'
  return {
    id: 'c1',
    customer_slug: 'kite-example-k3f9zq',
    domain_id: 'kite.example',
    original_domain: 'kite.example',
    original_spf_record: 'v=spf1 include:_spf.mailhost.example -all',
    flattened_spf_record: value,
    hosted_records: [{ name, value }],
    waxseal_domain: name,
    hosted_name: name,
    publication: 'live',
    parsed_includes: ['_spf.mailhost.example'],
    status: 'active',
    tier: 'pro',
    created_at: '2026-11-20T10:00:00Z',
    last_checked_at: '2026-11-20T10:00:00Z',
    ttl: 300,
    new_spf_record: `v=spf1 include:${name} -all`,
    new_spf_record_with_ending: null,
    included: true,
    looked_at: '2026-11-20T10:00:00Z',
    problem: null,
    withheld: null,
    kept_out: null,
    proof: {
      ipv4_addresses: 256,
      ipv6_networks: 0,
      lookups_before: 3,
      lookups_after: 1,
      kept: [],
      empty: [],
      changes: [],
      more_changes: 0,
    },
    ...fields,
  }
}

export function aList(configurations: Configuration[], fields: Partial<Flattening> = {}): Flattening {
  return {
    configurations,
    limit: 3,
    allowed: true,
    zone: { suffix: '.waxseal.email', state: 'proved', problem: null, provider: 'Waxseal' },
    ...fields,
  }
}

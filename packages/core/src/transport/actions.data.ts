import { type Action, add, ask, edit, type FindingActions } from '../check/index.ts'
import type { RunBy } from './part.ts'
import type { TransportFacts } from './parts.ts'

/** Only its provider, or its administrator, can change a mail server. */
function server({ host, provider }: { host: string } & RunBy): Action {
  return provider === undefined ? ask('mail-administrator', host) : ask('mail-provider', provider)
}

function tlsa({ host, record, data, provider }: { host: string; record: string; data: string } & RunBy): Action {
  if (provider !== undefined) return server({ host, provider })
  return { kind: 'publish', record: { name: record, type: 'TLSA', value: data }, replaces: null, builder: null }
}

function reports({ domain }: { domain: string }, replaces: 'any' | null): Action {
  const record = {
    name: `_smtp._tls.${domain}`,
    type: 'TXT',
    value: `v=TLSRPTv1; rua=mailto:tls-reports@${domain}`,
  } as const
  return { kind: 'publish', record, replaces, builder: null }
}

function policy(url: string): Action {
  return { kind: 'serve', url, text: null, record: null }
}

/**
 * The policy of a domain that begins with MTA-STS. `mx`: its lines of mail servers, divided by ` / `; null where they do
 * not name every server.
 */
function policyText(mx: string): string | null {
  const lines = mx.split(' / ')
  if (!lines.every(line => /^mx: [^ …]+$/.test(line))) return null
  return ['version: STSv1', 'mode: testing', ...lines, 'max_age: 604800', ''].join('\r\n')
}

function stsRecord(domain: string) {
  return { name: `_mta-sts.${domain}`, type: 'TXT', value: 'v=STSv1; id=1' } as const
}

/** What resolves each finding about mail in transit. */
export const transportActions: FindingActions<TransportFacts> = {
  starttls_missing: server,
  starttls_failed: server,
  tls_outdated: server,
  mx_certificate_expired: server,
  mx_certificate_expiring: server,
  mx_certificate_name: server,
  mx_certificate_untrusted: server,
  ptr_missing: ({ host, address, record }) => ask('host-provider', address, { name: record, type: 'PTR', value: host }),
  ptr_mismatch: ({ address }) => ask('host-provider', address),
  greeting_invalid: server,
  mta_sts_missing: ({ domain, mx }) => {
    const text = policyText(mx)
    // The record alone would announce a policy that no server has.
    const record = text === null ? null : stsRecord(domain)
    return { kind: 'serve', url: `https://mta-sts.${domain}/.well-known/mta-sts.txt`, text, record }
  },
  mta_sts_invalid: ({ domain }) => ({
    kind: 'publish',
    record: stsRecord(domain),
    replaces: 'any',
    builder: null,
  }),
  mta_sts_policy_unavailable: ({ url, mx }) => ({ kind: 'serve', url, text: policyText(mx), record: null }),
  mta_sts_policy_invalid: ({ url }) => policy(url),
  mta_sts_mismatch: ({ host, url, cause, provider }) =>
    cause === 'unlisted' ? policy(url) : provider === undefined ? server({ host }) : server({ host, provider }),
  mta_sts_mx_mismatch: ({ url }) => policy(url),
  mta_sts_testing: ({ url }) => policy(url),
  mta_sts_none: ({ url }) => policy(url),
  tls_rpt_missing: f => reports(f, null),
  tls_rpt_invalid: f => reports(f, 'any'),
  dane_missing: tlsa,
  dane_mismatch: tlsa,
  dane_unusable: tlsa,
  dane_unsigned: ({ host, provider }) =>
    provider === undefined ? ask('dns-provider', host) : ask('mail-provider', provider),
  dnssec_unsigned: ({ domain }) => ask('dns-provider', domain),
  dnssec_ds_missing: ({ domain }) => ask('registrar', domain),
  dnssec_unvalidated: ({ domain }) => ask('dns-provider', domain),
  bimi_missing: ({ domain }) => add(`default._bimi.${domain}`, 'TXT'),
  bimi_invalid: ({ location }) => edit(location, 'TXT'),
  caa_missing: ({ domain }) => add(domain, 'CAA'),
  caa_invalid: ({ location }) => edit(location, 'CAA'),
}

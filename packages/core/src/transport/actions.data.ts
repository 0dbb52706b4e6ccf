import { type Action, type ActionContext, add, ask, edit, type FindingActions } from '../check/index.ts'
import { type NextPolicy, policyFile, stsRecord } from './mta-sts-build.ts'
import type { RunBy } from './part.ts'
import type { TransportFacts } from './parts.ts'

/** Only its provider, or its administrator, can change a mail server. */
function server({ host, provider }: { host: string } & RunBy): Action {
  return provider === undefined ? ask('mail-administrator', host) : ask('mail-provider', provider)
}

function tlsa({ host, record, data, provider }: { host: string; record: string; data: string } & RunBy): Action {
  if (provider !== undefined) return server({ host, provider })
  // The addresses of a host may have different keys, each with a record.
  if (data.includes(' / ')) return edit(record, 'TLSA')
  return { kind: 'publish', record: { name: record, type: 'TLSA', value: data }, replaces: null, builder: null }
}

/** `kept`: the record with the owner's destinations; null: only the owner knows them. */
function reports({ domain, record: kept }: { domain: string; record?: string | null }, replaces: 'any' | null): Action {
  const name = `_smtp._tls.${domain}`
  if (kept === null) return edit(name, 'TXT')
  const record = { name, type: 'TXT', value: kept ?? `v=TLSRPTv1; rua=mailto:tls-reports@${domain}` } as const
  return { kind: 'publish', record, replaces, builder: null }
}

/** To change the policy that is served. A sender that has it fetches the new one when the id of the record changes. */
function policy({ url, next = null }: { url: string; next?: NextPolicy | null }, { domain }: ActionContext): Action {
  return {
    kind: 'serve',
    url,
    text: next && policyFile(next),
    record: next && stsRecord(domain, next.id),
    exists: true,
  }
}

/** The file where there is none. */
function firstFile({ mx, next }: { mx: string; next?: NextPolicy | null }): string | null {
  if (next !== undefined) return next && policyFile(next)
  // Findings of earlier versions have the lines, divided by ` / `, of at most five hosts.
  const hosts = mx.split(' / ').map(line => /^mx: ([^ …]+)$/.exec(line)?.[1])
  return hosts.every(host => host !== undefined) ? policyFile({ mode: 'testing', mx: hosts, maxAge: 604_800 }) : null
}

/** What resolves each finding about mail in transit. */
export const transportActions: FindingActions<TransportFacts> = {
  starttls_missing: server,
  starttls_failed: server,
  starttls_unseen: server,
  tls_outdated: server,
  mx_certificate_expired: server,
  mx_certificate_expiring: server,
  mx_certificate_name: server,
  mx_certificate_untrusted: server,
  ptr_missing: ({ host, address, record }) => ask('host-provider', address, { name: record, type: 'PTR', value: host }),
  ptr_mismatch: ({ address }) => ask('host-provider', address),
  greeting_invalid: server,
  mta_sts_missing: ({ domain, ...f }) => {
    const text = firstFile(f)
    // The record alone would announce a policy that no server has.
    const record = text === null ? null : stsRecord(domain)
    return { kind: 'serve', url: `https://mta-sts.${domain}/.well-known/mta-sts.txt`, text, record, exists: false }
  },
  mta_sts_invalid: ({ domain }) => ({
    kind: 'publish',
    record: stsRecord(domain),
    replaces: 'any',
    builder: null,
  }),
  mta_sts_policy_unavailable: ({ url, ...f }) => ({
    kind: 'serve',
    url,
    text: firstFile(f),
    record: null,
    exists: false,
  }),
  mta_sts_policy_invalid: policy,
  mta_sts_mismatch: ({ host, cause, provider, ...f }, context) =>
    cause === 'unlisted' ? policy(f, context) : provider === undefined ? server({ host }) : server({ host, provider }),
  mta_sts_mx_mismatch: policy,
  mta_sts_testing: policy,
  mta_sts_none: policy,
  tls_rpt_missing: f => reports(f, null),
  tls_rpt_invalid: f => reports(f, 'any'),
  tls_rpt_repeated: f => reports(f, 'any'),
  tls_rpt_unreadable: f => reports(f, 'any'),
  dane_missing: tlsa,
  dane_mismatch: ({ cause = 'key', provider, ...f }) => {
    if (provider !== undefined) return server({ host: f.host, provider })
    if (cause === 'bogus') return ask('dns-provider', f.host)
    return cause === 'key' ? tlsa(f) : server({ host: f.host })
  },
  dane_unusable: tlsa,
  dane_unsigned: ({ host, record, mend, tls, provider }) => {
    if (provider !== undefined) return ask('mail-provider', provider)
    if (tls === true) return server({ host })
    return mend === undefined ? ask('dns-provider', host) : edit(record, 'TLSA')
  },
  tlsa_renewal: ({ record }) => add(record, 'TLSA'),
  dnssec_unsigned: ({ domain }) => ask('dns-provider', domain),
  dnssec_ds_missing: ({ domain }) => ask('registrar', domain),
  dnssec_unvalidated: ({ domain }) => ask('dns-provider', domain),
  bimi_missing: ({ domain }) => add(`default._bimi.${domain}`, 'TXT'),
  bimi_invalid: ({ location }) => edit(location, 'TXT'),
  caa_missing: ({ domain }) => add(domain, 'CAA'),
  caa_invalid: ({ location }) => edit(location, 'CAA'),
  caa_renewal: ({ location }) => add(location, 'CAA'),
}

import { type ActionContext, ask, edit, type FindingActions, publishOr } from '../check/index.ts'
import { isSubdomain } from '../dns/index.ts'
import type { MxFacts } from './findings.data.ts'

function mxOf(_f: unknown, { domain }: ActionContext) {
  return edit(domain, 'MX')
}

/** What resolves each finding about MX. */
export const mxActions: FindingActions<MxFacts> = {
  mx_missing: mxOf,
  mx_implicit: mxOf,
  mx_all_unresolvable: ({ broken: [first] = [] }, context) => {
    if (first === undefined) return publishOr(context, edit(context.domain, 'MX'))
    return ask(isSubdomain(first.zone, context.domain) ? 'dns-provider' : 'zone-administrator', first.zone)
  },
  mx_some_unresolvable: (_f, context) => publishOr(context, edit(context.domain, 'MX')),
  mx_bogus: ({ broken, domain }) =>
    ask(isSubdomain(broken.zone, domain) ? 'dns-provider' : 'zone-administrator', broken.zone),
  mx_ip_literal: mxOf,
  mx_private_address: ({ host }, { domain }) =>
    isSubdomain(host, domain) ? edit(host, 'A') : ask('zone-administrator', host),
  mx_cname: ({ host }, context) => publishOr(context, ask('zone-administrator', host)),
  null_mx_mixed: (_f, { domain }) => edit(domain, 'MX', '0 .'),
  nonmail_no_null_mx: (_f, context) => publishOr(context, edit(context.domain, 'MX'), { adds: true }),
}

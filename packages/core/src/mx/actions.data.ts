import { type ActionContext, add, ask, edit, type FindingActions, publishOr } from '../check/index.ts'
import { isSubdomain } from '../dns/index.ts'
import type { MxFacts, MxRepair } from './findings.data.ts'

function mxOf(_f: unknown, { domain }: ActionContext) {
  return edit(domain, 'MX')
}

/** The record takes the place of the first one whose host is misspelled. */
function repaired({ repairs: [first] = [] }: { repairs?: readonly MxRepair[] | undefined }, context: ActionContext) {
  return publishOr(context, edit(context.domain, 'MX'), first === undefined ? {} : { replaces: first.host })
}

/** What resolves each finding about MX. */
export const mxActions: FindingActions<MxFacts> = {
  mx_missing: (_f, { domain }) => add(domain, 'MX'),
  mx_implicit: (_f, { domain }) => add(domain, 'MX'),
  mx_all_unresolvable: ({ broken: [first] = [], repairs }, context) => {
    if (first === undefined) return repaired({ repairs }, context)
    return ask(isSubdomain(first.zone, context.domain) ? 'dns-provider' : 'zone-administrator', first.zone)
  },
  mx_some_unresolvable: repaired,
  mx_bogus: ({ broken, domain }) =>
    ask(isSubdomain(broken.zone, domain) ? 'dns-provider' : 'zone-administrator', broken.zone),
  mx_ip_literal: mxOf,
  mx_private_address: ({ host }, { domain }) =>
    isSubdomain(host, domain) ? edit(host, 'A') : ask('zone-administrator', host),
  mx_unreachable_address: ({ host, addresses }, { domain }) =>
    isSubdomain(host, domain) ? edit(host, /^[^,]*:/.test(addresses) ? 'AAAA' : 'A') : ask('zone-administrator', host),
  mx_cname: ({ host }, context) => publishOr(context, ask('zone-administrator', host), { replaces: host }),
  null_mx_mixed: (_f, { domain }) => edit(domain, 'MX', '0 .'),
  nonmail_no_null_mx: (_f, context) => publishOr(context, edit(context.domain, 'MX'), { replaces: null }),
}

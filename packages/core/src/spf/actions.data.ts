import { type Action, type ActionContext, ask, type FindingActions, publishOr } from '../check/index.ts'
import { isSubdomain } from '../dns/index.ts'
import type { SpfFacts } from './findings.data.ts'

const entries = { tool: 'spf', field: 'entries' } as const
const includes = { tool: 'spf', field: 'includes' } as const
const all = { tool: 'spf', field: 'all' } as const
/** How a published SPF record begins (RFC 7208 section 4.5). Other TXT records of the name stay. */
const replaces = 'v=spf1'

/** The ending of a record that `redirect=` names is changed there. */
function ending({ at }: { at?: string }, context: ActionContext): Action {
  const otherwise: Action =
    at === undefined || isSubdomain(at, context.domain) ? { kind: 'builder', ...all } : ask('zone-administrator', at)
  return publishOr(context, otherwise, { builder: all, replaces })
}

/** What resolves each finding about SPF. */
export const spfActions: FindingActions<SpfFacts> = {
  spf_provider_name: ({ owner }) => ask('mail-provider', owner),
  spf_missing: (_f, context) =>
    publishOr(context, { kind: 'builder', ...entries }, { builder: entries, replaces: null }),
  spf_plus_all: (_f, context) => publishOr(context, { kind: 'builder', ...all }, { builder: all, replaces }),
  spf_permerror: (_f, context) => publishOr(context, { kind: 'builder', ...entries }, { builder: entries, replaces }),
  spf_no_sender: (_f, context) => publishOr(context, { kind: 'builder', ...entries }, { builder: entries, replaces }),
  spf_term_ignored: () => ({ kind: 'builder', ...entries }),
  spf_none_pass: () => ({ kind: 'builder', ...entries }),
  spf_include_bogus: ({ broken, domain }) =>
    ask(isSubdomain(broken.zone, domain) ? 'dns-provider' : 'zone-administrator', broken.zone),
  spf_neutral: ending,
  spf_no_all: ending,
  spf_too_open: () => ({ kind: 'builder', ...entries }),
  spf_softfail_unenforced: ({ names }) =>
    names === 'none' ? { kind: 'builder', ...entries } : { kind: 'builder', tool: 'dmarc', field: 'policy' },
  spf_near_limit: () => ({ kind: 'builder', ...includes }),
  spf_ptr: () => ({ kind: 'builder', ...entries }),
}

import { type Action, type ActionContext, ask, edit, type FindingActions, publishOr } from '../check/index.ts'
import { isSubdomain } from '../dns/index.ts'
import type { DkimFacts } from './findings.data.ts'

/** A key is created where mail is signed. */
function newKey(): Action {
  return ask('mail-provider', null)
}

/** A record behind an alias is changed by the owner of the target. */
function repair({ hostname, alias }: { hostname: string; alias?: string }, context: ActionContext): Action {
  return publishOr(context, alias ? ask('zone-administrator', alias) : edit(hostname, 'TXT'))
}

/** What resolves each finding about DKIM. */
export const dkimActions: FindingActions<DkimFacts> = {
  dkim_provider_name: ({ owner }) => ask('mail-provider', owner),
  dkim_not_found_sure: ({ because }, context) =>
    publishOr(context, because === 'given' ? { kind: 'selector' } : ask('mail-provider', null), { replaces: null }),
  dkim_not_found_unsure: ({ wildcard }, context) =>
    publishOr(context, wildcard === undefined ? { kind: 'selector' } : edit(wildcard, 'TXT'), { replaces: null }),
  dkim_not_found_unguessable: (_f, context) => publishOr(context, { kind: 'selector' }, { replaces: null }),
  dkim_not_enabled: () => ask('mail-provider', 'Microsoft 365'),
  dkim_service_unsigned: ({ provider }) => ask('mail-provider', provider),
  dkim_dangling: ({ provider }) => ask('mail-provider', provider),
  dkim_bogus: ({ broken, domain }) =>
    ask(isSubdomain(broken.zone, domain) ? 'dns-provider' : 'zone-administrator', broken.zone),
  dkim_weak: newKey,
  dkim_weak_beside: newKey,
  dkim_ed25519_only: newKey,
  dkim_1024: newKey,
  dkim_revoked_only: newKey,
  dkim_invalid: repair,
  dkim_broken_beside: repair,
  dkim_several_records: repair,
  dkim_testing_only: repair,
  dkim_other_text: repair,
}

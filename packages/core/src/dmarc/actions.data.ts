import {
  type Action,
  type ActionContext,
  ask,
  type BuilderField,
  edit,
  type FindingActions,
  publishOr,
} from '../check/index.ts'
import { isSubdomain } from '../dns/index.ts'
import type { DmarcFacts } from './findings.data.ts'
import { nameOf, type Place } from './remedy-words.ts'

type DmarcField = Extract<BuilderField, { tool: 'dmarc' }>['field']

/** A record behind an alias is changed by the owner of the target. A builder makes the record of the domain itself. */
function change(f: Pick<Place, 'vendor'>, field: DmarcField, context: ActionContext, name: string): Action {
  const own = name === `_dmarc.${context.domain}`
  const builder = { tool: 'dmarc', field } as const
  if (f.vendor !== undefined) return ask('zone-administrator', f.vendor, context.record)
  return publishOr(context, own ? { kind: 'builder', ...builder } : edit(name, 'TXT'), {
    builder: own ? builder : null,
  })
}

function at(f: Place, field: DmarcField, context: ActionContext): Action {
  return change(f, field, context, nameOf(f))
}

/** Where there is no record, or an alias in its place. */
function missing(
  { alias, loop, name }: { alias?: string; loop?: string; name?: string },
  field: DmarcField,
  context: ActionContext,
): Action {
  const { domain } = context
  const builder = { tool: 'dmarc', field } as const
  if ((alias ?? loop) !== undefined && context.record === null) return edit(loop ?? `_dmarc.${domain}`, 'CNAME')
  const own = (name ?? `_dmarc.${domain}`) === `_dmarc.${domain}`
  return publishOr(context, { kind: 'builder', ...builder }, { builder: own ? builder : null, replaces: null })
}

/** What resolves each finding about DMARC. */
export const dmarcActions: FindingActions<DmarcFacts> = {
  dmarc_missing: (f, context) =>
    missing(f, context.record === null && f.receivesMail === false ? 'rua' : 'policy', context),
  dmarc_provider_name: ({ owner }) => ask('mail-provider', owner),
  dmarc_invalid: (f, context) => change(f, 'policy', context, nameOf(f)),
  dmarc_bogus: ({ broken, domain }) =>
    ask(isSubdomain(broken.zone, domain) ? 'dns-provider' : 'zone-administrator', broken.zone),
  dmarc_none: (f, context) => at(f, f.first === 'reports' ? 'rua' : 'policy', context),
  dmarc_testing: (f, context) => at(f, /^t=/i.test(f.tag) ? 'test' : 'pct', context),
  dmarc_sp_weaker: (f, context) =>
    change(
      f,
      'sp',
      context,
      f.location === undefined ? `_dmarc.${context.domain}` : nameOf({ ...f, location: f.location }),
    ),
  dmarc_rua_missing: (f, context) => at(f, 'rua', context),
  dmarc_rua_unauthorised: (f, context) =>
    context.record === null
      ? { kind: 'builder', tool: 'dmarc', field: 'rua' }
      : ask('zone-administrator', f.destination, context.record),
  nonmail_dmarc_missing: (f, context) => missing(f, 'policy', context),
  nonmail_dmarc_weak: (f, context) => at(f, 'policy', context),
  nonmail_dmarc_quarantine: (f, context) => at(f, 'policy', context),
}

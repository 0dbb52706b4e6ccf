import { type Action, add, ask, edit, type FindingActions } from '../check/index.ts'
import { type BrokenZone, isParentFault } from '../dns/index.ts'
import type { ZoneFacts } from './findings.data.ts'

/** The delegation is kept by the registrar, or by the administrator of the zone above. */
function keeper({ zone, parent }: { zone: string; parent: string | null }): Action {
  return parent === null ? ask('registrar', zone) : ask('zone-administrator', parent)
}

/** A wrong DS record is in the parent zone; the name servers of the zone itself repair everything else. */
function dnssecKeeper({ broken, domain, parent }: { broken?: BrokenZone; domain: string; parent?: string }): Action {
  const zone = broken?.zone ?? domain
  return broken !== undefined && isParentFault(broken.fault)
    ? keeper({ zone, parent: parent ?? null })
    : ask('dns-provider', zone)
}

/** What resolves each finding about the name itself. */
export const zoneActions: FindingActions<ZoneFacts> = {
  domain_not_found: ({ domain, organization }) =>
    organization?.exists && organization.name !== domain
      ? add(domain, 'A')
      : ask('registrar', organization?.name ?? domain),
  dnssec_bogus: ({ alias, ...facts }) =>
    alias === undefined ? dnssecKeeper(facts) : ask('zone-administrator', facts.broken?.zone ?? alias),
  delegation_dead: ({ zone }) => ask('dns-provider', zone),
  delegation_lame: ({ zone }) => ask('dns-provider', zone),
  delegation_silent: ({ zone }) => ask('dns-provider', zone),
  delegation_differs: keeper,
  delegation_one_network: ({ zone }) => ask('dns-provider', zone),
  txt_for_models: ({ domain }) => edit(domain, 'TXT'),
}

import type { HeaderAnalysisReply } from '@waxseal/contract'
import { keyName } from '@waxseal/core/dkim'
import type { Database } from '../../db/store.ts'
import { domainsNamed } from '../domains/named-store.ts'
import { selectorsOfAll } from '../domains/selector-store.ts'
import type { Actor } from '../workspaces/actor.ts'
import type { AnalysisRow } from './store.ts'

/**
 * The selectors of passing signatures that a domain of the workspace does not have yet. Only the domain that signed can
 * have it: the key of a subdomain is below the subdomain's name (RFC 6376 section 3.6.2.1).
 */
export async function newSelectors(
  db: Database,
  { workspace }: Pick<Actor, 'workspace'>,
  passed: AnalysisRow['document']['passed_keys'],
): Promise<HeaderAnalysisReply['new_selectors']> {
  if (passed.length === 0) return []
  const domains = await domainsNamed(db, workspace.id, [...new Set(passed.map(({ domain }) => domain))])
  if (domains.length === 0) return []
  const known = await selectorsOfAll(
    db,
    domains.map(({ id }) => id),
  )
  return domains.flatMap(({ id, name }) =>
    passed
      .filter(({ domain, selector }) => domain === name && keyName(selector, name) !== null)
      .filter(({ selector }) => !known.get(id)?.includes(selector))
      .map(({ selector }) => ({ domain_id: id, domain_name: name, selector })),
  )
}

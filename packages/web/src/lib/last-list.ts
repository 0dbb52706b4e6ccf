import { createDrafts } from './drafts.ts'
import { paths } from './paths.ts'
import { chosenWorkspace } from './workspace.ts'

/** The query of the list of domains, by workspace. A reload of a report keeps it. */
const queries = createDrafts<string>({
  name: 'domain-list',
  keep: query => query,
  find: kept => (typeof kept === 'string' ? kept : null),
})

const workspaceKey = (): string => chosenWorkspace() ?? 'own'

/** Remembers the filters and the sort of the list of domains, as its address has them. */
export function rememberList(query: string): void {
  queries.set(workspaceKey(), query)
}

/** The address of the list of domains as this tab showed it last. */
export function lastList(): { pathname: string; search: string } {
  return { pathname: paths.domains, search: queries.get(workspaceKey(), () => '') ?? '' }
}

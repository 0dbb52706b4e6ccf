import type { QueryClient } from '@tanstack/react-query'
import { domainsQuery, keys, resultsQuery, type ScanReply } from '../../lib/queries.ts'

/**
 * Updates everything that a scan changes on any screen. Uses the streamed result without fetching it again. Without one
 * (null: the scan failed, or the domain is gone) it fetches the stored results. Resolves when the list of domains and
 * the report show the state after the scan.
 */
export async function afterScan(client: QueryClient, domainId: string, scan: ScanReply | null): Promise<void> {
  // The report shows the results of the newest scan in the list, so they are stored before the list that names it.
  if (scan !== null) client.setQueryData(resultsQuery(domainId, scan.finished_at).queryKey, scan)
  for (const queryKey of [keys.usage, keys.dashboard, keys.selectors(domainId)]) {
    void client.invalidateQueries({ queryKey })
  }
  await client.invalidateQueries({ queryKey: domainsQuery.queryKey })
  // If the list could not be loaded, it still names the previous scan: the report must show the new one all the same.
  if (scan !== null) client.setQueriesData({ queryKey: keys.results(domainId) }, scan)
  else await client.invalidateQueries({ queryKey: keys.results(domainId) })
}

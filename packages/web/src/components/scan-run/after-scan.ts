import type { QueryClient } from '@tanstack/react-query'
import { domainsQuery, keys, resultsQuery, type ScanReply } from '../../lib/queries.ts'

/**
 * Brings up to date what a scan changes on any screen. Its streamed result is shown as it is, and not fetched again;
 * without one (null: the scan failed, or the domain is gone) the stored results are asked for. Resolves when the list
 * of domains and the report are those after the scan.
 */
export async function afterScan(client: QueryClient, domainId: string, scan: ScanReply | null): Promise<void> {
  // The report asks for the results of the newest scan it knows: they wait for the list that names it.
  if (scan !== null) client.setQueryData(resultsQuery(domainId, scan.finished_at).queryKey, scan)
  for (const queryKey of [keys.usage, keys.dashboard, keys.selectors(domainId)]) {
    void client.invalidateQueries({ queryKey })
  }
  await client.invalidateQueries({ queryKey: domainsQuery.queryKey })
  // A list that could not be loaded names the scan before: the report under it is the new one all the same.
  if (scan !== null) client.setQueriesData({ queryKey: keys.results(domainId) }, scan)
  else await client.invalidateQueries({ queryKey: keys.results(domainId) })
}

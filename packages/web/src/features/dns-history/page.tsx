import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { DensitySwitch } from '../../components/density-switch.tsx'
import { isNotFound, keys } from '../../lib/queries.ts'
import { useRowKeys } from '../../lib/row-keys.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useTitle } from '../../ui/title.ts'
import { type Counts, countsQuery } from './api.ts'
import { Counters } from './counters.tsx'
import { MonitoredRecords } from './monitored-records.tsx'
import { severityOf } from './severity.ts'
import { Timeline } from './timeline.tsx'
import { changeCount } from './wording.ts'

/** What changed in DNS. The chosen domain and severity are in the address, so that Back and a link find them. */
export function DnsHistoryPage(): ReactNode {
  useTitle('DNS Change History')
  useRowKeys()
  const [search, setSearch] = useSearchParams()
  const domainId = search.get('domain')
  const severity = severityOf(search.get('severity'))
  const counts = useQuery(countsQuery(domainId))
  const client = useQueryClient()
  const isFetching = useIsFetching({ queryKey: keys.changes }) > 0

  function choose(part: Record<string, string | null>): void {
    const next = Object.entries({ domain: domainId, severity, ...part }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    )
    setSearch(next, { replace: true, preventScrollReset: true })
  }

  return (
    <>
      <h1 className="wide-page text-26 font-[600]">DNS Change History</h1>
      <p className="mt-1 mb-6 text-ink2">Changes in the DNS records of your domains, newest first.</p>
      <div className="mb-6 flex flex-wrap items-end gap-x-3 gap-y-2 print:hidden">
        <SelectField
          label="Domain"
          className="min-w-0 grow basis-56 sm:max-w-96"
          value={domainId ?? ''}
          options={optionsOf(counts.data, domainId)}
          onChange={id => choose({ domain: id === '' ? null : id })}
        />
        <Button busy={isFetching} onClick={() => void client.invalidateQueries({ queryKey: keys.changes })}>
          {!isFetching && <RefreshCw className="size-4" aria-hidden />}
          Refresh
        </Button>
        <span className="ms-auto print:hidden">
          <DensitySwitch />
        </span>
      </div>
      {counts.isError && !counts.data && !isNotFound(counts.error) ? (
        <div className="mb-6">
          <LoadFailed what="The counts" onRetry={() => void counts.refetch()} />
        </div>
      ) : (
        <Counters
          counts={counts.data?.severities ?? null}
          chosen={severity}
          onChoose={next => choose({ severity: next })}
        />
      )}
      <Timeline
        key={domainId}
        domainId={domainId}
        severity={severity}
        counts={counts.data}
        onShowAll={() => choose(severity === null ? { domain: null } : { severity: null })}
      />
      {counts.data && <MonitoredRecords {...counts.data} />}
    </>
  )
}

function optionsOf(counts: Counts | undefined, chosen: string | null): { value: string; label: string }[] {
  const all = { value: '', label: counts ? `All Domains (${changeCount(counts.total)})` : 'All Domains' }
  const domains = (counts?.domains ?? []).map(({ domain_id: value, domain_name, domain_unicode, count }) => ({
    value,
    label: `${domain_unicode ?? domain_name} (${changeCount(count)})`,
  }))
  const isListed = chosen === null || domains.some(({ value }) => value === chosen)
  return [all, ...domains, ...(isListed ? [] : [{ value: chosen, label: counts ? 'Unknown domain' : 'Chosen domain' }])]
}

import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { SearchBox } from '../../components/search-box.tsx'
import { paths } from '../../lib/paths.ts'
import { useRowKeys } from '../../lib/row-keys.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useScrollToHash } from '../../ui/scroll-to-hash.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useTitle } from '../../ui/title.ts'
import { documentQuery } from './api.ts'
import { CallRow } from './call-row.tsx'
import { type ApiCall, type ApiDocument, areaName, callsOf, found } from './document.ts'

/** The calls of the API for people who write programs, made of the API document of this server. */
export function ApiReferencePage(): ReactNode {
  useTitle('API reference')
  const document = useQuery(documentQuery)
  useScrollToHash(document.data !== undefined)
  return (
    <>
      <Link
        to={`${paths.account}#api`}
        className="mb-2 -ms-1 inline-flex min-h-8 items-center gap-1.5 rounded px-1 text-13 text-ink2 hover:text-ink"
      >
        <ArrowLeft className="size-4" aria-hidden />
        API keys
      </Link>
      <h1 className="text-26 font-[600]">API reference</h1>
      <p className="mt-1 mb-6 max-w-prose text-ink2">
        Programs make these calls with an API key, in the header{' '}
        <code className="font-mono text-13 whitespace-nowrap">Authorization: Bearer ak_…</code>. Of the scopes read,
        scan, write and admin, each includes those before it.
      </p>
      {document.data ? (
        <Calls document={document.data} />
      ) : document.isError ? (
        <LoadFailed what="The API reference" onRetry={() => void document.refetch()} />
      ) : (
        <Loading what="the API reference">
          <Skeleton className="mb-8 h-10 w-full" />
          <Skeleton className="h-96 w-full" />
        </Loading>
      )}
    </>
  )
}

const whichCalls = [
  { value: 'all', label: 'All calls' },
  { value: 'keys', label: 'Calls an API key can make' },
] as const

function Calls({ document }: { document: ApiDocument }): ReactNode {
  const all = useMemo(() => callsOf(document), [document])
  const [search, setSearch] = useState('')
  const [which, setWhich] = useState<(typeof whichCalls)[number]['value']>('all')
  const words = useDeferredValue(search)
  const calls = useMemo(
    () => found(which === 'keys' ? all.filter(({ scope, isPublic }) => scope !== null || isPublic) : all, words),
    [all, which, words],
  )
  const areas = [...new Set(calls.map(({ area }) => area))]
  useRowKeys()
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end gap-3 print:hidden">
        <SearchBox label="Search calls" search={search} onSearch={setSearch} />
        <SelectField label="Show" className="w-full sm:w-64" value={which} options={whichCalls} onChange={setWhich} />
      </div>
      <p role="status" className="mb-8 text-13 text-ink3">
        {calls.length === all.length ? `${all.length} calls` : `${calls.length} of ${all.length} calls`}. The same
        document for programs:{' '}
        <code className="font-mono [overflow-wrap:anywhere]">{`${window.location.origin}/api/openapi.json`}</code>
      </p>
      {calls.length === 0 && (
        <div className="text-ink2">
          <p className="mb-3">No call has all of these words.</p>
          <Button
            onClick={() => {
              setSearch('')
              setWhich('all')
            }}
          >
            Show all calls
          </Button>
        </div>
      )}
      <div className="grid grid-cols-1 gap-10">
        {areas.map(area => (
          <Area key={area} area={area} calls={calls.filter(call => call.area === area)} document={document} />
        ))}
      </div>
    </>
  )
}

function Area({
  area,
  calls,
  document,
}: {
  area: string
  calls: readonly ApiCall[]
  document: ApiDocument
}): ReactNode {
  return (
    <Sheet title={areaName(area)} id={`area-${area}`}>
      <ul className="border-t border-line">
        {calls.map(call => (
          <CallRow key={call.id} call={call} document={document} />
        ))}
      </ul>
    </Sheet>
  )
}

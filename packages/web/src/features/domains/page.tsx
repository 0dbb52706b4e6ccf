import { useQuery } from '@tanstack/react-query'
import { addDomainRoute } from '@waxseal/contract/routes'
import { mayUse } from '@waxseal/core/plan'
import { Plus } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { RoleButton } from '../../components/role-button.tsx'
import { paths } from '../../lib/paths.ts'
import { takePendingDomain } from '../../lib/pending-domain.ts'
import { type Domain, domainsQuery } from '../../lib/queries.ts'
import { showFailure } from '../../lib/query.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { buttonClass } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useTitle } from '../../ui/title.ts'
import { AddDomainDialog, emptyDraft } from './add-domain-dialog.tsx'
import { useAddDomain } from './api.ts'
import { DomainList } from './domain-list.tsx'
import { type Act, useListScan } from './domain-parts.tsx'
import { EmptyList } from './empty-list.tsx'
import { DeleteDomainDialog, ScheduleDialog, TagsDialog } from './later-dialogs.tsx'
import { nothingSelected } from './selection.ts'
import { useBulkScan } from './use-bulk-scan.ts'
import { WaitingRows } from './waiting-rows.tsx'
import { domainTexts } from './wording.ts'

const ReadOnlyNote = deferred({
  what: 'Why domains are read-only',
  load: () => import('../../components/read-only-note.tsx'),
  pick: module => module.ReadOnlyNote,
  waiting: <Skeleton className="mb-6 h-24 w-full" />,
})

export function DomainsPage(): ReactNode {
  useTitle('Domain Management')
  const domains = useQuery(domainsQuery)
  const { isError } = domains
  // The shell watches the same list silently; only this page reports that it did not load, once until it loads again.
  useEffect(() => {
    if (isError) showFailure(null, { failure: domainTexts.loadFailed }, 'domains')
  }, [isError])
  const [adding, setAdding] = useState(false)
  const [draft, setDraft] = useState(emptyDraft)
  const [deleting, setDeleting] = useState<Domain | null>(null)
  const [selection, setSelection] = useState(nothingSelected)
  const [tagging, setTagging] = useState<readonly Domain[]>([])
  const [scheduling, setScheduling] = useState<readonly Domain[]>([])
  const schedule = useSchedule(setScheduling)
  const act: Act = useCallback(
    (what, domain) => {
      if (what !== 'delete' && domain.read_only) upgrade.open({ feature: 'domains', detail: null })
      else if (what === 'tags') setTagging([domain])
      else if (what === 'schedule') schedule([domain])
      else setDeleting(domain)
    },
    [schedule],
  )
  const [added, setAdded] = useState<Domain | null>(null)
  const bulk = useBulkScan()

  function scan(domains: readonly Domain[]): void {
    const [only] = domains
    if (domains.length === 1 && only !== undefined) setAdded(only)
    else bulk.start(domains, () => {})
  }

  useCheckedDomain(domain => setAdded(domain))

  const readOnly = domains.data?.filter(domain => domain.read_only).length ?? 0
  const some = domains.data !== undefined && domains.data.length > 0
  return (
    <>
      <div className="mb-6 flex min-h-10 flex-wrap items-end gap-x-2 gap-y-4">
        <h1 className="wide-page me-auto text-26 font-[600]">Domain Management</h1>
        {/* Rendered from the start, so that nothing moves when the list arrives (they have their own line if narrow). */}
        <div className="flex flex-wrap gap-2 max-sm:order-last max-sm:basis-full">
          <Link to={paths.spfBuilder} className={buttonClass()}>
            {domainTexts.spfBuilder}
          </Link>
          <Link to={paths.dmarcBuilder} className={buttonClass()}>
            {domainTexts.dmarcBuilder}
          </Link>
        </div>
        {some && (
          <RoleButton needs={addDomainRoute} look="primary" onClick={() => setAdding(true)}>
            <Plus className="size-4" aria-hidden />
            Add Domain
          </RoleButton>
        )}
      </div>
      {readOnly > 0 && <ReadOnlyNote count={readOnly} />}
      {domains.data ? (
        some ? (
          <DomainList
            domains={domains.data}
            selection={selection}
            onSelection={setSelection}
            onAct={act}
            onTags={setTagging}
            onSchedule={schedule}
          />
        ) : (
          <EmptyList onAdd={() => setAdding(true)} />
        )
      ) : domains.isError ? (
        <LoadFailed what="Your domains" onRetry={() => void domains.refetch()} />
      ) : (
        <Waiting />
      )}
      {adding && (
        <AddDomainDialog
          domains={domains.data ?? []}
          draft={draft}
          onDraft={change => setDraft(before => ({ ...before, ...change }))}
          onClose={() => setAdding(false)}
          onSelect={ids => setSelection(new Set(ids))}
          onScan={scan}
        />
      )}
      {added && <ScanOfAdded key={added.id} domain={added} />}
      {deleting && <DeleteDomainDialog domain={deleting} onClose={() => setDeleting(null)} />}
      {scheduling.length > 0 && <ScheduleDialog domains={scheduling} onClose={() => setScheduling([])} />}
      {tagging.length > 0 && <TagsDialog domains={tagging} onClose={() => setTagging([])} />}
    </>
  )
}

/** Opens the dialog for schedules, or the upgrade dialog where the plan has none. */
function useSchedule(open: (domains: readonly Domain[]) => void): (domains: readonly Domain[]) => void {
  const { tier } = usePlan()
  return useCallback(
    domains => {
      if (tier === null || mayUse(tier, 'scheduled_scans')) open(domains)
      else upgrade.open({ feature: 'scheduled_scans', detail: null })
    },
    [tier, open],
  )
}

/** Adds the domain that the person checked before the sign-up, once. */
function useCheckedDomain(onAdded: (domain: Domain) => void): void {
  const { start } = useAddDomain(() => {}, onAdded)
  const add = useEffectEvent(start)
  useEffect(() => {
    const name = takePendingDomain()
    if (name !== null) add({ name, scan: true })
  }, [])
}

/** Scans a new domain at once and opens its report, as its button in the list does. */
function ScanOfAdded({ domain }: { domain: Domain }): ReactNode {
  const { start } = useListScan(domain, false)
  const startOnce = useEffectEvent(start)
  const started = useRef(false)
  useEffect(() => {
    if (!started.current) startOnce()
    started.current = true
  }, [])
  return null
}

function Waiting(): ReactNode {
  return (
    <Loading what="your domains">
      <div className="mb-4 flex gap-3">
        <Skeleton className="h-10 grow" />
        <Skeleton className="h-10 w-80 max-md:hidden" />
        <Skeleton className="h-10 w-56 max-md:hidden" />
      </div>
      <div className="border-t border-ink pt-12">
        <WaitingRows />
      </div>
    </Loading>
  )
}

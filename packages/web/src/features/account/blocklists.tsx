import { useQuery } from '@tanstack/react-query'
import { addBlocklistRoute, deleteBlocklistRoute } from '@waxseal/contract/routes'
import { states } from '@waxseal/core/check'
import { plans, type Tier } from '@waxseal/core/plan'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { PlanNote } from '../../components/plan-note.tsx'
import { RoleButton } from '../../components/role-button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Disclosed } from '../../ui/disclosed.tsx'
import { useFocusRescue } from '../../ui/focus-return.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import {
  type Blocklists as BlocklistsReply,
  blocklistsQuery,
  type OwnBlocklist,
  useDeleteBlocklist,
} from './blocklist-api.ts'
import { CatalogueLists } from './catalogue-lists.tsx'
import { ConfirmDialog } from './later-dialogs.tsx'

const AddBlocklistDialog = deferred({
  what: 'The form',
  load: () => import('./add-blocklist-dialog.tsx'),
  pick: module => module.AddBlocklistDialog,
  waiting: null,
})

/** Which blacklists the scans of the workspace check: those of the catalogue, and its own. */
export function Blocklists({ tier }: { tier: Tier }): ReactNode {
  const lists = useQuery(blocklistsQuery)
  const { data } = lists
  return (
    <Sheet
      title="Blocklists"
      id="blacklists"
      className="scroll-mt-4"
      aside={
        data?.allowed && <span className="text-13 text-ink3">{`${data.own.length} of ${data.limit} own lists`}</span>
      }
    >
      <p className="mb-4 max-w-prose text-ink2">
        Scans check the lists here. Results of your own lists are shown separately and cost no points.
      </p>
      {data ? (
        <Content lists={data} tier={tier} />
      ) : lists.isError ? (
        <LoadFailed what="The blocklists" onRetry={() => void lists.refetch()} />
      ) : (
        <Loading what="the blocklists">
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
    </Sheet>
  )
}

function Content({ lists, tier }: { lists: BlocklistsReply; tier: Tier }): ReactNode {
  const { own, allowed, catalogue } = lists
  const [isAdding, setIsAdding] = useState(false)
  const [removing, setRemoving] = useState<OwnBlocklist | null>(null)
  const place = useRef<HTMLDivElement>(null)
  useFocusRescue(place)
  const hasChoices = own.length > 0 || catalogue.some(list => list.off)
  const planned = plans[tier].blocklists
  // Without the plan, choices are kept and do not count.
  const on = catalogue.filter((list, at) => at < planned && !list.off_here && !(allowed && list.off)).length
  return (
    <div ref={place} tabIndex={-1} className="grid gap-4">
      {allowed ? (
        <div>
          <RoleButton needs={addBlocklistRoute} onClick={() => setIsAdding(true)}>
            Add blocklist
          </RoleButton>
        </div>
      ) : (
        <PlanNote feature="custom_blocklists" tier={tier}>
          {hasChoices && 'Your choices are kept, but scans do not use them now.'}
        </PlanNote>
      )}
      {own.length > 0 ? (
        <Table caption="Your own blocklists" rows={own} keyOf={({ id }) => id} columns={columnsOf(setRemoving)} />
      ) : (
        allowed && <p className="text-ink2">No custom blocklists yet.</p>
      )}
      <Disclosed summary={`Blocklists of the catalog: ${on} of ${catalogue.length} on`}>
        <CatalogueLists lists={catalogue} planned={planned} allowed={allowed} />
      </Disclosed>
      {isAdding && <AddBlocklistDialog onClose={() => setIsAdding(false)} />}
      {removing !== null && <RemoveDialog item={removing} focusFallback={place} onClose={() => setRemoving(null)} />}
    </div>
  )
}

const kindWords = { ip: 'IP addresses', domain: 'Domain names' } as const

const columnsOf = (onRemove: (item: OwnBlocklist) => void): readonly Column<OwnBlocklist>[] => [
  {
    title: 'List',
    names: true,
    cell: ({ name, zone }) => (
      <>
        <span className="font-[560]">{name}</span>
        <span className="block font-mono text-12 text-ink3">{zone}</span>
      </>
    ),
  },
  { title: 'Checks', label: 'Checks', className: 'w-28', cell: ({ kind }) => kindWords[kind] },
  { title: 'Return codes', label: 'Return codes', className: 'w-40', cell: item => <Codes item={item} /> },
  { title: 'Test when added', label: 'Test', className: 'w-40', cell: item => <TestResult item={item} /> },
  {
    title: 'Actions',
    className: 'w-24 max-sm:-ms-3 sm:text-end',
    cell: item => (
      <RoleButton
        needs={deleteBlocklistRoute}
        size="small"
        look="quiet"
        aria-label={`Remove ${item.name}, ${item.zone}`}
        onClick={() => onRemove(item)}
      >
        Remove
      </RoleButton>
    ),
  },
]

function Codes({ item: { codes } }: { item: OwnBlocklist }): ReactNode {
  if (codes.length === 0) return 'Any'
  return (
    <span className="inline-grid">
      {codes.map(({ address, meaning }) => (
        <span key={address}>
          <span className="font-mono">{address}</span> {meaning}
        </span>
      ))}
    </span>
  )
}

const testWords = {
  passed: { tone: 'excellent', word: 'Passed' },
  failed: { tone: 'poor', word: 'Failed' },
  unchecked: states.couldNotCheck,
} as const

function TestResult({ item: { test } }: { item: OwnBlocklist }): ReactNode {
  const { tone, word } = testWords[test.state]
  return (
    <>
      <Tag tone={tone} bare>
        {word}
      </Tag>
      {test.reason !== null && <span className="block text-ink3">{test.reason}</span>}
    </>
  )
}

interface RemoveProps {
  item: OwnBlocklist
  focusFallback: RefObject<HTMLElement | null>
  onClose: () => void
}

function RemoveDialog({ item, focusFallback, onClose }: RemoveProps): ReactNode {
  const remove = useDeleteBlocklist(item)
  return (
    <ConfirmDialog
      title={`Remove ${item.name}?`}
      description="The next scans do not check this list. Reports keep its results."
      confirm="Remove list"
      look="danger"
      busy={remove.busy}
      focusFallback={focusFallback}
      onConfirm={() => remove.start(undefined, { onSettled: onClose })}
      onCancel={onClose}
    />
  )
}

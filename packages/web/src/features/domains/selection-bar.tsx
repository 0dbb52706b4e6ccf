import { changeTagsRoute, setScheduleRoute, startScanRoute } from '@waxseal/contract/routes'
import { thousands } from '@waxseal/contract/wording'
import { LoaderCircle, WifiOff } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { RoleButton } from '../../components/role-button.tsx'
import { notify } from '../../lib/notify.ts'
import type { Domain } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import type { BulkProgress } from './bulk-scan.ts'
import { type Selection, selectedOf, shareOf } from './selection.ts'
import type { BulkScan } from './use-bulk-scan.ts'
import { domainTexts } from './wording.ts'

interface Props {
  /** All domains of the account. */
  domains: readonly Domain[]
  shown: readonly Domain[]
  /** What the order puts first. */
  order: string
  selection: Selection
  onSelectAll: () => void
  onClear: () => void
  onTags: (selected: readonly Domain[]) => void
  onSchedule: (selected: readonly Domain[]) => void
  bulk: BulkScan
}

/** The header of the list: the checkbox for all, the counts, and the actions for the selection. */
export function SelectionBar({
  domains,
  shown,
  order,
  selection,
  onSelectAll,
  onClear,
  onTags,
  onSchedule,
  bulk,
}: Props): ReactNode {
  const selected = selectedOf(domains, selection)
  const hidden = selected.length - selectedOf(shown, selection).length
  const share = shareOf(shown, selection)
  const bulkButton = useRef<HTMLButtonElement>(null)

  function stop(): void {
    // The stop button disappears.
    bulkButton.current?.focus()
    bulk.stop()
  }

  return (
    <div className="z-20 flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-y border-t-ink border-b-line bg-paper py-1 sm:sticky sm:top-14">
      <label className="-my-2 -ms-2 inline-flex size-8 shrink-0 items-center justify-center print:hidden">
        <input
          type="checkbox"
          aria-label="Select all shown"
          checked={share === 'all'}
          ref={box => {
            if (box !== null) box.indeterminate = share === 'some'
          }}
          onChange={onSelectAll}
          disabled={shown.length === 0}
          className="size-4 accent-accent"
        />
      </label>
      <p role="status" className="min-w-0 grow basis-40 text-13 text-ink2">
        {selected.length > 0 && (
          <span className="font-[560] text-ink">
            {thousands(selected.length)} selected{hidden > 0 && `, ${thousands(hidden)} not shown`}
            {' · '}
          </span>
        )}
        {howMany(shown.length, domains.length)}, {order}
      </p>
      <div className="flex flex-wrap gap-1">
        <RoleButton
          needs={startScanRoute}
          ref={bulkButton}
          size="small"
          busy={bulk.progress !== null}
          onClick={() => bulk.start(selected, onClear)}
        >
          Bulk Scan
        </RoleButton>
        <RoleButton
          needs={setScheduleRoute}
          size="small"
          look="quiet"
          className={cx(selected.length === 0 && 'max-sm:hidden')}
          aria-disabled={selected.length === 0}
          onClick={() => (selected.length === 0 ? notify.error(domainTexts.noneSelected) : onSchedule(selected))}
        >
          Schedule
        </RoleButton>
        <RoleButton
          needs={changeTagsRoute}
          size="small"
          look="quiet"
          className={cx(selected.length === 0 && 'max-sm:hidden')}
          aria-disabled={selected.length === 0}
          onClick={() => (selected.length === 0 ? notify.error(domainTexts.noneSelected) : onTags(selected))}
        >
          Tags
        </RoleButton>
        <Button
          size="small"
          look="quiet"
          className={cx(selected.length === 0 && 'max-sm:hidden')}
          aria-disabled={selected.length === 0}
          onClick={onClear}
        >
          Clear Selection
        </Button>
      </div>
      {bulk.progress && <Running progress={bulk.progress} stopping={bulk.stopping} onStop={stop} />}
    </div>
  )
}

function howMany(shown: number, all: number): string {
  const noun = all === 1 ? 'domain' : 'domains'
  return shown === all ? `${thousands(all)} ${noun}` : `${thousands(shown)} of ${thousands(all)} ${noun}`
}

interface RunningProps {
  progress: BulkProgress
  stopping: boolean
  onStop: () => void
}

function Running({ progress, stopping, onStop }: RunningProps): ReactNode {
  const { offline } = progress
  const Icon = offline ? WifiOff : LoaderCircle
  return (
    <div className="flex min-h-9 w-full flex-wrap items-center gap-x-3 gap-y-1 text-13">
      <p role="status" className="flex min-w-0 grow basis-60 items-start gap-1.5">
        <Icon
          className={cx('mt-0.5 size-4 shrink-0', offline ? 'text-fair' : 'animate-spin text-accent')}
          aria-hidden
        />
        <span className="min-w-0 [overflow-wrap:anywhere]">{whereItIs(progress, stopping)}</span>
      </p>
      {!stopping && (
        <Button size="small" look="quiet" onClick={onStop}>
          Stop
        </Button>
      )}
    </div>
  )
}

function whereItIs({ total, done, domain, offline }: BulkProgress, stopping: boolean): string {
  if (offline) {
    return `No connection. ${thousands(total - done)} of ${thousands(total)} domains are left. The scan continues when the connection returns.`
  }
  const scanning = `Scanning ${domain.domain_name}, ${thousands(done + 1)} of ${thousands(total)}.`
  return stopping ? `${scanning} Stopping after this scan.` : `${scanning} Keep this tab open until all scans are done.`
}

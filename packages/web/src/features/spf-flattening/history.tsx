import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { RecordView } from '../../components/record-view/record-view.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Disclosed } from '../../ui/disclosed.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { type Configuration, type Version, versionsQuery } from './api.ts'
import { counted } from './words.ts'

/** The versions of a hosted record, loaded when they are opened. */
export function History({ configuration: { id, original_domain } }: { configuration: Configuration }): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  return (
    <div className="mt-4">
      <Button
        size="small"
        look="quiet"
        className="-ms-3"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-label={`Version history of ${original_domain}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ChevronRight className={cx('size-4 transition-transform', isOpen && 'rotate-90')} aria-hidden />
        Version history
      </Button>
      <div id={listId}>{isOpen && <Versions id={id} />}</div>
    </div>
  )
}

function Versions({ id }: { id: string }): ReactNode {
  const versions = useQuery(versionsQuery(id))
  if (versions.data) {
    if (versions.data.versions.length === 0) return <p className="py-3 text-13 text-ink2">No versions yet.</p>
    return (
      <ol className="mt-2 border-t border-line">
        {versions.data.versions.map(version => (
          <VersionItem key={version.id} version={version} />
        ))}
      </ol>
    )
  }
  if (versions.isError) return <LoadFailed what="The version history" onRetry={() => void versions.refetch()} />
  return (
    <Loading what="the version history">
      <Skeleton className="mt-2 h-24 w-full" />
    </Loading>
  )
}

const reasons: Record<Version['reason'], string> = {
  created: 'Created',
  edited: 'Original record edited',
  upstream: 'Included records changed',
  zone: 'Hosted zone renamed',
}

function VersionItem({ version }: { version: Version }): ReactNode {
  const { at, reason, added, removed, more_added, more_removed, original_spf_record, hosted_records } = version
  return (
    <li className="border-b border-line py-2 text-13">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="font-[560]">{reasons[reason]}</span>
        <TimeAgo at={at} />
        <span className="text-ink2">
          {counted(added.length + more_added, 'block')} added, {removed.length + more_removed} removed
        </span>
      </p>
      <Disclosed summary="Show this version">
        <div className="grid grid-cols-1 gap-4 pb-3">
          <Blocks title="Added" sign="+" blocks={added} more={more_added} />
          <Blocks title="Removed" sign="−" blocks={removed} more={more_removed} />
          <div>
            <p className="mb-1 font-[560]">Original record</p>
            <p className="rounded bg-sunken px-3 py-2 font-mono [overflow-wrap:anywhere]" dir="ltr">
              {original_spf_record}
            </p>
          </div>
          {hosted_records.map(({ name, value }) => (
            <RecordView key={name} name={name} type="TXT" text={value} isDraft />
          ))}
        </div>
      </Disclosed>
    </li>
  )
}

interface BlocksProps {
  title: string
  sign: '+' | '−'
  blocks: readonly string[]
  /** The number of blocks that are not listed. */
  more: number
}

/** CIDR blocks; a long list scrolls by itself. */
function Blocks({ title, sign, blocks, more }: BlocksProps): ReactNode {
  if (blocks.length === 0) return null
  return (
    <div>
      <p className="mb-1 font-[560]">{title}</p>
      <ScrollRegion label={title} className="max-h-48 rounded bg-sunken px-3 py-2 font-mono" dir="ltr">
        <ul className="flex flex-wrap gap-x-4">
          {blocks.map(block => (
            <li key={block}>
              <span className="text-ink3">{sign}</span> {block}
            </li>
          ))}
        </ul>
      </ScrollRegion>
      {more > 0 && <p className="mt-1 text-ink3">{counted(more, 'more block')} not listed.</p>}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { waits } from '@waxseal/core/check'
import type { ReactNode } from 'react'
import { useRowKeys } from '../../lib/row-keys.ts'
import { clockTime } from '../../lib/time.ts'
import { Disclosed } from '../../ui/disclosed.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { channelNames, type Delivery, deliveriesQuery, type Settings } from './api.ts'

const looks: Readonly<Record<Delivery['state'], { tone: Tone; word: string }>> = {
  waiting: waits.queued,
  sent: { tone: 'excellent', word: 'Sent' },
  kept: { tone: 'info', word: 'Kept' },
  failed: { tone: 'poor', word: 'Failed' },
}

const columns: readonly Column<Delivery>[] = [
  {
    title: 'Alert',
    names: true,
    cell: ({ subject, text, alerts }) => (
      <>
        {/* The focus of the row keys: on the mail where it can be read, else on the name, which opens nothing. */}
        <span className="rounded font-[400]" {...(text === null && { tabIndex: -1, 'data-row-key': 'open' })}>
          {subject}
        </span>
        {alerts > 1 && <span className="text-ink3"> · {alerts} alerts</span>}
        {text !== null && (
          <Disclosed summary="Read the mail" className="font-[400]" rowKey="open">
            <p className="rounded bg-sunken px-3 py-2 whitespace-pre-wrap">{text}</p>
          </Disclosed>
        )}
      </>
    ),
  },
  { title: 'Channel', className: 'w-36', cell: ({ channel }) => channelNames[channel] },
  { title: 'State', className: 'w-64', cell: delivery => <State delivery={delivery} /> },
  { title: 'Created', className: 'w-32', cell: ({ created_at }) => <TimeAgo at={created_at} /> },
]

function State({ delivery }: { delivery: Delivery }): ReactNode {
  const { state, attempts, last_error: error, next_try_at: nextTry } = delivery
  const { tone, word } = looks[state]
  const tries = state !== 'sent' && attempts > 1 ? ` after ${attempts} attempts` : ''
  return (
    <>
      <Tag tone={tone} bare>
        {`${word}${tries}`}
      </Tag>
      {error !== null && state !== 'sent' && <span className="block text-ink2">{error}</span>}
      {nextTry !== null && attempts > 0 && (
        <span className="block text-ink3">Next attempt at {clockTime(new Date(nextTry))}</span>
      )}
    </>
  )
}

/** The newest messages and what became of them. */
export function Deliveries({ settings }: { settings: Settings }): ReactNode {
  const list = useQuery(deliveriesQuery)
  useRowKeys()
  return (
    <Sheet title="Recent deliveries" aside={<span className="text-13 text-ink3">{usedWords(settings)}</span>}>
      {list.data ? (
        list.data.deliveries.length === 0 ? (
          <p className="text-ink2">No alerts sent yet. Send a test to see one here.</p>
        ) : (
          <Table
            caption="Recent deliveries"
            columns={columns}
            rows={list.data.deliveries}
            keyOf={delivery => delivery.id}
          />
        )
      ) : list.isError ? (
        <LoadFailed what="Recent deliveries" onRetry={() => void list.refetch()} />
      ) : (
        <Loading what="recent deliveries">
          <Skeleton className="h-24 w-full" />
        </Loading>
      )}
    </Sheet>
  )
}

function usedWords({ alerts_this_month: used, alerts_limit: limit, allowed }: Settings): string {
  if (!allowed) return ''
  const count = used.toLocaleString('en')
  if (limit !== null) return `${count} of ${limit.toLocaleString('en')} alerts this month`
  return `${count} ${used === 1 ? 'alert' : 'alerts'} this month`
}

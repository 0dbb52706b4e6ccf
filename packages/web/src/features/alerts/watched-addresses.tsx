import { useQuery } from '@tanstack/react-query'
import { addWatchedRoute, deleteWatchedRoute } from '@waxseal/contract/routes'
import { upgradeText } from '@waxseal/core/plan'
import { Lock } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { RoleButton } from '../../components/role-button.tsx'
import { timeInSentence } from '../../lib/time-in-sentence.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Disclosed } from '../../ui/disclosed.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Note } from '../../ui/note.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { useAddWatched, useDeleteWatched, type Watched, type WatchedAddress, watchedQuery } from './watched-api.ts'

/** Addresses of one's own whose blocklist listings are checked once a day. */
export function WatchedAddresses(): ReactNode {
  const watched = useQuery(watchedQuery)
  const { data } = watched
  return (
    <Sheet
      title="Watched addresses"
      aside={
        data?.allowed && (
          <span className="text-13 text-ink3">{`${data.used} of ${data.limit.toLocaleString('en')} addresses`}</span>
        )
      }
    >
      <p className="mb-4 max-w-prose text-ink2">
        Blocklists are checked once a day for each address here. A listing sends a “Blacklist detection” alert.
      </p>
      {data ? (
        <Content watched={data} />
      ) : watched.isError ? (
        <LoadFailed what="Watched addresses" onRetry={() => void watched.refetch()} />
      ) : (
        <Loading what="watched addresses">
          <Skeleton className="h-20 w-full" />
        </Loading>
      )}
    </Sheet>
  )
}

function askToUpgrade(): void {
  upgrade.open({ feature: 'watched_addresses', detail: null })
}

function Content({ watched: { addresses, allowed } }: { watched: Watched }): ReactNode {
  const { tier } = usePlan()
  return (
    <div className="grid gap-4">
      {!allowed && (
        <Note
          look="info"
          title={
            <>
              <Lock className="me-1.5 inline size-3.5 align-[-0.1em]" aria-hidden />
              {upgradeText('watched_addresses', tier ?? 'free').text}
            </>
          }
          action={
            <Button size="small" onClick={askToUpgrade}>
              Upgrade
            </Button>
          }
        />
      )}
      <AddForm allowed={allowed} />
      {addresses.length > 0 ? (
        <Table caption="Watched addresses" columns={columns} rows={addresses} keyOf={({ id }) => id} />
      ) : (
        allowed && <p className="text-ink2">No addresses yet. Add the addresses of your mail servers.</p>
      )}
    </div>
  )
}

function AddForm({ allowed }: { allowed: boolean }): ReactNode {
  const [range, setRange] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const add = useAddWatched(setProblem)

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (!allowed) return askToUpgrade()
    if (range.trim() === '') return setProblem('Please enter an IP address or a range')
    add.start(range.trim(), {
      onSuccess: () => {
        setRange('')
        form.current?.querySelector('input')?.focus()
      },
    })
  }

  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="flex max-w-xl flex-wrap items-start gap-2">
      <Field
        label="IP address or range"
        className="min-w-0 grow basis-60"
        value={range}
        error={problem}
        hint="For example 192.0.2.10, 192.0.2.0/28 or 2001:db8::25. A range can have up to 256 addresses."
        placeholder="192.0.2.0/28"
        autoComplete="off"
        spellCheck={false}
        {...(!allowed && { readOnly: true, 'aria-disabled': true, onClick: askToUpgrade })}
        onChange={event => {
          setRange(event.target.value)
          setProblem(null)
        }}
      />
      <RoleButton
        needs={addWatchedRoute}
        type="submit"
        className={allowed ? 'mt-6' : 'mt-6 opacity-55'}
        aria-disabled={!allowed || add.busy}
        busy={add.busy}
      >
        Watch
      </RoleButton>
    </form>
  )
}

const columns: readonly Column<WatchedAddress>[] = [
  {
    title: 'Address',
    names: true,
    cell: ({ range, addresses }) => (
      <>
        {/* Only the longest IPv6 ranges are broken. */}
        <span className={cx('font-mono', range.length <= 30 && 'whitespace-nowrap')}>{range}</span>
        {addresses > 1 && <span className="text-ink3"> · {addresses} addresses</span>}
      </>
    ),
  },
  { title: 'Listings', className: 'w-2/5', cell: item => <Listings item={item} /> },
  {
    title: 'Last check',
    label: 'Last check',
    className: 'w-32',
    cell: ({ checked_at: at }) => (at === null ? 'Not yet' : <TimeAgo at={at} />),
  },
  { title: 'Actions', className: 'w-24 max-sm:-ms-3 sm:text-end', cell: item => <Remove item={item} /> },
]

/** Listings beyond this number are behind a line that opens them. */
const shownAtOnce = 3

function Listings({ item: { checked_at: at, listings, unchecked } }: { item: WatchedAddress }): ReactNode {
  const open = unchecked > 0 && (
    <span className="block text-ink3">
      {`${unchecked.toLocaleString('en')} ${unchecked === 1 ? 'lookup' : 'lookups'} got no answer`}
    </span>
  )
  if (listings.length === 0) {
    return (
      <>
        {at === null ? (
          <Tag tone="idle" bare>
            Not checked yet
          </Tag>
        ) : (
          <Tag tone={unchecked > 0 ? 'unknown' : 'excellent'} bare>
            {unchecked > 0 ? 'No listing found' : 'Not listed'}
          </Tag>
        )}
        {open}
      </>
    )
  }
  const list = (
    <ul>
      {listings.map(({ address, list: name, since }) => (
        <li key={`${address} ${name}`}>
          <span className="font-mono">{address}</span> on {name},{' '}
          <span className="text-ink3">
            listed <TimeAgo at={since} words={timeInSentence} />
          </span>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      <Tag tone="poor" bare>
        {`${listings.length.toLocaleString('en')} ${listings.length === 1 ? 'listing' : 'listings'}`}
      </Tag>
      {listings.length <= shownAtOnce ? list : <Disclosed summary="Show listings">{list}</Disclosed>}
      {open}
    </>
  )
}

function Remove({ item }: { item: WatchedAddress }): ReactNode {
  const remove = useDeleteWatched(item)
  return (
    <RoleButton
      needs={deleteWatchedRoute}
      size="small"
      look="quiet"
      busy={remove.busy}
      aria-label={`Remove ${item.range}`}
      onClick={() => remove.start(undefined)}
    >
      Remove
    </RoleButton>
  )
}

import { barWidth, delayText, isSlow, pathSentence, utcTime } from '@waxseal/core/headers'
import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Analysis, Hop } from './api.ts'
import { EvidenceLines } from './evidence-lines.tsx'
import { PlainText } from './plain-text.tsx'

/** As a style: a class would be part of every page's stylesheet. */
const stripes = 'repeating-linear-gradient(135deg, var(--medium-fill) 0 2px, transparent 2px 5px)'

/** The path of the message, oldest hop first. */
export function RoutingTab({ analysis: { parsed_data: data } }: { analysis: Analysis }): ReactNode {
  const { hops, delivery_path: path } = data
  const longest = Math.max(0, ...path.map(({ delay_seconds: delay }) => delay ?? 0))
  return (
    <>
      <h3 className="text-16 font-[600]">{`Delivery Path (${hops.toLocaleString('en')} ${hops === 1 ? 'hop' : 'hops'})`}</h3>
      <p className="mt-1 mb-3 max-w-prose text-13 text-ink2">{pathSentence(path)}</p>
      {hops > path.length && (
        <p className="mb-3 text-13 text-ink2">{`Only the newest ${path.length.toLocaleString('en')} hops are shown.`}</p>
      )}
      {path.length > 0 && (
        <Table
          caption="Delivery path"
          rows={path}
          keyOf={({ number }) => String(number)}
          columns={columnsFor(longest)}
        />
      )}
    </>
  )
}

function columnsFor(longest: number): readonly Column<Hop>[] {
  return [
    { title: 'Hop', names: true, label: 'Hop', className: 'sm:w-10', cell: ({ number }) => number },
    {
      title: 'Submitting host',
      label: 'Submitting host',
      className: 'sm:w-[30%]',
      cell: ({ from, address }) => (
        <>
          <Host name={from} />
          {address !== null && address !== from && (
            <span className="block text-ink2">
              <PlainText text={address} mono />
            </span>
          )}
        </>
      ),
    },
    {
      title: 'Receiving host',
      label: 'Receiving host',
      className: 'sm:w-[30%]',
      cell: hop => <Receiver hop={hop} />,
    },
    {
      title: 'Time',
      label: 'Time',
      className: 'sm:w-28',
      cell: ({ time }) => (time === null ? '–' : <time dateTime={time}>{utcTime(time)}</time>),
    },
    {
      title: 'Delay',
      label: 'Delay',
      className: 'sm:w-40',
      cell: ({ delay_seconds: delay }) => <Delay seconds={delay} longest={longest} />,
    },
  ]
}

function Host({ name }: { name: string | null }): ReactNode {
  return name === null ? '–' : <PlainText text={name} mono />
}

function Receiver({ hop: { by, protocol, encrypted, at } }: { hop: Hop }): ReactNode {
  return (
    <>
      <Host name={by} />
      {(protocol !== null || encrypted !== null) && (
        <span className="block text-12 text-ink3">
          {protocol !== null && <PlainText text={protocol} />}
          {protocol !== null && encrypted !== null && ', '}
          {encrypted !== null && (encrypted ? 'encrypted' : 'not encrypted')}
        </span>
      )}
      <EvidenceLines lines={[at]} />
    </>
  )
}

/** The delay in words, and as a bar whose length is the root of it, so that short ones stay visible beside long ones. */
function Delay({ seconds, longest }: { seconds: number | null; longest: number }): ReactNode {
  const { text, isSkewed } = delayText(seconds)
  const slow = isSlow(seconds)
  return (
    <>
      <span className={cx(slow && 'font-[560]')}>{text}</span>
      {isSkewed && (
        <>
          {' '}
          <Tag tone="medium" bare>
            clock skew
          </Tag>
        </>
      )}
      {slow && (
        <>
          {' '}
          <Tag tone="fair" bare>
            slow
          </Tag>
        </>
      )}
      {seconds !== null && (
        <span className="mt-1 block h-2 rounded-[2px] bg-sunken" aria-hidden>
          <span
            className={cx('block h-full min-w-0.5 rounded-[2px]', !isSkewed && (slow ? 'bg-fair-fill' : 'bg-ink3'))}
            style={{ width: `${barWidth(seconds, longest)}%`, ...(isSkewed && { background: stripes }) }}
          />
        </span>
      )}
    </>
  )
}

import type { ReactNode } from 'react'
import { calendarDate, exactTime } from '../../lib/time.ts'
import { Figure } from '../../ui/figure.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Analytics, Listing } from './api.ts'

interface Props {
  analytics: Analytics
  /** The end of the period. */
  until: Date
}

/** The listings of the domain as bars on the time of the period, those of now first. */
export function ListingHistory({ analytics: { listings, more_listings: more, from }, until }: Props): ReactNode {
  const start = new Date(from).getTime()
  const span = until.getTime() - start
  const place = (time: string) => Math.max(0, Math.min(100, ((new Date(time).getTime() - start) / span) * 100))
  return (
    <>
      <Figure
        sentence={sentenceOf(listings)}
        legible
        tall
        columns={['Blocklist', 'Listed', 'First seen', 'Last seen', 'Now']}
        rows={listings.flatMap(listing =>
          listing.spans.map((span, index) => [
            listing.list,
            listing.listed,
            exactTime(new Date(span.from)),
            exactTime(new Date(span.to)),
            listing.listed_now && index === listing.spans.length - 1 ? 'Listed' : 'No longer listed',
          ]),
        )}
        drawing={
          <ul>
            {listings.map(listing => (
              <li
                key={`${listing.list} ${listing.listed}`}
                className="grid items-center gap-x-6 gap-y-1 border-b border-line py-2 first:border-t sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)_11rem]"
              >
                <span className="[overflow-wrap:anywhere]">
                  <span className="font-[560]">{listing.list}</span>{' '}
                  <span className="font-mono text-13 text-ink2">{listing.listed}</span>
                </span>
                <span className="relative h-3 rounded bg-sunken" aria-hidden>
                  {listing.spans.map(({ from: first, to: last }) => (
                    <span
                      key={first}
                      className="absolute inset-y-0 rounded bg-poor-fill"
                      // A listing that one scan saw has no length: it is shown as a mark.
                      style={{
                        insetInlineStart: `${place(first)}%`,
                        inlineSize: `${place(last) - place(first)}%`,
                        minInlineSize: '4px',
                      }}
                    />
                  ))}
                </span>
                <State listing={listing} />
              </li>
            ))}
          </ul>
        }
      />
      {more > 0 && <p className="mt-2 text-13 text-ink2">{`${more} more listings are not shown.`}</p>}
    </>
  )
}

function State({ listing }: { listing: Listing }): ReactNode {
  const last = listing.spans.at(-1)
  if (listing.listed_now) {
    return (
      <Tag tone="poor" bare>
        Listed
      </Tag>
    )
  }
  return <span className="text-13 text-ink2">{last && `Last seen ${calendarDate(new Date(last.to))}`}</span>
}

function sentenceOf(listings: readonly Listing[]): string {
  const now = listings.filter(({ listed_now: isNow }) => isNow).length
  const all = `${listings.length} ${listings.length === 1 ? 'listing' : 'listings'} in this period`
  return `${all}; ${now === 0 ? 'none' : now} in the newest scan that could check blocklists.`
}

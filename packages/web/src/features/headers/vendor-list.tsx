import { sourceKind, vendorLooks, vendorTierLabels } from '@waxseal/core/threat'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Reputation } from './api.ts'
import { PlainText } from './plain-text.tsx'

type Vendor = Reputation['domains'][string]['vendor_results'][number]

/** How many vendors are shown at first (specification 2, section 2). */
const atFirst = 5

/** What each vendor says, the gravest first. `of`: the address or the domain, for screen readers. */
export function VendorList({ of, vendors }: { of: string; vendors: readonly Vendor[] }): ReactNode {
  const [isWhole, setIsWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const rest = vendors.length - atFirst
  if (vendors.length === 0) return null

  function showAll(): void {
    setIsWhole(true)
    // The button is gone with the next render.
    requestAnimationFrame(() => list.current?.focus())
  }

  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label={`Vendors on ${of.slice(0, 100)}`} className="text-13">
        {(isWhole ? vendors : vendors.slice(0, atFirst)).map(({ vendor, category, tier, detail }, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- the list of a stored analysis never changes
            key={index}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line py-1.5"
          >
            <span className="min-w-0">
              <PlainText text={vendor} />{' '}
              {tier === null ? (
                <span className="text-ink3">{sourceKind(vendor)}</span>
              ) : (
                <span className="text-ink3" title={vendorTierLabels[tier]}>
                  T{tier}
                  <span className="sr-only"> ({vendorTierLabels[tier]})</span>
                </span>
              )}
              <span className="block text-12 text-ink3">
                <PlainText text={detail} />
              </span>
            </span>
            <Tag tone={vendorLooks[category].tone} bare>
              {vendorLooks[category].word}
            </Tag>
          </li>
        ))}
      </ul>
      {rest > 0 && !isWhole && (
        <Button size="small" look="quiet" className="mt-1 -ms-3" onClick={showAll}>
          {`+${rest} more`}
        </Button>
      )}
    </>
  )
}

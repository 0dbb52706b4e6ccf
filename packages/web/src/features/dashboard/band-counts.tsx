import { thousands } from '@waxseal/contract/wording'
import { type Band, bands } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { bandTone } from '../../components/bands.ts'
import { Figure } from '../../ui/figure.tsx'
import { Tag, toneFill } from '../../ui/tag.tsx'

const ranges: Record<Band, string> = { Excellent: '90 to 100', Good: '70 to 89', Fair: '50 to 69', Poor: '0 to 49' }

/** The number of domains in each band: one bar in four lengths, with the numbers below. */
export function BandCounts({ counts }: { counts: Record<Band, number> }): ReactNode {
  const total = bands.reduce((sum, band) => sum + counts[band], 0)
  const sentence = `${total} scored ${total === 1 ? 'domain' : 'domains'}: ${bands.map(band => `${counts[band]} ${band}`).join(', ')}.`
  return (
    <Figure
      sentence={sentence}
      columns={['Band', 'Scores', 'Domains']}
      numbersFrom={2}
      rows={bands.map(band => [band, ranges[band], counts[band]])}
      drawing={
        <>
          <div className="flex h-3 gap-0.5 overflow-hidden rounded bg-sunken">
            {bands.map(
              band =>
                counts[band] > 0 && (
                  <span key={band} className={toneFill(bandTone[band])} style={{ flexGrow: counts[band] }} />
                ),
            )}
          </div>
          <div className="mt-4 grid grid-cols-2 gap-y-4 sm:grid-cols-4">
            {bands.map(band => (
              <div key={band} className="sm:border-s sm:border-line sm:ps-4 sm:first:border-s-0 sm:first:ps-0">
                <p className="text-34 font-[600]">{thousands(counts[band])}</p>
                <Tag tone={bandTone[band]} bare>
                  {band}
                </Tag>
                <p className="text-12 text-ink3">{ranges[band]}</p>
              </div>
            ))}
          </div>
        </>
      }
    />
  )
}

import { nextTier, plans, type Tier } from '@waxseal/core/plan'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'

/** What the next plan adds, and the link to the plans. Business has none. */
export function UpgradeBanner({ tier }: { tier: Tier }): ReactNode {
  const next = nextTier(tier)
  if (next === null) return null
  const { label, price } = plans[next]
  return (
    <section
      aria-labelledby="upgrade-title"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded bg-accent-tint p-6"
    >
      <div className="min-w-0">
        <h2 id="upgrade-title" className="text-16 font-[600]">
          Upgrade to {label}
        </h2>
        <p className="mt-1 text-ink2">
          {sentence(gained(tier, next))}, from ${price.year} a month, billed annually.
        </p>
      </div>
      <Link
        to={paths.plans}
        className={buttonClass('primary')}
        onClick={() => document.getElementById('plans')?.scrollIntoView()}
      >
        Compare plans
      </Link>
    </section>
  )
}

/** The first lines of the next plan's card that are not on the present one's. */
function gained(tier: Tier, next: Tier): readonly string[] {
  const { features } = plans[tier]
  return plans[next].features.filter(line => !features.includes(line) && !line.startsWith('Everything')).slice(0, 4)
}

/** `10 domains, unlimited scans, all 34 blacklists` */
function sentence([first = '', ...rest]: readonly string[]): string {
  return [first, ...rest.map(line => line.charAt(0).toLowerCase() + line.slice(1))].join(', ')
}

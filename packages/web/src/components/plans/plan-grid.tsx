import { type BillingPeriod, nextTier, type Price, plans, type Tier, tiers, yearlySaving } from '@waxseal/core/plan'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'

interface Props {
  /** Marks the user's plan. */
  current?: Tier
  /** Whose prices are large. */
  period?: BillingPeriod
  /** The content below a plan: a button, when it leads somewhere. */
  action?: (tier: Tier) => ReactNode
}

/** The three plans side by side, divided by rules. */
export function PlanGrid({ current, period, action }: Props): ReactNode {
  return (
    <ol className="grid gap-y-8 md:grid-cols-3">
      {tiers.map(tier => (
        <PlanColumn
          key={tier}
          tier={tier}
          current={tier === current}
          isYearly={period === 'yearly'}
          action={action?.(tier)}
        />
      ))}
    </ol>
  )
}

interface ColumnProps {
  tier: Tier
  current: boolean
  isYearly: boolean
  action: ReactNode
}

function PlanColumn({ tier, current, isYearly, action }: ColumnProps): ReactNode {
  const { label, price, features } = plans[tier]
  return (
    <li
      className={cx(
        'flex flex-col md:border-s md:border-line md:px-6 md:first:border-s-0 md:first:ps-0 md:last:pe-0',
        'max-md:border-t max-md:border-line max-md:pt-4',
      )}
    >
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-16 font-[600]">{label}</h3>
        {current && (
          <span className="rounded bg-accent-tint px-2 py-0.5 text-13 font-[560] text-accent">Current plan</span>
        )}
      </div>
      <p className="mt-1">
        <span className="text-34 font-[600]">${isYearly ? price.year : price.month}</span>
        <span className="text-ink3">/month</span>
      </p>
      <p className="min-h-5 text-13 text-ink3">
        {yearlySaving(price) > 0 ? yearlyText(price, isYearly) : nextTier(tier) && 'Free forever. No card required.'}
      </p>
      <ul className="mt-4 mb-6 grid gap-1.5">
        {features.map(feature => (
          <li key={feature} className="flex items-baseline gap-2">
            <Check className="size-3.5 shrink-0 translate-y-0.5 text-ink3" aria-hidden />
            {feature}
          </li>
        ))}
      </ul>
      {action !== undefined && <div className="mt-auto">{action}</div>}
    </li>
  )
}

function yearlyText(price: Price, isYearly: boolean): string {
  const saving = `(save ${yearlySaving(price)}%)`
  return isYearly
    ? `$${12 * price.year} billed annually ${saving}`
    : `or $${price.year}/month billed annually ${saving}`
}

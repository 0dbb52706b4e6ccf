import { plans, type Tier } from '@waxseal/core/plan'
import type { ReactNode } from 'react'
import { PlanGrid } from '../../components/plans/plan-grid.tsx'
import type { Config } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { checks, reasons, testimonials, threats, vendorTiers } from './texts.ts'

const place = 'mt-16 scroll-mt-4'

export function Features({ config }: { config: Config | undefined }): ReactNode {
  return (
    <Sheet id="features" title="What we check" className={place}>
      <dl>
        {checks.map(({ name, text }) => (
          <div
            key={name}
            className="grid gap-x-6 gap-y-1 border-t border-line py-3 first:border-t-0 sm:grid-cols-[16rem_1fr]"
          >
            <dt className="font-[560]">{name}</dt>
            <dd className="max-w-prose text-ink2">
              {text}
              {name === threats && config?.virustotal && ` ${vendorTiers}`}
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}

export function Testimonials(): ReactNode {
  return (
    <Sheet
      id="testimonials"
      title="What it could do for you"
      className={place}
      aside={<span className="text-13 text-ink3">Examples, not real customers</span>}
    >
      <ul className="grid gap-y-8 md:grid-cols-3">
        {testimonials.map(({ quote, by }) => (
          <li key={by} className="md:border-s md:border-line md:px-6 md:first:border-s-0 md:first:ps-0 md:last:pe-0">
            <blockquote className="text-16">“{quote}”</blockquote>
            <p className="mt-2 text-13 text-ink3">{by} (example)</p>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

export function WhyChoose(): ReactNode {
  return (
    <Sheet id="why" title="Why choose Waxseal" className={place}>
      <dl className="grid gap-x-12 md:grid-cols-2">
        {reasons.map(({ name, text }) => (
          <div key={name} className="border-t border-line py-3">
            <dt className="font-[560]">{name}</dt>
            <dd className="mt-1 text-ink2">{text}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}

export function Pricing({ onStart }: { onStart: (tier: Tier) => void }): ReactNode {
  return (
    <Sheet id="pricing" title="Pricing" className={place}>
      <PlanGrid action={getStarted(onStart)} />
    </Sheet>
  )
}

/** The button below each plan. */
function getStarted(onStart: (tier: Tier) => void): (tier: Tier) => ReactNode {
  return tier => (
    <Button
      look={tier === 'free' ? 'plain' : 'primary'}
      className="w-full"
      aria-label={`Get Started on ${plans[tier].label}`}
      onClick={() => onStart(tier)}
    >
      Get Started
    </Button>
  )
}

export function FinalCall({ onStart }: { onStart: () => void }): ReactNode {
  return (
    <section aria-labelledby="start-title" className="mt-16 border-t border-ink pt-8 pb-16 text-center">
      <h2 id="start-title" className="text-26 font-[600]">
        Check your domain now
      </h2>
      <p className="mx-auto mt-2 mb-6 max-w-prose text-balance text-ink2">
        Add a domain and scan it. The report takes less than a minute.
      </p>
      <Button look="wax" size="large" onClick={onStart}>
        Start Free Trial
      </Button>
    </section>
  )
}

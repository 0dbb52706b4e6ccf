import { createCheckoutRoute } from '@waxseal/contract/routes'
import { type BillingPeriod, isSame, plans, rank, type Tier, type Wish, yearlySaving } from '@waxseal/core/plan'
import { type ReactNode, useState } from 'react'
import { PlanGrid } from '../../components/plans/plan-grid.tsx'
import { LockableButton } from '../../components/role-button.tsx'
import { useRoleProblem } from '../../lib/use-role.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { Billing } from './billing-api.ts'
import { PeriodSwitch } from './period-switch.tsx'
import { choiceOf } from './plan-choice.ts'
import { usePlanChange } from './use-plan-change.tsx'

interface Props {
  tier: Tier
  billing: Billing
}

/** The three plans for the chosen billing period, each with the button that leads to it. */
export function ComparePlans({ tier, billing }: Props): ReactNode {
  const [chosen, setPeriod] = useState<BillingPeriod | null>(null)
  if (billing.state === 'off') return null
  const own = billing.state === 'ready' ? billing.present?.period : null
  const period = chosen ?? own ?? 'monthly'
  return (
    <Sheet
      title="Compare Plans"
      id="plans"
      className="scroll-mt-4"
      aside={<PeriodSwitch period={period} saving={yearlySaving(plans.pro.price)} onChange={setPeriod} />}
    >
      {/* With a paid plan the subscription above says so. */}
      {billing.state === 'failed' && rank(tier) === 0 && (
        <LoadFailed what="Your subscription" onRetry={billing.retry} />
      )}
      {billing.state === 'ready' ? (
        <Plans tier={tier} billing={billing} period={period} />
      ) : (
        <PlanGrid current={tier} period={period} />
      )}
    </Sheet>
  )
}

interface PlansProps {
  tier: Tier
  billing: Extract<Billing, { state: 'ready' }>
  period: BillingPeriod
}

function Plans({ tier, billing: { present, at }, period }: PlansProps): ReactNode {
  const change = usePlanChange(present)
  const roleProblem = useRoleProblem(createCheckoutRoute)

  function action(plan: Tier): ReactNode {
    const wish: Wish = { plan, period }
    const choice = choiceOf(tier, present, wish, at)
    if (choice.kind === 'none') return <p className="flex h-10 items-center justify-center text-ink3">{choice.text}</p>
    return (
      <LockableButton
        problem={roleProblem ?? (choice.kind === 'waits' ? choice.problem : null)}
        look={choice.kind === 'downgrade' ? 'plain' : 'primary'}
        className="w-full"
        busy={change.running !== null && isSame(change.running, wish)}
        onClick={({ currentTarget }) => change.choose(wish, choice, currentTarget)}
      >
        {choice.label}
      </LockableButton>
    )
  }

  return (
    <>
      <PlanGrid current={tier} period={period} action={action} />
      {change.dialogs}
    </>
  )
}

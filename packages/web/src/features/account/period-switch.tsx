import { type BillingPeriod, billingPeriods } from '@waxseal/core/plan'
import { type ReactNode, useId } from 'react'
import { periodLabels } from '../../components/plans/billing-words.ts'
import { cx } from '../../ui/class-names.ts'

interface Props {
  period: BillingPeriod
  /** Of yearly billing, in percent. */
  saving: number
  onChange: (period: BillingPeriod) => void
}

/** Whether the plans are shown with monthly or with yearly billing. */
export function PeriodSwitch({ period, saving, onChange }: Props): ReactNode {
  const name = useId()
  return (
    <fieldset className="flex rounded border border-field bg-surface">
      <legend className="sr-only">Billing period</legend>
      {billingPeriods.map(each => (
        <label
          key={each}
          className={cx(
            'relative flex h-8 cursor-pointer items-center rounded px-3 text-13 font-[560] transition-colors has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent',
            each === period ? 'bg-accent text-on-accent' : 'text-ink2 hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={each === period}
            onChange={() => onChange(each)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {periodLabels[each]}
          {each === 'yearly' && <>&nbsp;(save {saving}%)</>}
        </label>
      ))}
    </fieldset>
  )
}

import { thousands } from '@waxseal/contract/wording'
import { plans, upgradeText } from '@waxseal/core/plan'
import type { ReactNode } from 'react'
import { usePlan } from '../../lib/use-plan.ts'
import type { ListPreview } from './read-list.ts'

interface Props {
  preview: ListPreview
  /** The number of domains of the account. */
  owned: number
}

const toldMax = 3

/** Summary of a list before it is sent: the number of names, what is no name, and whether the plan allows them. */
export function ListCount({ preview: { known, fresh, notNames }, owned }: Props): ReactNode {
  const { tier } = usePlan()
  const limit = tier === null ? null : plans[tier].domains
  const room = limit === null ? fresh : Math.max(0, limit - owned)
  const total = known + fresh
  return (
    <div role="status" className="mt-4 min-h-6 text-13 text-ink2 [overflow-wrap:anywhere]">
      {total + notNames.length > 0 && (
        <p>
          <span className="font-[560] text-ink">{total === 1 ? '1 domain' : `${thousands(total)} domains`} found</span>
          {known > 0 && `, ${thousands(known)} already in your list`}
          {notNames.length > 0 && `. Not a domain name: ${quoted(notNames)}`}.
        </p>
      )}
      {tier !== null && fresh > room && (
        <p className="mt-1">
          {room === 0
            ? 'Your plan’s domain limit is reached.'
            : `Your plan has room for ${thousands(room)} of the ${thousands(fresh)} new domains.`}{' '}
          {upgradeText('domains', tier).text}
        </p>
      )}
    </div>
  )
}

function quoted(inputs: readonly string[]): string {
  const told = inputs.slice(0, toldMax).map(input => `“${input.length > 40 ? `${input.slice(0, 40)}…` : input}”`)
  const more = inputs.length - told.length
  return `${told.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

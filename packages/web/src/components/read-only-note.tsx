import { useQuery } from '@tanstack/react-query'
import { thousands } from '@waxseal/contract/wording'
import { domainAllowance, plans } from '@waxseal/core/plan'
import type { ReactNode } from 'react'
import { configQuery } from '../lib/queries.ts'
import { upgrade } from '../lib/upgrade.ts'
import { usePlan } from '../lib/use-plan.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'

/** Says which domains are read-only, why, and what changes that. `count` null: the one on this page. */
export function ReadOnlyNote({ count }: { count: number | null }): ReactNode {
  const { tier } = usePlan()
  const { data: config } = useQuery(configQuery)
  const isSold = config?.billing !== 'off'
  const [results, it] = count === null || count === 1 ? ['its results', 'it'] : ['their results', 'them']
  const state = it === 'it' ? 'it is' : 'they are'
  return (
    <div className="mb-6">
      <Note
        look="warning"
        title={titleOf(count)}
        action={
          isSold && (
            <Button size="small" onClick={() => upgrade.open({ feature: 'domains', detail: null })}>
              Upgrade
            </Button>
          )
        }
      >
        {tier !== null && `Your ${plans[tier].label} plan allows ${domainAllowance(plans[tier].domains)}. `}
        You can read {results}, but {state} not scanned or monitored and cannot be changed.{' '}
        {isSold ? 'Upgrade or delete' : 'Delete'} an older domain to use {it} again.
      </Note>
    </div>
  )
}

function titleOf(count: number | null): string {
  if (count === null) return 'This domain is read-only'
  return count === 1 ? '1 domain is read-only' : `${thousands(count)} domains are read-only`
}

import { useQuery } from '@tanstack/react-query'
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
  const them = count === null || count === 1 ? 'Its results stay' : 'Their results stay'
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
        {them}, without scans, monitoring, alerts and changes. {isSold ? 'Upgrade or delete' : 'Delete'} an older domain
        to use {count === null || count === 1 ? 'it' : 'them'} again.
      </Note>
    </div>
  )
}

function titleOf(count: number | null): string {
  if (count === null) return 'This domain is read-only'
  return count === 1 ? '1 domain is read-only' : `${count.toLocaleString('en')} domains are read-only`
}

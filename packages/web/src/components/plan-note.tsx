import { useQuery } from '@tanstack/react-query'
import { type Feature, type Tier, upgradeText } from '@waxseal/core/plan'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { configQuery } from '../lib/queries.ts'
import { upgrade } from '../lib/upgrade.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { unsoldText } from './unsold.ts'

interface Props {
  feature: Feature
  /** The plan that lacks it. */
  tier: Tier
  look?: 'primary'
  /** What becomes of what is there already. */
  children?: ReactNode
}

/** Says that the plan lacks a feature, and leads to the upgrade. Where nothing is sold, it names the operator instead. */
export function PlanNote({ feature, tier, look, children }: Props): ReactNode {
  const { data: config } = useQuery(configQuery)
  const isSold = config?.billing !== 'off'
  return (
    <Note
      look="info"
      title={
        <>
          <Lock className="me-1.5 inline size-3.5 align-[-0.1em]" aria-hidden />
          {isSold ? upgradeText(feature, tier).text : unsoldText}
        </>
      }
      action={
        isSold && (
          <Button size="small" {...(look && { look })} onClick={() => upgrade.open({ feature, detail: null })}>
            Upgrade
          </Button>
        )
      }
    >
      {children}
    </Note>
  )
}

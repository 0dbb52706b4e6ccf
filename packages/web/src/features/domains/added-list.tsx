import { startScanRoute } from '@waxseal/contract/routes'
import { thousands } from '@waxseal/contract/wording'
import { plans, upgradeText } from '@waxseal/core/plan'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { RoleButton } from '../../components/role-button.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import type { Added } from './api.ts'

interface Props {
  added: Added
  /** Back to the text, which now has the names that were not added; null: none are left. */
  onAgain: (() => void) | null
  onUpgrade: () => void
  /** Closes with the added domains selected, for a scan or a tag. */
  onSelect: () => void
  /** Closes and scans the added domains. */
  onScan: () => void
  onDone: () => void
}

/** The result of a list: the number of added domains, and each other one with the server's reason. */
export function AddedList({ added: outcome, onAgain, onUpgrade, onSelect, onScan, onDone }: Props): ReactNode {
  const { added, skipped, left_out: leftOut } = outcome
  const { tier } = usePlan()
  const title = useRef<HTMLHeadingElement>(null)
  // The focused form is gone, so the focus moves to the result.
  useLayoutEffect(() => title.current?.focus(), [])

  return (
    <div className="grid gap-4">
      <h3 ref={title} tabIndex={-1} className="text-16 font-[600]">
        {added.length === 1 ? '1 domain added' : `${thousands(added.length)} domains added`}
        {skipped.length > 0 && `, ${thousands(skipped.length)} not added`}
      </h3>
      {leftOut > 0 && tier !== null && plans[tier].domains !== null && (
        <Note
          look="warning"
          title={`${leftOut === 1 ? '1 domain is' : `${thousands(leftOut)} domains are`} over your plan’s limit`}
          action={
            <Button size="small" onClick={onUpgrade}>
              Upgrade
            </Button>
          }
        >
          {upgradeText('domains', tier).text}
        </Note>
      )}
      {skipped.length > 0 && (
        <ScrollRegion label="Not added" className="max-h-64 border-y border-line">
          <ul className="text-13">
            {skipped.map(({ input, reason }) => (
              <li key={input} className="border-b border-line py-1.5 last:border-b-0">
                <span className="block font-mono [overflow-wrap:anywhere]">{input}</span>
                <span className="block text-ink3">{reason}</span>
              </li>
            ))}
          </ul>
        </ScrollRegion>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {onAgain && (
          <Button look="quiet" onClick={onAgain}>
            Correct the list
          </Button>
        )}
        {added.length > 0 && (
          <Button look="quiet" onClick={onSelect}>
            Select new domains
          </Button>
        )}
        <Button look={added.length > 0 ? 'plain' : 'primary'} onClick={onDone}>
          Done
        </Button>
        {added.length > 0 && (
          <RoleButton needs={startScanRoute} look="primary" onClick={onScan}>
            Scan all added
          </RoleButton>
        )}
      </div>
    </div>
  )
}

import { deleteDecisionRoute } from '@waxseal/contract/routes'
import { identityKey } from '@waxseal/core/check'
import { scoreStays } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { RoleButton } from '../../../components/role-button.tsx'
import { Issue } from '../score/issue.tsx'
import { DecisionWords } from './decision-control.tsx'
import { type DecidedFinding, type Decision, holds } from './decisions.ts'
import { mutedId, useDecided } from './decisions-context.tsx'
import { unsaved } from './use-decisions.ts'

/** The muted findings: closed, and counted where everybody sees it. */
export function Muted({ muted }: { muted: readonly DecidedFinding[] }): ReactNode {
  if (muted.length === 0) return null
  return (
    <details className="border-b border-line">
      <summary id={mutedId} className="py-3 font-[560] text-ink2 hover:text-ink">
        {`Muted (${muted.length})`}
      </summary>
      <ul className="mb-3">
        {muted.map(({ finding }) => (
          <li key={identityKey(finding)} className="border-t border-line py-3">
            <Issue finding={finding} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What decisions leave as it is, and those about findings this scan does not have. */
export function Decided({
  decided,
  gone,
}: {
  decided: readonly DecidedFinding[]
  gone: readonly Decision[]
}): ReactNode {
  return (
    <>
      {decided.some(({ decision }) => holds(decision)) && <p className="mt-3 text-13 text-ink3">{scoreStays}</p>}
      {gone.length > 0 && <Gone decisions={gone} />}
    </>
  )
}

function Gone({ decisions }: { decisions: readonly Decision[] }): ReactNode {
  const { undo } = useDecided()
  return (
    <details className="mt-3 text-13">
      <summary className="py-1 text-ink3 hover:text-ink">
        {decisions.length === 1
          ? '1 decision about a finding that is not in this scan'
          : `${decisions.length} decisions about findings that are not in this scan`}
      </summary>
      <p className="mb-1 max-w-prose text-ink3">Decisions apply again when the finding returns.</p>
      <ul>
        {decisions.map(decision => (
          <li
            key={identityKey({ id: decision.finding, subject: decision.subject })}
            className="flex flex-wrap items-start justify-between gap-x-4 border-b border-line py-2"
          >
            <div className="min-w-0">
              <p className="font-[560] [overflow-wrap:anywhere]">{decision.reason}</p>
              <DecisionWords decision={decision} />
            </div>
            <RoleButton
              needs={deleteDecisionRoute}
              size="small"
              look="quiet"
              aria-label={`Delete the decision about ${decision.reason}`}
              busy={decision.id === unsaved}
              onClick={() => undo('list', decision)}
            >
              Delete
            </RoleButton>
          </li>
        ))}
      </ul>
    </details>
  )
}

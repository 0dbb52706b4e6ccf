import { identityKey } from '@waxseal/core/check'
import { scoreStep } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { ActionControl } from '../action/action-control.tsx'
import { sortOut } from '../decisions/decisions.ts'
import { useDecided } from '../decisions/decisions-context.tsx'
import type { Finding } from '../report.ts'

/** The first issue that no one has accepted or muted, with its advice, its button, and the score it leads to. */
export function NextStep({ steps, score }: { steps: readonly Finding[]; score: number | null }): ReactNode {
  const { all } = useDecided()
  const open = sortOut(steps, all).shown.find(({ decision }) => decision === null || decision.expired)
  if (open === undefined) return null
  const { finding } = open
  const step = scoreStep(score, finding)
  return (
    <section aria-labelledby="next-step-title" className="rounded bg-sunken px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 id="next-step-title" className="text-13 font-[600] text-ink3">
          Next step
        </h3>
        <p className="min-w-0 font-[600] [overflow-wrap:anywhere]">{finding.reason}</p>
        {step !== null && <p className="font-[560] text-ink2">{step}</p>}
      </div>
      <p className="mt-1 max-w-prose [overflow-wrap:anywhere]">
        <span className="font-[560]">What to do: </span>
        {finding.advice}
      </p>
      {/* After a scan another finding may be the next step: its steps are closed at first. */}
      <ActionControl key={identityKey(finding)} finding={finding} look="primary" />
    </section>
  )
}

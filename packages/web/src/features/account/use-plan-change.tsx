import * as wording from '@waxseal/contract/wording'
import type { Subscription, Wish } from '@waxseal/core/plan'
import { type ReactNode, useRef, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { deferred } from '../../ui/deferred.tsx'
import { type Change, type Outcome, useChangePlan } from './billing-api.ts'
import { questionAfterChange, questionOf } from './change-words.ts'
import type { Choice } from './plan-choice.ts'
import type { Step } from './plan-dialogs.tsx'

const StepDialog = deferred({
  what: 'The dialog',
  load: () => import('./plan-dialogs.tsx'),
  pick: module => module.StepDialog,
  waiting: null,
})

/** A click on a plan card. */
interface Chosen extends Change {
  /** The name of the button. */
  label: string
}

interface PlanChange {
  /** `button`: gets the focus back after the last dialog. */
  choose: (wish: Wish, choice: Extract<Choice, { label: string }>, button: HTMLElement) => void
  /** The choice whose change runs; its button is busy. */
  running: Wish | null
  dialogs: ReactNode
}

/** From a click on a plan card to the page to pay on, or to the change at the end of the period. */
export function usePlanChange(present: Subscription | null): PlanChange {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [step, setStep] = useState<Step | null>(null)
  const clicked = useRef<HTMLElement>(null)
  const close = (): void => setStep(null)
  const change = useChangePlan({
    onOutcome: outcome => {
      const next = outcome && stepOf(outcome)
      // What looked like an upgrade is a downgrade by now. The answer to the question agrees to it.
      if (next?.kind === 'asking') setChosen(before => before && { ...before, agreed: true })
      setStep(next)
    },
    onFailure: error => setStep({ kind: 'failed', detail: detailOf(error) }),
  })

  const choose: PlanChange['choose'] = (wish, choice, button) => {
    if (change.busy) return
    clicked.current = button
    const agreed = choice.kind === 'downgrade'
    setChosen({ wish, label: choice.label, agreed })
    const question = questionOf(present, wish, choice)
    if (question !== null) setStep({ kind: 'asking', question })
    else change.start({ wish, agreed: false })
  }

  const start = (): void => void (chosen && change.start(chosen))
  return {
    choose,
    running: change.busy && step === null ? (chosen?.wish ?? null) : null,
    dialogs: chosen && step && (
      <StepDialog
        step={step}
        present={present}
        wish={chosen.wish}
        title={chosen.label}
        busy={change.busy}
        onStart={start}
        onClose={close}
        focusFallback={clicked}
      />
    ),
  }
}

function stepOf(outcome: Outcome): Step {
  if ('prorated_amount' in outcome)
    return { kind: 'proration', amount: outcome.prorated_amount, credit: outcome.credit }
  if (!outcome.downgrade_scheduled) return { kind: 'asking', question: questionAfterChange(outcome.message) }
  return { kind: 'scheduled', message: outcome.message, effectiveDate: outcome.effective_date }
}

function detailOf(error: Error): string {
  return (error instanceof ApiError ? error.detail : null) ?? wording.changeFailed
}

import * as wording from '@waxseal/contract/wording'
import type { Subscription, Wish } from '@waxseal/core/plan'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { type Outcome, useChangePlan } from './billing-api.ts'
import { type Question, questionOf } from './change-words.ts'
import type { Choice } from './plan-choice.ts'
import { AskingDialog, FailedDialog, ProrationDialog, ScheduledDialog } from './plan-dialogs.tsx'

/** A click on a plan card. */
interface Chosen {
  wish: Wish
  /** The name of the button. */
  label: string
}

/** The dialog that is open. */
type Step =
  | { kind: 'asking'; question: Question }
  | { kind: 'scheduled'; message: string; effectiveDate: string }
  | { kind: 'proration'; amount: number; url: string }
  | { kind: 'failed'; detail: string }

interface PlanChange {
  choose: (wish: Wish, choice: Extract<Choice, { label: string }>) => void
  /** The choice whose change runs; its button is busy. */
  running: Wish | null
  dialogs: ReactNode
}

/** From a click on a plan card to the page to pay on, or to the change at the end of the period. */
export function usePlanChange(present: Subscription | null): PlanChange {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [step, setStep] = useState<Step | null>(null)
  const close = (): void => setStep(null)
  const change = useChangePlan({
    onOutcome: outcome => setStep(outcome && stepOf(outcome)),
    onFailure: error => setStep({ kind: 'failed', detail: detailOf(error) }),
  })

  function choose(wish: Wish, choice: Extract<Choice, { label: string }>): void {
    if (change.busy) return
    setChosen({ wish, label: choice.label })
    const question = questionOf(present, wish, choice)
    if (question !== null) setStep({ kind: 'asking', question })
    else change.start(wish)
  }

  const start = (): void => void (chosen && change.start(chosen.wish))
  return {
    choose,
    running: change.busy && step === null ? (chosen?.wish ?? null) : null,
    dialogs: chosen && step && (
      <>
        {step.kind === 'asking' && (
          <AskingDialog question={step.question} busy={change.busy} onConfirm={start} onCancel={close} />
        )}
        {step.kind === 'scheduled' && <ScheduledDialog {...step} onClose={close} />}
        {step.kind === 'proration' && (
          <ProrationDialog {...step} present={present} wish={chosen.wish} title={chosen.label} onClose={close} />
        )}
        {step.kind === 'failed' && (
          <FailedDialog detail={step.detail} busy={change.busy} onRetry={start} onClose={close} />
        )}
      </>
    ),
  }
}

function stepOf(outcome: Outcome): Step {
  if ('url' in outcome) return { kind: 'proration', amount: outcome.prorated_amount, url: outcome.url }
  return { kind: 'scheduled', message: outcome.message, effectiveDate: outcome.effective_date }
}

function detailOf(error: Error): string {
  return (error instanceof ApiError ? error.detail : null) ?? wording.changeFailed
}

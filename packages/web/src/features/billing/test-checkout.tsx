import { plans, type Subscription } from '@waxseal/core/plan'
import { type ReactNode, useState } from 'react'
import { dollars, offerInWords, priceInWords } from '../../components/plans/billing-words.ts'
import { paths } from '../../lib/paths.ts'
import { Button, type ButtonLook, buttonClass } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { type Outcome, type TestPage, useChooseOutcome } from './api.ts'
import { Facts } from './facts.tsx'

interface Props {
  sessionId: string
  page: TestPage
}

/** The page to pay on: what is bought, and what the payment provider shall answer. */
export function TestCheckout({ sessionId, page }: Props): ReactNode {
  const { kind, state, plan, billing_period: period, amount } = page
  if (plan === null || period === null) return null
  const offer: Pick<Subscription, 'plan' | 'period'> = { plan, period }
  return (
    <>
      <h1 className="text-26 font-[600]">
        {kind === 'change' ? 'Confirm' : 'Subscribe to'} {plans[plan].label}
      </h1>
      <p className="mt-1 mb-6 text-ink2">
        {state === 'open' ? 'No money moves. You choose what the payment provider would answer.' : 'No money moved.'}
      </p>
      <Facts
        facts={[
          ['Plan', offerInWords(offer)],
          ['Price', priceInWords(offer)],
          ...(state === 'expired' ? [] : [[state === 'complete' ? 'Paid' : 'Due today', dollars(amount)] as const]),
        ]}
      />
      {state === 'open' ? (
        <Choices sessionId={sessionId} amount={amount} />
      ) : (
        <Ended isComplete={state === 'complete'} />
      )}
    </>
  )
}

const choices: readonly { outcome: Outcome; label: string; look: ButtonLook; hint: string }[] = [
  { outcome: 'decline', label: 'Decline', look: 'plain', hint: 'The bank declines the card. You can try again.' },
  { outcome: 'expire', label: 'Let it expire', look: 'plain', hint: 'The session ends without a payment.' },
  { outcome: 'cancel', label: 'Cancel', look: 'plain', hint: 'You go back without paying.' },
]

function Choices({ sessionId, amount }: { sessionId: string; amount: number }): ReactNode {
  const [chosen, setChosen] = useState<Outcome | null>(null)
  const [declined, setDeclined] = useState(0)
  const choose = useChooseOutcome(sessionId, () => setDeclined(before => before + 1))

  function start(outcome: Outcome): void {
    setChosen(outcome)
    choose.start(outcome)
  }

  const isBusy = (outcome: Outcome): boolean => choose.busy && chosen === outcome
  return (
    <div className="mt-6 grid gap-4">
      <div role="alert">
        {declined > 0 && !choose.busy && (
          <Note look="bad" title="The payment was declined">
            Nothing was charged, and your plan is unchanged. Try again, or cancel.
          </Note>
        )}
      </div>
      <Button look="primary" size="large" className="w-full" busy={isBusy('pay')} onClick={() => start('pay')}>
        Pay {dollars(amount)}
      </Button>
      <ul>
        {choices.map(({ outcome, label, look, hint }) => (
          <li
            key={outcome}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3"
          >
            <span className="text-ink2">{hint}</span>
            <Button look={look} busy={isBusy(outcome)} onClick={() => start(outcome)}>
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A page that was paid or has expired takes no payment any more. */
function Ended({ isComplete }: { isComplete: boolean }): ReactNode {
  return (
    <div className="mt-6 grid gap-6">
      {isComplete ? (
        <Note look="good" title="This payment is complete">
          You cannot pay it twice.
        </Note>
      ) : (
        <Note look="warning" title="This payment page has expired">
          Nothing was charged. Choose your plan again.
        </Note>
      )}
      <p>
        {/* The account is loaded afresh: the plan may be another one. */}
        <a href={isComplete ? paths.account : paths.plans} className={buttonClass('primary')}>
          Back to your account
        </a>
      </p>
    </div>
  )
}

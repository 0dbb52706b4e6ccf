import { type ReactNode, useState } from 'react'
import { dateInWords, dollars, offerInWords, priceInWords } from '../../components/plans/billing-words.ts'
import { SubscriptionStatus } from '../../components/plans/subscription-status.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { type PortalAction, type TestPage, useAct } from './api.ts'
import { Facts } from './facts.tsx'

interface Props {
  sessionId: string
  page: TestPage
}

/** The billing portal: what a customer does there, and what time and the bank do to a subscription. */
export function TestPortal({ sessionId, page }: Props): ReactNode {
  const [done, setDone] = useState('')
  const act = useAct(sessionId)
  const [chosen, setChosen] = useState<PortalAction | null>(null)

  function start(offered: Offered): void {
    setChosen(offered.action)
    setDone('')
    act.start(offered.action, { onSuccess: () => setDone(offered.done) })
  }

  return (
    <>
      <h1 className="text-26 font-[600]">Billing portal</h1>
      <p className="mt-1 mb-6 text-ink2">No money moves. You choose what happens to the subscription.</p>
      <SubscriptionFacts page={page} />
      <div role="status" className="mt-4">
        {done !== '' && <Note look="good" title={done} />}
      </div>
      <ul className="mt-2">
        {offeredIn(page).map(offered => (
          <li
            key={offered.action}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3"
          >
            <span className="min-w-0 basis-64 text-ink2">{offered.hint}</span>
            <Button busy={act.busy && chosen === offered.action} onClick={() => start(offered)}>
              {offered.label}
            </Button>
          </li>
        ))}
      </ul>
      {page.state !== 'open' && (
        <div className="mt-6">
          <Note look="warning" title="This portal has expired">
            Open it again with “Manage billing” in your account.
          </Note>
        </div>
      )}
      <p className="mt-6">
        <a href={page.return_url} className={buttonClass('primary')}>
          Back to your account
        </a>
      </p>
    </>
  )
}

function SubscriptionFacts({ page: { subscription, amount, fails_next: failsNext } }: { page: TestPage }): ReactNode {
  if (subscription === null) return <p className="border-t border-ink pt-3 text-ink2">There is no subscription.</p>
  const { plan, billing_period: period, status, current_period_end: end } = subscription
  const ends = dateInWords(new Date(end))
  return (
    <Facts
      facts={[
        ['Plan', offerInWords({ plan, period })],
        ['Price', priceInWords({ plan, period })],
        ['Status', <SubscriptionStatus key="status" status={status} />],
        [status === 'cancelled' ? 'Ends on' : 'Next payment', failsNext ? `${ends}, will fail` : ends],
        ...(amount > 0 ? [['Overdue', dollars(amount)] as const] : []),
      ]}
    />
  )
}

/** An action that changes something now. */
interface Offered {
  action: PortalAction
  label: string
  hint: string
  /** What is said once it is done. */
  done: string
}

function offeredIn({ state, subscription, fails_next: failsNext, amount }: TestPage): Offered[] {
  if (state !== 'open' || subscription === null) return []
  const { status, current_period_end: end } = subscription
  const isOver = status === 'cancelled' && new Date(end) <= new Date()
  if (isOver) return []
  const offered: Offered[] = []
  if (amount > 0)
    offered.push({
      action: 'pay_overdue',
      label: 'Pay overdue invoice',
      hint: `Pay the overdue ${dollars(amount)}.`,
      done: 'The overdue invoice is paid',
    })
  offered.push(
    status === 'cancelled'
      ? {
          action: 'resume',
          label: 'Resume subscription',
          hint: 'The subscription goes on after this period.',
          done: 'The subscription goes on',
        }
      : {
          action: 'cancel',
          label: 'Cancel subscription',
          hint: 'The subscription ends with this period.',
          done: 'The subscription ends with this period',
        },
  )
  if (!failsNext)
    offered.push({
      action: 'fail_next_payment',
      label: 'Fail next payment',
      hint: 'The bank declines the next payment.',
      done: 'The next payment will fail',
    })
  offered.push({
    action: 'move_clock',
    label: 'Move clock',
    hint: `Time moves to the end of the period, ${dateInWords(new Date(end))}.`,
    done: 'The period has ended',
  })
  return offered
}

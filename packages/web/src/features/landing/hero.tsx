import { plans } from '@waxseal/core/plan'
import type { ReactNode } from 'react'
import type { Config } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { ExampleSheet } from './example-sheet.tsx'
import { freeCheckScope, newAccount } from './texts.ts'

interface Props {
  /** The field for a domain; null where visitors may not check one. It has the same height then, because the server says so later. */
  check: ReactNode
  onStart: () => void
  /** Opens the report of a sample domain. */
  onDemo: () => void
  config: Config | undefined
}

/** The label, the field and its hint. */
const fieldHeight = '5.5rem'

export function Hero({ check, onStart, onDemo, config }: Props): ReactNode {
  return (
    <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[1fr_31rem]">
      <div className="lg:self-center">
        <h1 className="text-34 font-[600] text-balance">Find out why your mail lands in spam, and fix it</h1>
        <div className="mt-6" style={{ minHeight: fieldHeight }}>
          {check ?? (
            <p className="text-16">Create an account to check your domain. The report takes less than a minute.</p>
          )}
        </div>
        <p className="mt-4 max-w-prose text-16 text-ink2">
          Waxseal checks the DNS, mail servers, SPF, DKIM, DMARC, {plans.business.blocklists} blocklists, threats, open
          relays and transport security of your domain, and scores them from 0 to 100. Each finding shows its evidence
          and how to fix it.
        </p>
        {check !== null && <p className="mt-3 max-w-prose text-13 text-ink2">{freeCheckScope(config)}</p>}
        <div className="mt-8 flex flex-wrap items-center gap-4">
          <Button look="wax" size="large" onClick={onStart}>
            Start Free Trial
          </Button>
          <Button size="large" onClick={onDemo}>
            Watch Demo
          </Button>
        </div>
        {config?.billing !== 'off' && (
          <p className="mt-4 text-13 text-ink3">Free: {newAccount(config)}. No card required.</p>
        )}
      </div>
      <ExampleSheet />
    </div>
  )
}

import { checkNames } from '@waxseal/core/check'
import { percentOf } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { type Column, Table } from '../../ui/table.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import type { CheckRate } from './api.ts'

interface Row extends CheckRate {
  /** All scans of the period. */
  scans: number
}

const columns: readonly Column<Row>[] = [
  { title: 'Check', cell: ({ check }) => checkNames[check].title, names: true, className: 'text-start' },
  { title: 'Completed', label: 'Completed', cell: rateOf, className: 'text-start' },
  { title: 'Last not completed', label: 'Last not completed', cell: lastMissedOf, className: 'text-start' },
]

/** How often each check completed: a lookup that failed is neither a finding nor a point lost. */
export function CheckRates({ checks, scans }: { checks: readonly CheckRate[]; scans: number }): ReactNode {
  return (
    <>
      <p className="mb-3 max-w-prose text-ink2">
        A check completed when enough of it was answered to compare the score: of blocklists at least half. A report
        names each list without an answer. A check that could not run costs no points. Its last known answers count
        until it can run again.
      </p>
      <Table
        caption="How often each check completed"
        rows={checks.map(check => ({ ...check, scans }))}
        keyOf={({ check }) => check}
        columns={columns}
      />
    </>
  )
}

function rateOf({ made, scans }: Row): ReactNode {
  return (
    <span className="inline-flex items-center gap-3">
      <span className="h-2 w-24 shrink-0 overflow-hidden rounded bg-sunken" aria-hidden>
        <span className="block h-full bg-ink2" style={{ width: `${(made / scans) * 100}%` }} />
      </span>
      {`${shareOf(made, scans)} (${made} of ${scans} ${scans === 1 ? 'scan' : 'scans'})`}
    </span>
  )
}

function lastMissedOf({ last_missed: at }: Row): ReactNode {
  return at === null ? 'Never in this period' : <TimeAgo at={at} />
}

/** Whole percents; only all scans are 100%. */
export function shareOf(made: number, of: number): string {
  return `${percentOf(made, of)}%`
}

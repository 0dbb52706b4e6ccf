import type { ComponentType, ReactNode } from 'react'
import type { ScanReply } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import type { ReportProps } from './report-props.ts'
import sample from './sample-report.json' with { type: 'json' }

interface Props {
  Report: ComponentType<ReportProps>
  onClose: () => void
  onSignUp: () => void
}

/** The report of a domain of the demo world, as a scan gave it (`scanner/src/sample-report.test.ts`). */
export function SampleReport({ Report, onClose, onSignUp }: Props): ReactNode {
  // The types of JSON are wider than those of a reply. The test named above compares it with a real one.
  const scan = sample as unknown as ScanReply
  return (
    <>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0">
          <h2 className="text-26 font-[600] [overflow-wrap:anywhere]">{scan.domain_name}</h2>
          <p className="text-13 text-ink3">A sample domain. Everything in the report can be opened.</p>
        </div>
        <Button onClick={onClose}>Close the demo</Button>
      </div>
      <Report scan={scan} fresh={false} onSignUp={onSignUp} />
    </>
  )
}

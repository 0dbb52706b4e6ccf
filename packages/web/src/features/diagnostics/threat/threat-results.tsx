import { notAskedOfVisitors, states } from '@waxseal/core/check'
import { threatLookupsUpgradeText } from '@waxseal/core/plan'
import {
  noThreatSource,
  noVerdictCause,
  noVerdictSentences,
  reputationLooks,
  sourceKind,
  vendorLooks,
  vendorTierLabels,
} from '@waxseal/core/threat'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import type { ScanReply } from '../../../lib/queries.ts'
import { usePlan } from '../../../lib/use-plan.ts'
import { Note } from '../../../ui/note.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { reportTexts } from '../wording.ts'

type Threat = ScanReply['results']['threat_intelligence']
type Gaps = ScanReply['sections']['threat']['gaps']
type Vendor = NonNullable<Threat['domain']>['vendor_results'][number]

/** The verdict, the vendors and their opinions; or why there are none. */
export function ThreatResults({ threat, gaps }: { threat: Threat; gaps: Gaps }): ReactNode {
  const { error, left_out: leftOut } = threat
  return (
    <div className="grid gap-5">
      {error === null && <Results threat={threat} gaps={gaps} />}
      {/* Nothing else is set up: the line below says why it was not asked. */}
      {error !== null && !(error === 'not_configured' && leftOut.length > 0) && <NoResults error={error} />}
      {leftOut.length > 0 && <Note look="info" title={`${notAskedOfVisitors}: ${leftOut.join(', ')}`} />}
    </div>
  )
}

function NoResults({ error }: { error: NonNullable<Threat['error']> }): ReactNode {
  const { tier, sellsPlans } = usePlan()
  if (error === 'rate_limit_exceeded') {
    const more = tier === null || !sellsPlans ? null : threatLookupsUpgradeText(tier)
    return (
      <Note look="unknown" title={reportTexts.threatLimit}>
        {more !== null && (
          <>
            <p className="flex items-baseline gap-2">
              <Lock className="size-3.5 shrink-0 translate-y-0.5 text-ink3" aria-hidden />
              <UpgradeLink>{reportTexts.threatUpgrade}</UpgradeLink>
            </p>
            <p>{more}</p>
          </>
        )}
      </Note>
    )
  }
  if (error === 'not_configured') {
    return <Note look="info" title={noThreatSource} />
  }
  return (
    <Note
      look="unknown"
      title={<span className="inline-block first-letter:uppercase">{reportTexts.threatUnavailable}</span>}
    >
      This does not affect the score.
    </Note>
  )
}

function UpgradeLink({ children }: { children: string }): ReactNode {
  return (
    <Link to={paths.plans} className="prose-link rounded">
      {children}
    </Link>
  )
}

function Results({ threat, gaps }: { threat: Threat; gaps: Gaps }): ReactNode {
  const { overall_verdict: verdict, threat_indicators: indicators, domain, note } = threat
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="font-[560]">Overall verdict</span>
        {verdict === null ? (
          <Tag tone={states.couldNotCheck.tone}>{states.couldNotCheck.word}</Tag>
        ) : (
          <Tag tone={reputationLooks[verdict].tone}>{reputationLooks[verdict].word}</Tag>
        )}
      </div>
      {verdict === null && (
        <p className="max-w-prose text-ink2">
          {noVerdictSentences[noVerdictCause(threat, gaps)]} This does not affect the score.
        </p>
      )}
      {indicators.length > 0 && (
        <Part title="Threat indicators">
          <ul className="list-disc ps-5">
            {indicators.map(indicator => (
              <li key={indicator} className="[overflow-wrap:anywhere]">
                {indicator}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <SmartLock threat={threat} />
      {domain?.smart_verdict !== undefined && <Part title="Smart verdict">{domain.smart_verdict}</Part>}
      {domain?.vendor_interpretation !== undefined && (
        <Part title="Vendor interpretation">{domain.vendor_interpretation}</Part>
      )}
      {domain !== null && <Vendors vendors={domain.vendor_results} />}
      {note !== null && <p className="text-13 text-ink3">{note}</p>}
    </div>
  )
}

/** If the plan has no interpretation, says so, and which plan has it. */
function SmartLock({ threat }: { threat: Threat }): ReactNode {
  const { sellsPlans } = usePlan()
  if (!sellsPlans || threat.domain === null || threat.domain.smart_verdict !== undefined) return null
  return (
    <Part title="Smart verdict and vendor interpretation">
      <span className="flex items-baseline gap-2">
        <Lock className="size-3.5 shrink-0 translate-y-0.5 text-ink3" aria-hidden />
        <span>
          A summary of the reports: <UpgradeLink>Upgrade to Pro for smart interpretation</UpgradeLink>
        </span>
      </span>
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <h3 className="mb-1 font-[560]">{title}</h3>
      <div className="max-w-prose text-ink2 [overflow-wrap:anywhere]">{children}</div>
    </div>
  )
}

const tierNames = { 1: 'Tier 1', 2: 'Tier 2', 3: 'Tier 3' } as const

function Vendors({ vendors }: { vendors: readonly Vendor[] }): ReactNode {
  return (
    <div>
      <h3 className="mb-1 font-[560]">Vendors</h3>
      {vendors.length === 0 ? (
        <p className="text-13 text-ink2">{reportTexts.noReputation}</p>
      ) : (
        <Table
          caption="Vendors"
          scroll={{ label: 'Vendors', className: 'max-h-[10rem] border-y border-line' }}
          rowLayout="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-1.5"
          rows={vendors}
          keyOf={({ vendor, tier }) => `${tier} ${vendor}`}
          columns={vendorColumns}
        />
      )}
    </div>
  )
}

const vendorColumns: readonly Column<Vendor>[] = [
  {
    title: 'Vendor',
    names: true,
    cell: ({ vendor, tier, detail }) => (
      <>
        {vendor}{' '}
        <span className="text-ink3">
          {tier === null ? sourceKind(vendor) : `${tierNames[tier]} (${vendorTierLabels[tier]})`}
        </span>
        <span className="block text-12 text-ink3">{detail}</span>
      </>
    ),
  },
  {
    title: 'Verdict',
    cell: ({ category }) => (
      <Tag tone={vendorLooks[category].tone} bare>
        {vendorLooks[category].word}
      </Tag>
    ),
  },
]

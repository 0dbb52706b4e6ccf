import { analyzeMessageRoute, askAboutMessageRoute } from '@waxseal/contract/routes'
import { Download, Lock } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { AskAi } from '../../components/assistant/ask-ai.tsx'
import { timeInSentence } from '../../lib/time-in-sentence.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { Button } from '../../ui/button.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { AnalysisTabs } from './analysis-tabs.tsx'
import { type Analysis, useExportPdf } from './api.ts'
import { ThreatCard } from './threat-card.tsx'
import { headerTexts } from './wording.ts'

interface Props {
  analysis: Analysis
  /** Takes the focus when a click opened the analysis. */
  heading: Ref<HTMLHeadingElement>
}

/** One analysis: its threat score, then its parts. */
export function AnalysisView({ analysis, heading }: Props): ReactNode {
  return (
    <div className="grid grid-cols-1 gap-10">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-ink pt-3">
        <div>
          <h2 ref={heading} tabIndex={-1} className="text-20 font-[600]">
            Analysis
          </h2>
          <p className="text-13 text-ink3">
            Analyzed <TimeAgo at={analysis.created_at} words={timeInSentence} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <AskAboutMessage analysis={analysis} />
          <ExportButton analysis={analysis} />
        </div>
      </div>
      <ThreatCard analysis={analysis} />
      <AnalysisTabs analysis={analysis} />
    </div>
  )
}

function AskAboutMessage({ analysis: { id } }: { analysis: Analysis }): ReactNode {
  const subject = {
    id,
    title: 'AI Security Assistant',
    calls: { analyze: analyzeMessageRoute, ask: askAboutMessageRoute },
    hint: 'Ask me anything about this message',
    example: 'Is this message safe?',
  }
  return <AskAi subject={subject} version={id} size="small" />
}

/** Exports the analysis, or says what the plan allows. */
function ExportButton({ analysis }: { analysis: Analysis }): ReactNode {
  const { sellsPlans: isLocked } = usePlan()
  const { start, busy } = useExportPdf(analysis)
  const Icon = isLocked ? Lock : Download
  return (
    <Button
      size="small"
      busy={busy}
      onClick={() => (isLocked ? upgrade.open({ feature: 'exports', detail: null }) : start(undefined))}
    >
      {!busy && <Icon className="size-3.5" aria-hidden />}
      {headerTexts.exportPdf}
    </Button>
  )
}

import type { Evidence } from '@waxseal/core/check'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { severityTone, severityWord } from '../../../components/bands.ts'
import { AskedQuestions, questionsWords } from '../../../components/evidence/asked-questions.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { ActionControl } from '../action/action-control.tsx'
import { DecideButton, DecisionPart } from '../decisions/decision-control.tsx'
import type { Finding } from '../report.ts'
import type { EvidenceRequest } from './evidence-context.ts'

interface Props {
  request: EvidenceRequest
  evidence: readonly Evidence[]
  onClose: () => void
}

/** The query, the server, the answer, the time, and the command that repeats it. */
export function EvidenceDrawer({ request, evidence, onClose }: Props): ReactNode {
  const { key } = useLocation()
  const [openedAt] = useState(key)
  // A link in the drawer leads to a part of the report below it.
  useEffect(() => {
    if (key !== openedAt) onClose()
  }, [key, openedAt, onClose])
  const shown = evidence.filter(({ id }) => request.ids.includes(id))
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      shape="drawer"
      title={request.title}
      description={questionsWords(shown)}
    >
      {request.finding && <FindingHead finding={request.finding} />}
      <AskedQuestions evidence={shown} />
    </Dialog>
  )
}

function FindingHead({ finding }: { finding: Finding }): ReactNode {
  return (
    <div className="mb-6">
      <Tag tone={severityTone[finding.severity]}>{severityWord[finding.severity]}</Tag>
      <p className="mt-3">{finding.meaning}</p>
      <p className="mt-2">
        <span className="font-[560]">What to do: </span>
        {finding.advice}
      </p>
      {finding.clause !== '' && <p className="mt-2 text-13 text-ink3">{finding.clause}</p>}
      <ActionControl finding={finding} look="primary">
        <DecideButton place="evidence" finding={finding} />
      </ActionControl>
      <DecisionPart place="evidence" finding={finding} />
    </div>
  )
}

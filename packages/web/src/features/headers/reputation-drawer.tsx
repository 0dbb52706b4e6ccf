import type { Evidence } from '@waxseal/core/check'
import type { ReactNode } from 'react'
import { AskedQuestions, questionsWords } from '../../components/evidence/asked-questions.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface Props {
  title: string
  evidence: readonly Evidence[]
  onClose: () => void
}

/** What was asked of the sources about one subject, and what they answered. */
export function ReputationDrawer({ title, evidence, onClose }: Props): ReactNode {
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      shape="drawer"
      title={title}
      description={questionsWords(evidence)}
    >
      <AskedQuestions evidence={evidence} />
    </Dialog>
  )
}

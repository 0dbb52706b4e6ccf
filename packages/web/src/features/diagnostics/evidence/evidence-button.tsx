import { FileSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { type EvidenceRequest, useEvidence } from './evidence-context.ts'

/** Opens the evidence of a finding or a section. Hidden without evidence. */
export function EvidenceButton(request: EvidenceRequest): ReactNode {
  const open = useEvidence()
  if (request.ids.length === 0) return null
  return (
    <Button size="small" look="quiet" aria-label={`Evidence: ${request.title}`} onClick={() => open(request)}>
      <FileSearch className="size-3.5" aria-hidden />
      Evidence
    </Button>
  )
}

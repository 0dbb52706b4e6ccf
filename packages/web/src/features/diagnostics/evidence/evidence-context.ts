import { createContext, useContext } from 'react'
import type { Finding } from '../report.ts'

/** The content to show in the evidence drawer. */
export interface EvidenceRequest {
  title: string
  /** Ids of the scan's evidence. */
  ids: readonly string[]
  finding?: Finding
}

const EvidenceContext = createContext<(request: EvidenceRequest) => void>(() => {})

export const EvidenceProvider = EvidenceContext

/** Opens the evidence drawer of the report. */
export function useEvidence(): (request: EvidenceRequest) => void {
  return useContext(EvidenceContext)
}

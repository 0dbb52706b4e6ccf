import { FileSearch } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import type { Reputation } from './api.ts'

const Drawer = deferred({
  what: 'The evidence',
  load: () => import('./reputation-drawer.tsx'),
  pick: module => module.ReputationDrawer,
  waiting: null,
})

interface Props {
  /** What the evidence is about, as shown: an address, a domain, or all sources. */
  about: string
  evidence: NonNullable<Reputation['evidence']>
}

/** Opens the queries to the sources with their answers. Hidden without any. */
export function ReputationEvidence({ about, evidence }: Props): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  if (evidence.length === 0) return null
  const title = `Evidence: ${about.slice(0, 100)}`
  return (
    <>
      <Button size="small" look="quiet" className="-ms-3" aria-label={title} onClick={() => setIsOpen(true)}>
        <FileSearch className="size-3.5" aria-hidden />
        Evidence
      </Button>
      {isOpen && <Drawer title={title} evidence={evidence} onClose={() => setIsOpen(false)} />}
    </>
  )
}

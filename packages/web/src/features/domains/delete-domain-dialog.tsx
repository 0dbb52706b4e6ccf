import { type ReactNode, useState } from 'react'
import type { Domain } from '../../lib/queries.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useDeleteDomain } from './api.ts'
import { domainTexts } from './wording.ts'

export function DeleteDomainDialog({ domain, onClose }: { domain: Domain; onClose: () => void }): ReactNode {
  // What the server says mail depends on; the next press deletes all the same.
  const [warning, setWarning] = useState<string | null>(null)
  const remove = useDeleteDomain({ onConflict: setWarning, onDone: onClose })
  return (
    <ConfirmDialog
      title={domainTexts.confirmDelete(domain.domain_name)}
      description="This also deletes its scans. The domain itself and its mail stay as they are."
      warning={warning}
      confirm={warning === null ? 'Delete' : 'Delete anyway'}
      look="danger"
      busy={remove.busy}
      onConfirm={() => remove.start({ domain, confirmed: warning !== null })}
      onCancel={onClose}
    />
  )
}

import { type ReactNode, type RefObject, useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type Configuration, useDelete } from './api.ts'
import { flatteningTexts } from './wording.ts'

interface Props {
  configuration: Configuration
  /** Who answers for the hosted zone. */
  provider: string
  focusAfter: RefObject<HTMLElement | null>
  onClose: () => void
}

export function DeleteDialog({ configuration, provider, focusAfter, onClose }: Props): ReactNode {
  // What the server says mail depends on; the next press deletes all the same.
  const [warning, setWarning] = useState<string | null>(null)
  const remove = useDelete(configuration, { onConflict: setWarning, onDone: onClose })
  return (
    <ConfirmDialog
      title="Delete this configuration?"
      description={flatteningTexts.confirmDelete(configuration.customer_slug, provider)}
      warning={warning}
      confirm={warning === null ? 'Delete' : 'Delete anyway'}
      look="danger"
      busy={remove.busy}
      focusFallback={focusAfter}
      onConfirm={() => remove.start({ confirmed: warning !== null })}
      onCancel={onClose}
    />
  )
}

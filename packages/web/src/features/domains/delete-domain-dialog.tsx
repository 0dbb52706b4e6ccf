import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import type { Domain } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusReturn } from '../../ui/focus-return.ts'
import { useDeleteDomain } from './api.ts'
import { domainTexts } from './wording.ts'

export function DeleteDomainDialog({ domain, onClose }: { domain: Domain; onClose: () => void }): ReactNode {
  const remove = useDeleteDomain()
  const returnFocus = useFocusReturn()
  return (
    <AlertDialog.Root open onOpenChange={open => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="overlay-in fixed inset-0 z-40 bg-shade" />
        <AlertDialog.Content
          onCloseAutoFocus={returnFocus}
          className="dialog-in fixed top-1/2 left-1/2 z-50 w-[calc(100vw-32px)] max-w-md -translate-x-1/2 -translate-y-1/2 rounded border border-line bg-surface p-6 shadow-overlay"
        >
          <AlertDialog.Title className="text-20 font-[600]">
            {domainTexts.confirmDelete(domain.domain_name)}
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-2 mb-6 text-ink2">
            This also deletes its scans. The domain itself and its mail stay as they are.
          </AlertDialog.Description>
          <div className="flex justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button look="quiet">Cancel</Button>
            </AlertDialog.Cancel>
            <Button look="danger" busy={remove.busy} onClick={() => remove.start(domain, { onSettled: onClose })}>
              Delete
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

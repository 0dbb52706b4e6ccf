import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Sheet } from '../../ui/sheet.tsx'

const DeleteDialog = deferred({
  what: 'The form',
  load: () => import('./delete-dialog.tsx'),
  pick: module => module.DeleteDialog,
  waiting: null,
})

/** The end of the account page: its deletion. */
export function DeleteAccount(): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Sheet title="Delete account" id="delete" className="scroll-mt-4">
      <p className="mb-4 max-w-prose text-ink2">
        Your account and the workspaces that only you belong to are deleted. You can restore them for 30 days.
      </p>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        Delete account
      </Button>
      {isOpen && <DeleteDialog onClose={() => setIsOpen(false)} />}
    </Sheet>
  )
}

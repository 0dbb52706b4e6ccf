import { type ReactNode, useState } from 'react'
import type { Domain } from '../../../lib/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { deferred } from '../../../ui/deferred.tsx'

const ShareDialog = deferred({
  what: 'The dialog',
  load: () => import('./share-dialog.tsx'),
  pick: module => module.ShareDialog,
  waiting: null,
})

/** Opens the share links of a domain, and the report as a file for programs. */
export function ShareButton({ domain }: { domain: Domain }): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onPointerEnter={ShareDialog.preload} onClick={() => setIsOpen(true)}>
        Share
      </Button>
      {isOpen && <ShareDialog domain={domain} onClose={() => setIsOpen(false)} />}
    </>
  )
}

import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import type { Chat } from './use-chat.ts'
import { chatTexts } from './wording.ts'

/** Loaded when it is first opened. */
const ConfirmDialog = deferred({
  what: 'The question',
  load: () => import('../../ui/confirm-dialog.tsx'),
  pick: module => module.ConfirmDialog,
  waiting: null,
})

interface Props {
  clear: Chat['clear']
  /** An answer is on its way: it would be stored afterwards. */
  disabled: boolean
}

/** Deletes all messages, after a question. */
export function ClearHistory({ clear, disabled }: Props): ReactNode {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" disabled={disabled} onClick={() => setAsking(true)}>
        {chatTexts.clear}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Clear the chat history?"
          description="All your messages in this workspace are deleted, with their answers. Other members keep theirs."
          confirm={chatTexts.clear}
          look="danger"
          busy={clear.busy}
          onConfirm={() => clear.start({ onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}

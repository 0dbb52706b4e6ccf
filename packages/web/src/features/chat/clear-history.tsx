import { type ReactNode, type RefObject, useState } from 'react'
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
  /** While an answer is running: the server would store it after the history is cleared. */
  disabled: boolean
  /** Takes the focus once the history is cleared. */
  focusAfter: RefObject<HTMLElement | null>
}

/** Deletes all messages, after a question. */
export function ClearHistory({ clear, disabled, focusAfter }: Props): ReactNode {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" disabled={disabled} onClick={() => setAsking(true)}>
        {chatTexts.clear}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Clear the chat history?"
          description="This deletes all your messages in this workspace and their answers. Other members keep theirs."
          confirm={chatTexts.clear}
          look="danger"
          focusFallback={focusAfter}
          busy={clear.busy}
          onConfirm={() => clear.start({ onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}

import { AlertDialog } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { Button, type ButtonLook } from './button.tsx'
import { useFocusReturn } from './focus-return.ts'

interface Props {
  title: string
  /** Read out when the dialog opens. */
  description: ReactNode
  /** The name of the button that confirms. */
  confirm: string
  look?: ButtonLook
  busy?: boolean
  /** The name of the button that does not. */
  cancel?: string
  onConfirm: () => void
  /** Also with Escape. */
  onCancel: () => void
  /** What a first confirmation found; read out when it appears. */
  warning?: string | null
  /** Takes the focus afterwards when what opened the dialog is gone. */
  focusFallback?: RefObject<HTMLElement | null>
}

/** Asks before something happens. Only its buttons and Escape close it. */
export function ConfirmDialog(props: Props): ReactNode {
  const { title, description, confirm, look = 'primary', busy = false, cancel = 'Cancel' } = props
  const { onConfirm, onCancel, warning = null, focusFallback } = props
  const returnFocus = useFocusReturn(focusFallback)
  return (
    <AlertDialog.Root open onOpenChange={open => !open && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="overlay-in fixed inset-0 z-40 bg-shade" />
        <AlertDialog.Content
          onCloseAutoFocus={returnFocus}
          className="dialog-in fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-md -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded border border-line bg-surface p-6 [overflow-wrap:anywhere] shadow-overlay"
        >
          <AlertDialog.Title className="text-20 font-[600]">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-ink2">{description}</AlertDialog.Description>
          <div role="alert" className="mb-6">
            {warning !== null && <p className="mt-3 border-s-[3px] border-fair-fill ps-3 text-ink">{warning}</p>}
          </div>
          <div className="flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button look="quiet">{cancel}</Button>
            </AlertDialog.Cancel>
            <Button look={look} busy={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

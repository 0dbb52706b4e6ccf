import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useState } from 'react'
import { buttonClass } from './button.tsx'
import { cx } from './class-names.ts'
import { useFocusReturn } from './focus-return.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** One sentence under the title; also read out when the dialog opens. */
  description?: ReactNode
  children: ReactNode
  /** `wide` has room for records; `drawer` slides in from the side and takes the whole height. */
  shape?: 'dialog' | 'wide' | 'drawer'
  /** Takes the focus afterwards when what opened the dialog is gone. */
  focusFallback?: RefObject<HTMLElement | null> | undefined
  /** The dialog has closed, and the focus is back. */
  onClosed?: () => void
}

const centered =
  'dialog-in top-1/2 left-1/2 max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 rounded border border-line p-6'

const shapes = {
  dialog: `${centered} max-w-md`,
  wide: `${centered} max-w-2xl max-sm:p-4`,
  drawer: 'drawer-in inset-y-0 right-0 w-full max-w-[500px] border-l border-line p-6 max-sm:p-4',
} as const

/** The second click of a double click hits what the first one opened; it must not close it again. */
const doubleClickMs = 500

export function Dialog(props: Props): ReactNode {
  const { open, onOpenChange, title, description, children, shape = 'dialog', focusFallback, onClosed } = props
  const returnFocus = useFocusReturn(focusFallback)
  // A drawer may be long: its title and its button stay while it scrolls.
  const isDrawer = shape === 'drawer'
  const [openedAt] = useState(() => performance.now())
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="overlay-in fixed inset-0 z-40 bg-shade" />
        <Radix.Content
          onCloseAutoFocus={event => {
            returnFocus(event)
            onClosed?.()
          }}
          onPointerDownOutside={event => {
            if (performance.now() - openedAt < doubleClickMs) event.preventDefault()
          }}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          className={cx('fixed z-50 overflow-y-auto overscroll-contain bg-surface shadow-overlay', shapes[shape])}
        >
          <Radix.Title
            className={cx('pe-8 text-20 font-[600]', isDrawer && 'sticky top-0 z-10 -mt-4 bg-surface pt-4 pb-2')}
          >
            {title}
          </Radix.Title>
          {description !== undefined && <Radix.Description className="mt-2 text-ink2">{description}</Radix.Description>}
          <div className="mt-4">{children}</div>
          {/* Last in the focus order, so that the dialog focuses its first field or button. */}
          <Radix.Close
            aria-label="Close"
            className={buttonClass('quiet', 'icon', isDrawer ? 'fixed end-4 top-4 z-20' : 'absolute end-4 top-5')}
          >
            <X className="size-4" aria-hidden />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

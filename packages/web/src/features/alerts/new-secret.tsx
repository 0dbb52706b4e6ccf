import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useNewSecret } from './api.ts'
import { SettingButton } from './lock.tsx'

/** Creates the secret of the webhook's signatures, and shows it this once. */
export function NewSecret(): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const create = useNewSecret()

  function close(): void {
    setIsOpen(false)
    setSecret(null)
  }

  return (
    <>
      <SettingButton size="small" onClick={() => setIsOpen(true)}>
        New signing secret
      </SettingButton>
      {isOpen && (
        <Dialog
          open
          onOpenChange={open => !open && close()}
          title={secret === null ? 'Create a new signing secret?' : 'Your new signing secret'}
          description={
            secret === null
              ? 'The current secret stops working at once. Your receiver must know the new one to check signatures.'
              : 'Copy it now. It is shown only once.'
          }
        >
          {secret !== null && (
            <div className="mb-4 flex items-center gap-2">
              <p
                dir="ltr"
                className="min-w-0 grow rounded bg-sunken px-3 py-2 font-mono text-13 [overflow-wrap:anywhere]"
              >
                {secret}
              </p>
              <CopyButton text={secret} what="signing secret" />
            </div>
          )}
          <div className="flex justify-end gap-2">
            {secret === null ? (
              <>
                <Button look="quiet" onClick={close}>
                  Cancel
                </Button>
                <Button
                  look="primary"
                  busy={create.busy}
                  onClick={() => create.start(undefined, { onSuccess: made => setSecret(made.secret) })}
                >
                  Create secret
                </Button>
              </>
            ) : (
              <Button look="primary" onClick={close}>
                Done
              </Button>
            )}
          </div>
        </Dialog>
      )}
    </>
  )
}

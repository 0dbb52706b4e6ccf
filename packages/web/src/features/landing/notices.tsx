import type { ReactNode } from 'react'
import { useAuth, useSession } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

/** What a visitor must know before they sign in. */
export function Notices(): ReactNode {
  const { status } = useSession()
  const auth = useAuth()
  if (status === 'error') {
    return (
      <div role="alert" className="mb-8">
        <Note
          look="unknown"
          title="Sign-in did not load"
          action={
            <Button size="small" onClick={() => void auth.load()}>
              Retry
            </Button>
          }
        >
          The sign-in service did not answer. Try again to sign in.
        </Note>
      </div>
    )
  }
  return null
}

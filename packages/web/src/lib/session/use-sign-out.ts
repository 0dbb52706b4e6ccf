import { useNavigate } from 'react-router'
import { forgetDrafts } from '../drafts.ts'
import { notify } from '../notify.ts'
import { paths } from '../paths.ts'
import { forgetInvitation } from '../pending-invitation.ts'
import { useAuth } from './session.tsx'

/** Signs out and deletes all drafts of this tab, which stay when a session only expires. */
export function useSignOut(): () => Promise<void> {
  const auth = useAuth()
  const navigate = useNavigate()
  return async () => {
    try {
      await auth.signOut()
      forgetDrafts()
      forgetInvitation()
      await navigate(paths.landing)
    } catch {
      notify.error('Sign-out failed. Please try again.')
    }
  }
}

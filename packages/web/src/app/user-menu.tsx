import { useQuery } from '@tanstack/react-query'
import { CircleUserRound, LogOut, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../lib/paths.ts'
import { meQuery } from '../lib/queries.ts'
import { useSession } from '../lib/session/session.tsx'
import { useSignOut } from '../lib/session/use-sign-out.ts'
import { singleKeys, useSingleKeys } from '../lib/single-keys.ts'
import { buttonClass } from '../ui/button.tsx'
import { Menu, MenuButton, MenuLink } from '../ui/menu.tsx'

/** The signed-in user, with links to the account and to sign-out. */
export function UserMenu(): ReactNode {
  const signOut = useSignOut()
  const session = useSession()
  const me = useQuery(meQuery)
  if (session.status !== 'signed-in') return null
  const { name, email } = me.data ?? session.user

  return (
    <Menu
      label={`User menu: ${name}`}
      trigger={
        <>
          <CircleUserRound className="size-4 shrink-0" aria-hidden />
          <span className="hidden truncate md:block">{name}</span>
        </>
      }
      triggerClass={buttonClass('quiet', 'small', 'max-w-56 max-md:w-8 max-md:px-0')}
      className="w-72"
    >
      <p role="presentation" className="border-b border-line px-3 py-2">
        <span className="block truncate font-[560]">{name}</span>
        {email !== name && <span className="block truncate text-13 text-ink3">{email}</span>}
        {me.data !== undefined && me.data.workspaces.length > 1 && (
          <span className="block truncate text-13 text-ink2">Workspace: {me.data.workspace.name}</span>
        )}
      </p>
      <MenuLink to={paths.account}>
        <UserRound className="size-4 text-ink3" aria-hidden />
        Account
      </MenuLink>
      <KeysEntry />
      <MenuButton onClick={() => void signOut()}>
        <LogOut className="size-4 text-ink3" aria-hidden />
        Sign out
      </MenuButton>
    </Menu>
  )
}

/** Turns single keys off and on: speech input and slips press them too. Touch screens have no keys. */
function KeysEntry(): ReactNode {
  const on = useSingleKeys()
  return (
    <MenuButton className="pointer-coarse:hidden" onClick={() => singleKeys.set(!on)}>
      {/* The drawing of a keyboard weighs as much as this menu. */}
      <span aria-hidden className="w-4 text-center font-mono text-ink3">
        ?
      </span>
      {on ? 'Turn off shortcuts' : 'Turn on shortcuts'}
    </MenuButton>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dateInWords } from '../../components/plans/billing-words.ts'
import { PublicFrame } from '../../components/public-frame.tsx'
import { useSignOut } from '../../lib/session/use-sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useTitle } from '../../ui/title.ts'
import { deletionQuery, useRestoreAccount } from './deletion-api.ts'

/** In place of every screen while the account is deleted: all that can be done is to restore it. */
export function RestorePage(): ReactNode {
  useTitle('Restore account')
  const deletion = useQuery(deletionQuery)
  const client = useQueryClient()
  const signOut = useSignOut()
  const restore = useRestoreAccount(() => void client.resetQueries())
  return (
    <PublicFrame>
      <h1 className="mb-4 text-26 font-[600]">This account is deleted</h1>
      {deletion.data ? (
        <p className="mb-6 text-ink2">
          You can restore {deletion.data.email} {until(deletion.data.removed_at)}. Your workspaces come back with their
          domains, history and settings, and scans and alerts run again.
        </p>
      ) : deletion.isError ? (
        <LoadFailed what="The date" onRetry={() => void deletion.refetch()} />
      ) : (
        <Loading what="the date">
          <Skeleton className="mb-6 h-16 w-full" />
        </Loading>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" busy={restore.busy} onClick={() => restore.start(undefined)}>
          Restore account
        </Button>
        <Button onClick={() => void signOut()}>Sign out</Button>
      </div>
    </PublicFrame>
  )
}

const until = (removedAt: string | null): string =>
  removedAt === null ? 'now' : `until ${dateInWords(new Date(removedAt))}`

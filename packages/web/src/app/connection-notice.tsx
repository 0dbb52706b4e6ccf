import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { connection, isUnreached } from '../lib/connection.ts'
import { Note } from '../ui/note.tsx'

/**
 * Says that the server cannot be reached, until it answers again: then what could not be loaded is loaded. A call without
 * a reply, or the browser without a network, is only a reason to ask the server once more.
 */
export function ConnectionNotice(): ReactNode {
  const isLost = useLostConnection()
  return (
    <div role="status" className="fixed start-4 z-30 bg-surface max-md:end-4 max-md:top-16 md:bottom-4 md:max-w-xs">
      {isLost && (
        <div className="border border-line py-2 pe-4 shadow-overlay">
          <Note look="unknown" title="No connection to the server">
            You can read what is on screen. Scans and changes wait until the connection is back.
          </Note>
        </div>
      )}
    </div>
  )
}

function useLostConnection(): boolean {
  const client = useQueryClient()
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    const end = new AbortController()
    let isWaiting = false
    async function ask(): Promise<void> {
      if (isWaiting || (await connection.there()) || isWaiting || end.signal.aborted) return
      isWaiting = true
      setLost(true)
      await connection.back(end.signal)
      isWaiting = false
      setLost(false)
      void client.refetchQueries({ predicate: query => query.state.status === 'error' })
    }
    const heard = (event: { type: string; action?: { type: string; error?: unknown } }): void => {
      if (event.action?.type === 'error' && isUnreached(event.action.error)) void ask()
    }
    const ends = [client.getQueryCache().subscribe(heard), client.getMutationCache().subscribe(heard)]
    const offline = (): void => void ask()
    window.addEventListener('offline', offline)
    return () => {
      end.abort()
      for (const stop of ends) stop()
      window.removeEventListener('offline', offline)
    }
  }, [client])
  return isLost
}

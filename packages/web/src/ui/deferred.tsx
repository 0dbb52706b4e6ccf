import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { isUpdated } from '../lib/new-version.ts'
import { LoadFailed, Updated } from './load-failed.tsx'

interface Options<P, M> {
  /** Its name in the message when its code cannot be loaded: "The form". */
  what: string
  load: () => Promise<M>
  /** Selects the component of the loaded module. */
  pick: (module: M) => ComponentType<P>
  /** The placeholder during loading. */
  waiting: ReactNode
}

/**
 * A part whose code is loaded when it is first shown. If that fails (no network, or a new version was installed), the
 * rest of the page stays, and the user can try again or is asked to reload it. `preload` loads it before it is needed.
 */
export function deferred<P extends object, M>({
  what,
  load,
  pick,
  waiting,
}: Options<P, M>): ComponentType<P> & { preload: () => void } {
  let fetched: ComponentType<P> | null = null

  function Deferred(props: P): ReactNode {
    const [Part, setPart] = useState(() => fetched)
    const [failed, setFailed] = useState<'unreached' | 'updated' | null>(null)
    useEffect(() => {
      if (Part !== null || failed !== null) return undefined
      let isHere = true
      const fetchPart = async (): Promise<void> => {
        try {
          const part = pick(await reached(load).catch(fetchAgain<M>))
          // Another module was served at the address.
          if (part === undefined) throw new Error('there is no such part')
          fetched = part
          if (isHere) setPart(() => part)
        } catch (error) {
          console.error(`${what} could not be fetched`, error)
          const now = (await isUpdated()) ? 'updated' : 'unreached'
          if (isHere) setFailed(now)
        }
      }
      void fetchPart()
      return () => {
        isHere = false
      }
    }, [Part, failed])
    if (failed === 'updated') return <Updated />
    if (failed !== null) return <LoadFailed what={what} onRetry={() => setFailed(null)} />
    return Part === null ? waiting : <Part {...props} />
  }

  return Object.assign(Deferred, {
    preload: () => {
      // A failure is reported when the part is needed.
      reached(load).then(
        module => (fetched = pick(module)),
        () => null,
      )
    },
  })
}

/**
 * Loads only when the server is reachable, because a failed import stays failed for the page, with all its imports (see
 * below). A browser without a network may still reach a server on its own machine, so it asks the server.
 */
function reached<M>(load: () => Promise<M>): Promise<M> {
  return navigator.onLine ? load() : fetch('/', { method: 'HEAD', cache: 'no-store' }).then(load)
}

let times = 0

/**
 * Chromium remembers a failed import and never requests it again until a page load (the module map of HTML). Another
 * address works. Its error message, and Firefox's, end with the address.
 */
async function fetchAgain<M>(cause: unknown): Promise<M> {
  const address = cause instanceof Error ? /dynamically imported module: (\S+)$/.exec(cause.message)?.[1] : undefined
  if (address === undefined) throw cause
  times += 1
  return import(/* @vite-ignore */ `${address}?again=${times}`)
}

import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { LoadFailed } from './load-failed.tsx'

interface Options<P, M> {
  /** What it is called where its code cannot be fetched: "The form". */
  what: string
  load: () => Promise<M>
  /** The part in what was loaded. */
  pick: (module: M) => ComponentType<P>
  /** Stands in its place meanwhile. */
  waiting: ReactNode
}

/**
 * A part whose code is fetched when it is first shown. Where that fails (the network is gone, a new version was
 * installed) the rest of the page stands, and it can be tried again. `preload` fetches it before it is needed.
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
    const [failed, setFailed] = useState(false)
    useEffect(() => {
      if (Part !== null || failed) return undefined
      let isHere = true
      const fetchPart = async (): Promise<void> => {
        try {
          const part = pick(await reached(load).catch(fetchAnew<M>))
          // What came under the address of something else.
          if (part === undefined) throw new Error('there is no such part')
          fetched = part
          if (isHere) setPart(() => part)
        } catch (error) {
          console.error(`${what} could not be fetched`, error)
          if (isHere) setFailed(true)
        }
      }
      void fetchPart()
      return () => {
        isHere = false
      }
    }, [Part, failed])
    if (failed) return <LoadFailed what={what} onRetry={() => setFailed(false)} />
    return Part === null ? waiting : <Part {...props} />
  }

  return Object.assign(Deferred, {
    preload: () => {
      // A failure is told when the part is needed.
      reached(load).then(
        module => (fetched = pick(module)),
        () => null,
      )
    },
  })
}

/**
 * Loads once the server is known to be there: what is asked for in vain is lost for the page, with all it imports (below).
 * A browser without a network may still reach a server on its own machine, so that is asked.
 */
function reached<M>(load: () => Promise<M>): Promise<M> {
  return navigator.onLine ? load() : fetch('/', { method: 'HEAD', cache: 'no-store' }).then(load)
}

let times = 0

/**
 * Chromium remembers that a module could not be fetched and never asks for it again while the page stands (the module map
 * of HTML): under another address it does. Its error, and Firefox's, ends with the address.
 */
async function fetchAnew<M>(cause: unknown): Promise<M> {
  const address = cause instanceof Error ? /dynamically imported module: (\S+)$/.exec(cause.message)?.[1] : undefined
  if (address === undefined) throw cause
  times += 1
  return import(/* @vite-ignore */ `${address}?again=${times}`)
}

import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { LoadFailed } from './load-failed.tsx'

interface Options<P> {
  /** What it is called where its code cannot be fetched: "The form". */
  what: string
  load: () => Promise<ComponentType<P>>
  /** Stands in its place meanwhile. */
  waiting: ReactNode
}

/**
 * A part whose code is fetched when it is first shown. Where that fails (the network is gone, a new version was
 * installed) the rest of the page stands, and it can be tried again. `preload` fetches it before it is needed.
 */
export function deferred<P extends object>({
  what,
  load,
  waiting,
}: Options<P>): ComponentType<P> & { preload: () => void } {
  let fetched: ComponentType<P> | null = null

  function Deferred(props: P): ReactNode {
    const [Part, setPart] = useState(() => fetched)
    const [failed, setFailed] = useState(false)
    useEffect(() => {
      if (Part !== null || failed) return undefined
      let isHere = true
      const fetchPart = async (): Promise<void> => {
        try {
          const part = await load()
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
      load().then(
        part => (fetched = part),
        () => null,
      )
    },
  })
}

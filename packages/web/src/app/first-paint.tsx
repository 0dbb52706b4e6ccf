import type { ReactNode } from 'react'

/** What `index.html` painted before any script ran. React removes it with its first render. */
const painted = document.getElementById('first-paint')

/** The whole page waits: for the session, or for the code of its first screen. The first paint stays until then. */
export function FirstPaint(): ReactNode {
  return (
    <>
      <p role="status" className="sr-only">
        Loading
      </p>
      <div
        ref={place => {
          if (painted) place?.append(painted)
        }}
      />
    </>
  )
}

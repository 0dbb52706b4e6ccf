import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'

/** A message may have thousands of a thing: so many are shown at first, and so many more at each press. */
const atFirst = 20
const eachPress = 200

interface Props<Item> {
  items: readonly Item[]
  /** Shows these items. */
  children: (shown: readonly Item[]) => ReactNode
}

/** A list out of a message that shows its beginning, and more on request. */
export function Bounded<Item>({ items, children }: Props<Item>): ReactNode {
  const [count, setCount] = useState(atFirst)
  const rest = items.length - count
  return (
    <>
      {children(items.slice(0, count))}
      {rest > 0 && (
        <Button size="small" look="quiet" className="mt-1 -ms-3" onClick={() => setCount(count + eachPress)}>
          {`Show ${Math.min(rest, eachPress)} more of ${rest.toLocaleString('en')}`}
        </Button>
      )}
    </>
  )
}

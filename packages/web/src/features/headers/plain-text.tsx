import { type ReactNode, useState } from 'react'
import { cx } from '../../ui/class-names.ts'

/** More of a value is shown only on request. */
const shownCharacters = 600

interface Props {
  /** From a message: never markup. */
  text: string
  mono?: boolean
}

/** A value out of a message. Its writing direction does not reach the text around it; a long one is cut. */
export function PlainText({ text, mono = false }: Props): ReactNode {
  const [isWhole, setIsWhole] = useState(false)
  const isCut = text.length > shownCharacters && !isWhole
  return (
    <span className="[overflow-wrap:anywhere] whitespace-pre-wrap">
      <bdi className={cx(mono && 'font-mono text-13')}>{isCut ? `${text.slice(0, shownCharacters)}…` : text}</bdi>
      {isCut && (
        <>
          {' '}
          <button type="button" className="prose-link rounded text-13" onClick={() => setIsWhole(true)}>
            {`Show all ${text.length.toLocaleString('en')} characters`}
          </button>
        </>
      )}
    </span>
  )
}

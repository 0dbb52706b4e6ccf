import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { type Piece, valueDiff } from './value-diff.ts'

interface Props {
  before: unknown
  after: unknown
}

/** The previous and the new value side by side, with what differs marked. */
export function ValuePair({ before, after }: Props): ReactNode {
  const pieces = valueDiff(before, after)
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <ValueBox title="Previous Value" pieces={pieces.before} mark="del" />
      <ValueBox title="New Value" pieces={pieces.after} mark="ins" />
    </div>
  )
}

const looks = {
  del: 'bg-poor-tint text-poor decoration-poor-fill',
  ins: 'bg-excellent-tint text-excellent decoration-excellent-fill',
} as const

interface BoxProps {
  title: string
  pieces: readonly Piece[]
  /** `del`: it is no longer there. `ins`: it is new. */
  mark: keyof typeof looks
}

function ValueBox({ title, pieces, mark: Mark }: BoxProps): ReactNode {
  return (
    <div className="min-w-0">
      <p className="mb-1 text-12 text-ink3">{title}</p>
      <div
        dir="ltr"
        className="max-h-60 overflow-y-auto rounded bg-sunken px-3 py-2 font-mono text-13 [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {pieces.map(({ text, differs }, at) =>
          differs ? (
            <Mark key={at} className={cx('rounded-sm underline underline-offset-4', looks[Mark])}>
              {text}
            </Mark>
          ) : (
            <span key={at}>{text}</span>
          ),
        )}
      </div>
    </div>
  )
}

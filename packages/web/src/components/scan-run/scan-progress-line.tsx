import type { ScanProgress, ScanQueued } from '@waxseal/contract'
import { checkIds, checkNames, states, waits } from '@waxseal/core/check'
import { inSentence } from '@waxseal/core/health'
import { CircleCheck, CircleDashed, CircleHelp, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'

type CheckState = ScanProgress['checks'][keyof ScanProgress['checks']]

const looks: Record<CheckState, { icon: typeof CircleCheck; className: string; word: string }> = {
  waiting: { icon: CircleDashed, className: 'text-ink3', word: inSentence(waits.queued.word) },
  running: { icon: LoaderCircle, className: 'text-accent [&_svg]:animate-spin', word: inSentence(waits.running.word) },
  done: { icon: CircleCheck, className: 'text-excellent', word: 'done' },
  unchecked: { icon: CircleHelp, className: 'text-idle', word: inSentence(states.couldNotCheck.word) },
}

interface Props {
  /** What the scan has done, or its place in the queue; null: nothing is known yet. */
  progress: ScanProgress | ScanQueued | null
  /** The scan was started elsewhere, for example in another tab: its progress is unknown. */
  elsewhere: boolean
}

/** The progress line of a running scan: each check is ticked off when it is done. */
export function ScanProgressLine({ progress, elsewhere }: Props): ReactNode {
  if (elsewhere) {
    return (
      <p role="status" className="flex items-center gap-1.5 border-t border-ink pt-3 text-13">
        <LoaderCircle className="size-4 animate-spin text-accent" aria-hidden />A scan started elsewhere is running. Its
        results appear here when it ends.
      </p>
    )
  }

  const checks = progress !== null && 'checks' in progress ? progress.checks : null
  const states = checkIds.map(check => checks?.[check] ?? 'waiting')
  const settled = states.filter(state => state === 'done' || state === 'unchecked').length
  return (
    <div role="status" className="border-t border-ink pt-3">
      <div className="h-1 overflow-hidden rounded bg-line" aria-hidden>
        <div
          className="h-full bg-accent transition-[width] duration-240"
          style={{ width: `${Math.max(4, (settled / checkIds.length) * 100)}%` }}
        />
      </div>
      <ul className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 text-13">
        {checkIds.map((check, index) => {
          const { icon: Icon, className, word } = looks[states[index] ?? 'waiting']
          return (
            <li key={check} className={cx('flex items-center gap-1.5', className)}>
              <Icon className="size-4" aria-hidden />
              <span className="font-[560] text-ink">{checkNames[check].title}</span>
              <span className="text-ink3">{word}</span>
            </li>
          )
        })}
        <li className="ms-auto text-ink3">{progress ? wordsOf(progress) : waits.firstAnswer.word}</li>
      </ul>
    </div>
  )
}

function wordsOf(progress: ScanProgress | ScanQueued): string {
  if ('checks' in progress) return `${progress.questions} lookups sent`
  return progress.place === 1 ? 'Next in the queue' : `Number ${progress.place} in the queue`
}

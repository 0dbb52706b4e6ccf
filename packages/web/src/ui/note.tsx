import { CircleAlert, CircleCheck, CircleHelp, CircleX, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

const looks = {
  good: { icon: CircleCheck, text: 'text-excellent', bar: 'bg-excellent-fill' },
  unknown: { icon: CircleHelp, text: 'text-idle', bar: 'bg-idle-fill' },
  info: { icon: Info, text: 'text-info', bar: 'bg-info-fill' },
  warning: { icon: CircleAlert, text: 'text-fair', bar: 'bg-fair-fill' },
  bad: { icon: CircleX, text: 'text-poor', bar: 'bg-poor-fill' },
} as const

interface Props {
  look: keyof typeof looks
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}

/** A note about the adjacent content: a colored edge, an icon, text. */
export function Note({ look, title, children, action }: Props): ReactNode {
  const { icon: Icon, text, bar } = looks[look]
  return (
    <div className="relative flex gap-3 py-1 ps-4">
      <span className={cx('absolute inset-y-0 start-0 w-[3px] rounded-full', bar)} aria-hidden />
      <Icon className={cx('mt-0.5 size-4 shrink-0', text)} aria-hidden />
      {/* Beside a narrow text the action moves below it. */}
      <div className="flex min-w-0 grow flex-wrap justify-between gap-x-3 gap-y-2">
        <div className="min-w-0 grow basis-64 [overflow-wrap:anywhere]">
          <p className="font-[560]">{title}</p>
          {children !== undefined && <div className="mt-0.5 text-ink2">{children}</div>}
        </div>
        {action}
      </div>
    </div>
  )
}

import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { cx } from '../../ui/class-names.ts'
import { CallDetails } from './call-details.tsx'
import type { ApiCall, ApiDocument } from './document.ts'

interface Props {
  call: ApiCall
  document: ApiDocument
}

/** A call in a line that opens: method, address and what it does. Its address on the page is its id. */
export function CallRow({ call, document }: Props): ReactNode {
  const { hash } = useLocation()
  const [isOpen, setIsOpen] = useState(hash === `#${call.id}`)
  return (
    <li id={call.id} className="scroll-mt-4 border-b border-line">
      <details open={isOpen} onToggle={event => setIsOpen(event.currentTarget.open)}>
        <summary
          data-row-key="open"
          className="flex min-h-12 list-none items-start gap-2 rounded py-2 hover:bg-sunken/60 [&::-webkit-details-marker]:hidden"
        >
          <ChevronRight
            className={cx('mt-1 size-4 shrink-0 text-ink3 transition-transform', isOpen && 'rotate-90')}
            aria-hidden
          />
          <span className="grid min-w-0 grow grid-cols-1 gap-x-4 sm:grid-cols-2">
            <span className="flex min-w-0 gap-2 font-mono text-13 leading-6" dir="ltr">
              <span className={cx('w-14 shrink-0 font-[600]', methodColor(call.method))}>{call.method}</span>
              <span className="min-w-0 [overflow-wrap:anywhere]">{call.path}</span>
            </span>
            <span className="min-w-0 text-13 leading-6 text-ink2">{firstSentence(call.summary)}</span>
          </span>
        </summary>
        {isOpen && (
          <div className="ps-6 pt-1 pb-6 max-sm:ps-0">
            <CallDetails call={call} document={document} />
          </div>
        )}
      </details>
    </li>
  )
}

/** A call that only reads, that deletes, and that changes something differ; the word says the same. */
function methodColor(method: string): string {
  if (method === 'GET') return 'text-accent'
  return method === 'DELETE' ? 'text-poor' : 'text-good'
}

function firstSentence(summary: string): string {
  const end = summary.search(/\.(?:\s|$)/)
  return end === -1 ? summary : summary.slice(0, end + 1)
}

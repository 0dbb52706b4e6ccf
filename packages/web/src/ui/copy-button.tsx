import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { copyToClipboard } from '../lib/clipboard.ts'
import { notify } from '../lib/notify.ts'
import { buttonClass } from './button.tsx'

interface Props {
  text: string
  /** The object in its name for screen readers: "Copy SPF record". */
  what: string
  /** The toast after copying, on screens that have one. */
  done?: string | undefined
}

/** An icon that copies a text. */
export function CopyButton({ text, what, done }: Props): ReactNode {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy(): Promise<void> {
    if (!(await copyToClipboard(text))) return
    setCopied(true)
    if (done !== undefined) notify.success(done)
  }

  const Icon = copied ? Check : Copy
  return (
    <button
      type="button"
      className={buttonClass('quiet', 'icon')}
      aria-label={`Copy ${what}`}
      onClick={() => void copy()}
    >
      <Icon className="size-3.5" aria-hidden />
      <span className="sr-only" aria-live="polite">
        {copied ? 'Copied' : ''}
      </span>
    </button>
  )
}

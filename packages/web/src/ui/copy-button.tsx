import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { copyToClipboard } from '../lib/clipboard.ts'
import { buttonClass } from './button.tsx'

/** Copies a text; `what` names it for screen readers: "Copy SPF record". */
export function CopyButton({ text, what }: { text: string; what: string }): ReactNode {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy(): Promise<void> {
    if (await copyToClipboard(text)) setCopied(true)
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

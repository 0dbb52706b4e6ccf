import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { copyToClipboard } from '../lib/clipboard.ts'
import { notify } from '../lib/notify.ts'
import { Button } from './button.tsx'

interface Props {
  text: string
  /** The toast after copying. */
  done: string
  /** The owner of the text, for screen readers: "Copy value of s1". */
  of: string
  children: string
}

/** A text button that copies a text and confirms it in a toast. */
export function CopyText({ text, done, of, children }: Props): ReactNode {
  async function copy(): Promise<void> {
    if (await copyToClipboard(text)) notify.success(done)
  }
  return (
    <Button size="small" aria-label={`${children} of ${of}`} onClick={() => void copy()}>
      <Copy className="size-3.5" aria-hidden />
      {children}
    </Button>
  )
}

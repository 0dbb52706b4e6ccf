import { limits } from '@waxseal/contract/limits'
import { SendHorizontal } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import './assistant.css'

interface Props {
  text: string
  onText: (text: string) => void
  /** An answer is running: nothing can be sent until it ends. */
  isWaiting: boolean
  /** Gets the trimmed text. */
  onSend: (question: string) => void
  field: RefObject<HTMLTextAreaElement | null>
}

/** The field for a question. Enter sends it; Shift and Enter begin a new line. */
export function Composer({ text, onText, isWaiting, onSend, field }: Props): ReactNode {
  const id = useId()
  const question = text.trim()
  const isReady = !isWaiting && question !== ''

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isReady) onSend(question)
  }

  function onKeyDown(event: KeyboardEvent): void {
    // While a word is being composed (Japanese, Chinese), Enter ends the word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    submit(event)
  }

  return (
    <form noValidate onSubmit={submit} className="flex items-end gap-2">
      <label htmlFor={id} className="sr-only">
        Question
      </label>
      <textarea
        id={id}
        ref={field}
        rows={1}
        dir="auto"
        value={text}
        maxLength={limits.chatMessageCharacters}
        placeholder="Ask a question..."
        className="ask-field block w-full rounded border border-field bg-surface px-3 py-2 text-ink placeholder:text-ink3 hover:border-ink max-sm:text-16"
        onChange={event => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {/* It keeps the focus while it is disabled. */}
      <Button type="submit" look="primary" className="aria-disabled:opacity-55" aria-disabled={!isReady || undefined}>
        <SendHorizontal className="size-4" aria-hidden />
        Send
      </Button>
    </form>
  )
}

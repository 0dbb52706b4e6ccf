import { answerHtml } from '@waxseal/contract/answer-html'
import { FastForward, Square } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AnswerView } from './answer-view.tsx'
import { type Answer, isRunning } from './conversation.ts'
import { plainText } from './sanitized.ts'
import { useFollow } from './use-follow.ts'
import { useTyped } from './use-typed.ts'

interface Props {
  /** Null: an analysis, which no one asked for in words. */
  question: string | null
  answer: Answer
  headingLevel: 2 | 3
  /** Shown until the first piece arrives. */
  waiting: string
  /** The text of a failed answer. */
  failure: string
  onStop: () => void
  /** Sends a question that the answer offers; absent: not now. */
  onAsk?: ((question: string) => void) | undefined
  /** Follows a failed or stopped answer. */
  children?: ReactNode
}

/** A question and its answer, which is typed as it arrives. */
export function ExchangeView(props: Props): ReactNode {
  const { question, answer, headingLevel, waiting, failure, onStop, onAsk, children } = props
  const isOpen = isRunning(answer)
  // What arrived of an answer that failed is not shown: it could have a record without a warning.
  const { shown, isTyping, skip } = useTyped(answer.state === 'failed' ? '' : answer.markdown, !isOpen)
  const isBusy = isOpen || isTyping
  const follow = useFollow<HTMLElement>(question !== null && isBusy)
  // Only the whole answer says which records Waxseal made.
  const html = isTyping || answer.html === null ? answerHtml(shown, 'unmarked') : answer.html
  return (
    <article ref={follow} aria-label={question ?? undefined} className="ask-exchange grid grid-cols-1 gap-3">
      {question !== null && (
        <div className="ask-question">
          <span className="sr-only">You: </span>
          {question}
        </div>
      )}
      <div aria-live="off" aria-busy={isBusy}>
        <span className="sr-only">AI: </span>
        {answer.state === 'waiting' && <Waiting text={waiting} />}
        {html !== '' && <AnswerView html={html} headingLevel={headingLevel} onAsk={isBusy ? undefined : onAsk} />}
      </div>
      {answer.state === 'failed' && (
        <div role="alert">
          <Note look="unknown" title={failure} />
        </div>
      )}
      {answer.state === 'stopped' && (
        <p className="text-13 text-ink3">You stopped this answer. Records in it were not checked.</p>
      )}
      {isBusy ? (
        <div className="flex flex-wrap gap-2">
          {isOpen && (
            <Button size="small" onClick={onStop}>
              <Square className="size-3.5" aria-hidden />
              Stop
            </Button>
          )}
          {isTyping && (
            <Button size="small" look="quiet" onClick={skip}>
              <FastForward className="size-3.5" aria-hidden />
              Skip typing
            </Button>
          )}
        </div>
      ) : (
        children
      )}
    </article>
  )
}

function Waiting({ text }: { text: string }): ReactNode {
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="text-13 text-ink3">{text}</p>
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-64" />
    </div>
  )
}

/** How long an announced text stays: afterwards it would only be there twice. */
const announcedMs = 10_000

/**
 * Says to screen readers, once, that an answer is awaited, and later all of it. While it is typed they are silent: each
 * character would be read out.
 *
 * @param answer the newest one
 */
export function Announcement({ answer, waiting }: { answer: Answer | undefined; waiting: string }): ReactNode {
  const text = useAnnounced(answer, waiting)
  return (
    <div aria-live="polite" className="sr-only">
      {text}
    </div>
  )
}

function useAnnounced(answer: Answer | undefined, waiting: string): string {
  const [running, setRunning] = useState<boolean | null>(null)
  const [text, setText] = useState('')
  const isOpen = answer !== undefined && isRunning(answer)
  if (running !== isOpen) {
    setRunning(isOpen)
    // An answer that was there before is not announced.
    if (isOpen) setText(waiting)
    else if (running !== null && answer !== undefined) setText(ended(answer))
  }
  // It failed in the chat, or the history was cleared.
  if (answer === undefined && text !== '') setText('')
  useEffect(() => {
    if (text === '') return undefined
    const timer = setTimeout(() => setText(''), announcedMs)
    return () => clearTimeout(timer)
  }, [text])
  return text
}

/** A failure announces itself. */
function ended({ state, markdown, html }: Answer): string {
  if (state === 'failed') return ''
  if (state === 'stopped') return 'You stopped this answer.'
  return plainText(html ?? answerHtml(markdown, 'unmarked'))
}

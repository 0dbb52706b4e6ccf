import type { Route } from '@waxseal/contract/routes'
import * as wording from '@waxseal/contract/wording'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Composer } from './composer.tsx'
import { isRunning, mayAsk } from './conversation.ts'
import { Announcement, ExchangeView } from './exchange-view.tsx'
import { type ConversationControl, useConversation } from './use-conversation.ts'

/** What a panel is about: one scan or one header analysis. */
export interface PanelSubject {
  /** Of the domain, or of the header analysis. */
  id: string
  title: string
  /** Both calls have the id as their parameter. */
  calls: { analyze: Route; ask: Route }
  /** Shown while there is no question yet. */
  hint: string
  /** A question to begin with. */
  example: string
}

interface Props {
  subject: PanelSubject
  open: boolean
  onClose: () => void
  /** Takes the focus when the panel closes. */
  opener: RefObject<HTMLElement | null>
  /** There is a newer scan than the one that the conversation began with. */
  isOutdated: boolean
}

const waiting = { analysis: 'Analyzing...', question: 'Waiting for the answer...' }

/**
 * The assistant beside a report. The conversation lasts as long as this component: an answer goes on while the panel is
 * closed, and ends with the page.
 */
export function AssistantPanel({ subject, open, onClose, opener, isOutdated }: Props): ReactNode {
  const control = useConversation({ calls: subject.calls, id: subject.id, onLocked: onClose })
  // It outlasts the content, which ends when the panel closes.
  const [text, setText] = useState('')
  const analyzeOnce = useEffectEvent(() => {
    const analysis = control.conversation[0]?.answer
    if (analysis === undefined || (analysis.state === 'failed' && analysis.markdown === '')) control.analyze()
  })
  useEffect(() => {
    if (open) analyzeOnce()
  }, [open])
  if (!open) return null
  return (
    <Dialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      shape="drawer"
      title={subject.title}
      focusFallback={opener}
    >
      <Content subject={subject} control={control} isOutdated={isOutdated} text={text} onText={setText} />
    </Dialog>
  )
}

interface ContentProps {
  subject: PanelSubject
  control: ConversationControl
  isOutdated: boolean
  text: string
  onText: (text: string) => void
}

function Content({ subject, control, isOutdated, text, onText }: ContentProps): ReactNode {
  const { conversation, analyze, ask, stop } = control
  const field = useRef<HTMLTextAreaElement>(null)
  const last = conversation.at(-1)

  function askNow(question: string): void {
    onText('')
    ask(question)
    // The example, if it was pressed, disappears.
    field.current?.focus()
  }

  return (
    <>
      <div className="grid grid-cols-1 gap-6">
        {conversation.map(({ id, question, answer }) => (
          <ExchangeView
            key={id}
            question={question}
            answer={answer}
            headingLevel={3}
            waiting={question === null ? waiting.analysis : waiting.question}
            failure={question === null ? wording.analysisFailed : wording.responseFailed}
            onStop={stop}
            onAsk={id === last?.id && mayAsk(conversation) ? askNow : undefined}
          >
            {question === null && (answer.state === 'failed' || answer.state === 'stopped') && (
              <div>
                <Button size="small" onClick={analyze}>
                  Try again
                </Button>
              </div>
            )}
          </ExchangeView>
        ))}
      </div>
      <p role="status" className="mt-4 text-13 text-ink3 empty:hidden">
        {isOutdated && 'A new scan is ready. Close and open the panel to analyze it.'}
      </p>
      {mayAsk(conversation) && (
        <>
          {conversation.length === 1 && (
            <div className="mt-6">
              <p className="mb-2 text-ink2">{subject.hint}</p>
              <Button size="small" onClick={() => askNow(subject.example)}>
                {subject.example}
              </Button>
            </div>
          )}
          <div className="ask-bar">
            <Composer
              text={text}
              onText={onText}
              isWaiting={last !== undefined && isRunning(last.answer)}
              onSend={askNow}
              field={field}
            />
          </div>
        </>
      )}
      <Announcement answer={last?.answer} waiting={last?.question === null ? waiting.analysis : waiting.question} />
    </>
  )
}

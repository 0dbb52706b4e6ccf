import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Composer } from '../../components/assistant/composer.tsx'
import type { Answer } from '../../components/assistant/conversation.ts'
import { Announcement, ExchangeView } from '../../components/assistant/exchange-view.tsx'
import { Button } from '../../ui/button.tsx'
import { useFocusRescue } from '../../ui/focus-return.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useTitle } from '../../ui/title.ts'
import { type ChatMessage, historyQuery } from './api.ts'
import { ClearHistory } from './clear-history.tsx'
import { type Chat, useChat } from './use-chat.ts'
import { chatTexts } from './wording.ts'

const waiting = 'Waiting for the answer...'

/** The chat about all domains of the workspace. */
export function ChatPage(): ReactNode {
  useTitle(chatTexts.title)
  const history = useQuery(historyQuery)
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  // A text that was typed meanwhile is not replaced.
  const chat = useChat(message => setText(typed => (typed === '' ? message : typed)))
  useFocusRescue(field)
  const stored = history.data?.filter(({ id }) => id !== chat.newest?.id)
  const isEmpty = stored?.length === 0 && chat.newest === null

  function send(message: string): void {
    setText('')
    chat.send(message)
    field.current?.focus()
  }

  return (
    <>
      <div className="mb-8 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="text-26 font-[600]">{chatTexts.title}</h1>
          <p className="mt-1 text-ink2">Ask about your domains, their DNS records and their mail.</p>
        </div>
        {stored !== undefined && !isEmpty && <ClearHistory clear={chat.clear} disabled={chat.isWaiting} />}
      </div>
      {stored ? (
        <>
          <Messages stored={stored} chat={chat} />
          <Suggestions isEmpty={isEmpty} disabled={chat.isWaiting} onPick={send} />
          <div className="ask-bar">
            <Composer text={text} onText={setText} isWaiting={chat.isWaiting} onSend={send} field={field} />
          </div>
          <ShowEnd />
        </>
      ) : history.isError ? (
        <LoadFailed what="Your messages" onRetry={() => void history.refetch()} />
      ) : (
        <Loading what="your messages">
          <Skeleton className="mb-6 h-10 w-64" />
          <Skeleton className="mb-10 h-32 w-full" />
          <Skeleton className="h-10 w-full" />
        </Loading>
      )}
      <Announcement answer={chat.newest?.answer} waiting={waiting} />
    </>
  )
}

function Messages({ stored, chat: { newest, stop } }: { stored: ChatMessage[]; chat: Chat }): ReactNode {
  return (
    <div className="grid grid-cols-1 gap-8">
      {stored.map(({ id, message, response }) => (
        <Exchange key={id} message={message} answer={{ state: 'done', markdown: '', html: response }} onStop={stop} />
      ))}
      {newest && <Exchange key={`new ${newest.key}`} message={newest.message} answer={newest.answer} onStop={stop} />}
    </div>
  )
}

function Exchange({ message, answer, onStop }: { message: string; answer: Answer; onStop: () => void }): ReactNode {
  return (
    <ExchangeView
      question={message}
      answer={answer}
      headingLevel={2}
      waiting={waiting}
      failure={chatTexts.sendFailed}
      onStop={onStop}
    >
      {answer.state === 'stopped' && <p className="text-13 text-ink3">Your message and this answer are not saved.</p>}
    </ExchangeView>
  )
}

interface SuggestionsProps {
  isEmpty: boolean
  disabled: boolean
  onPick: (question: string) => void
}

function Suggestions({ isEmpty, disabled, onPick }: SuggestionsProps): ReactNode {
  return (
    <section aria-labelledby="suggestions" className="mt-8">
      <h2 id="suggestions" className={isEmpty ? 'mb-3 text-16 font-[600]' : 'sr-only'}>
        {isEmpty ? 'Where do you want to begin?' : 'Suggestions'}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {chatTexts.suggestions.map(question => (
          <li key={question}>
            <Button
              size="small"
              className="aria-disabled:opacity-55"
              aria-disabled={disabled || undefined}
              onClick={() => !disabled && onPick(question)}
            >
              {question}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The newest messages are at the end: the page opens there. */
function ShowEnd(): ReactNode {
  const end = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // It returns a promise in newer browsers, and React takes what is returned for the cleanup.
    end.current?.scrollIntoView({ block: 'end' })
  }, [])
  return <div ref={end} />
}

import { useQuery } from '@tanstack/react-query'
import {
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { Composer } from '../../components/assistant/composer.tsx'
import type { Answer } from '../../components/assistant/conversation.ts'
import { Announcement, ExchangeView } from '../../components/assistant/exchange-view.tsx'
import { chatTodayQuery, configQuery } from '../../lib/queries.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { chosenWorkspace, onWorkspaceChange } from '../../lib/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusRescue } from '../../ui/focus-return.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useTitle } from '../../ui/title.ts'
import { historyQuery } from './api.ts'
import { ClearHistory } from './clear-history.tsx'
import { drafts } from './draft.ts'
import { entriesOf } from './entries.ts'
import { MessagesLeft } from './messages-left.tsx'
import { useChat } from './use-chat.ts'
import { chatTexts } from './wording.ts'

const waiting = 'Waiting for the answer...'

/** The chat about all domains of the workspace. Another workspace is another chat. */
export function ChatPage(): ReactNode {
  useTitle(chatTexts.title)
  const workspace = useSyncExternalStore(onWorkspaceChange, chosenWorkspace)
  return <WorkspaceChat key={workspace ?? 'own'} workspace={workspace} />
}

function WorkspaceChat({ workspace }: { workspace: string | null }): ReactNode {
  const history = useQuery(historyQuery(workspace))
  const { draft, now, change } = useDraft(drafts, workspace ?? 'own', () => ({ text: '' }))
  const field = useRef<HTMLTextAreaElement>(null)
  // A text that was typed meanwhile is not replaced.
  const chat = useChat({ workspace, onLost: message => now().text === '' && change({ text: message }) })
  useFocusRescue(field)
  const entries = useMemo(() => history.data && entriesOf(history.data, chat.visit), [history.data, chat.visit])
  const isEmpty = entries?.length === 0
  const { data: today } = useQuery(chatTodayQuery)
  const { data: config } = useQuery(configQuery)
  const isUsedUp = today !== undefined && today.limit !== null && today.messages_today >= today.limit

  function send(message: string): void {
    change({ text: '' })
    chat.send(message)
    field.current?.focus()
  }

  const sendNow = useRef(send)
  useEffect(() => {
    sendNow.current = send
  })
  const ask = useCallback((question: string) => sendNow.current(question), [])

  return (
    <>
      <div className="mb-8 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="text-26 font-[600]">{chatTexts.title}</h1>
          <p className="mt-1 text-ink2">Ask about your domains, their DNS records and their mail.</p>
        </div>
        {entries !== undefined && !isEmpty && (
          <ClearHistory clear={chat.clear} disabled={chat.isWaiting} focusAfter={field} />
        )}
      </div>
      {entries ? (
        <>
          {!isEmpty && (
            <div className="grid grid-cols-1 gap-8">
              {entries.map(({ key, message, answer }, at) => (
                <Exchange
                  key={key}
                  message={message}
                  answer={answer}
                  onStop={chat.stop}
                  onAsk={at === entries.length - 1 && !chat.isWaiting && !isUsedUp ? ask : undefined}
                />
              ))}
            </div>
          )}
          <Suggestions isEmpty={isEmpty} disabled={chat.isWaiting || isUsedUp} onPick={send} />
          <div className="ask-bar">
            <Composer
              text={draft.text}
              onText={text => change({ text })}
              isWaiting={chat.isWaiting}
              onSend={send}
              field={field}
            />
            {today !== undefined && today.limit !== null && (
              <MessagesLeft used={today.messages_today} limit={today.limit} isSold={config?.billing !== 'off'} />
            )}
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

interface ExchangeProps {
  message: string
  answer: Answer
  onStop: () => void
  onAsk: ((question: string) => void) | undefined
}

/** Rendered again only when it changes: a chat may have 200 of them. */
const Exchange = memo(({ message, answer, onStop, onAsk }: ExchangeProps) => (
  <ExchangeView
    question={message}
    answer={answer}
    headingLevel={2}
    waiting={waiting}
    failure={chatTexts.sendFailed}
    onStop={onStop}
    onAsk={onAsk}
  >
    {answer.state === 'stopped' && <p className="text-13 text-ink3">Your message and this answer are not saved.</p>}
  </ExchangeView>
))

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

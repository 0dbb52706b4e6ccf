import { useQueryClient } from '@tanstack/react-query'
import { answerHtml } from '@waxseal/contract/answer-html'
import { useEffect, useRef, useState } from 'react'
import {
  type Answer,
  type AnswerEvent,
  answerAfter,
  isRunning,
  noAnswer,
} from '../../components/assistant/conversation.ts'
import { useAction } from '../../lib/use-action.ts'
import { askChat, type ChatMessage, clearHistory, historyQuery } from './api.ts'
import { chatTexts } from './wording.ts'

/** The message that was sent last on this visit, with its answer. */
export interface NewMessage {
  /** The same message may be sent twice. */
  key: number
  message: string
  answer: Answer
  /** Of the stored message; null until the answer is complete. */
  id: string | null
}

export interface Chat {
  newest: NewMessage | null
  isWaiting: boolean
  send: (message: string) => void
  stop: () => void
  clear: { start: (options: { onSettled: () => void }) => void; busy: boolean }
}

/**
 * Sends messages one at a time. A message is shown at once; if its call fails, it is removed.
 *
 * @param onLost gets the text of a message whose call failed
 */
export function useChat(onLost: (message: string) => void): Chat {
  const client = useQueryClient()
  const [newest, setNewest] = useState<NewMessage | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const change = (event: AnswerEvent, id: string | null = null): void =>
    setNewest(before =>
      before && isRunning(before.answer) ? { ...before, answer: answerAfter(before.answer, event), id } : before,
    )

  async function run(message: string): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setNewest(before => ({ key: (before?.key ?? 0) + 1, message, answer: noAnswer, id: null }))
    let markdown = ''
    const onText = (text: string): void => {
      if (signal.aborted) return
      markdown += text
      change({ kind: 'piece', text })
    }
    try {
      const { html, id } = await askChat(message, { onText, signal })
      if (signal.aborted) return
      const response = html ?? answerHtml(markdown, 'unmarked')
      change({ kind: 'done', html: response }, id)
      if (id !== null) keep(storedNow(id, message, response))
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  function keep(message: ChatMessage): void {
    client.setQueryData(historyQuery.queryKey, before => [...(before ?? []), message])
  }

  const { start, busy } = useAction({
    key: ['chat', 'send'],
    run,
    failure: { failure: chatTexts.sendFailed },
    onError: (_error, message) => {
      setNewest(null)
      onLost(message)
    },
  })
  const clear = useAction({
    key: ['chat', 'clear'],
    run: clearHistory,
    failure: { failure: chatTexts.clearFailed },
    onSuccess: () => {
      setNewest(null)
      client.setQueryData(historyQuery.queryKey, [])
    },
  })

  return {
    newest,
    isWaiting: busy || (newest !== null && isRunning(newest.answer)),
    send: start,
    stop: () => {
      running.current?.abort()
      change({ kind: 'stopped' })
    },
    clear: { start: options => clear.start(undefined, options), busy: clear.busy },
  }
}

function storedNow(id: string, message: string, response: string): ChatMessage {
  return { id, message, response, created_at: new Date().toISOString() }
}

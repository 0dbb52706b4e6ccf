import { useQueryClient } from '@tanstack/react-query'
import { answerHtml } from '@waxseal/contract/answer-html'
import { limits } from '@waxseal/contract/limits'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type AnswerEvent, answerAfter, isRunning, noAnswer } from '../../components/assistant/conversation.ts'
import { keys } from '../../lib/queries.ts'
import { useAction } from '../../lib/use-action.ts'
import { onWorkspaceChange } from '../../lib/workspace.ts'
import { askChat, type ChatMessage, clearHistory, historyQuery } from './api.ts'
import { entriesOf, type NewMessage } from './entries.ts'
import { chatTexts } from './wording.ts'

export interface Chat {
  /** The messages that were sent on this visit, oldest first. */
  visit: readonly NewMessage[]
  /** The one that was sent last; null before the first, and once it was removed. */
  newest: NewMessage | null
  isWaiting: boolean
  send: (message: string) => void
  /** Keeps its identity. */
  stop: () => void
  clear: { start: (options: { onSettled: () => void }) => void; busy: boolean }
}

interface Options {
  /** Null: the person's own. */
  workspace: string | null
  /** Gets the text of a message whose call failed, or was given up with the page. */
  onLost: (message: string) => void
}

interface Running {
  controller: AbortController
  message: string
}

/** Sends messages one at a time. A message is shown at once; if its call fails, it is removed. */
export function useChat({ workspace, onLost }: Options): Chat {
  const client = useQueryClient()
  const { queryKey } = historyQuery(workspace)
  const [{ sent, visit }, setState] = useState<{ sent: number; visit: readonly NewMessage[] }>({ sent: 0, visit: [] })
  const running = useRef<Running | null>(null)
  const giveUp = useEffectEvent(() => {
    if (running.current === null) return
    running.current.controller.abort()
    onLost(running.current.message)
    running.current = null
  })
  useEffect(() => {
    // The answer of one workspace must not be shown, or kept, in another.
    const end = onWorkspaceChange(() => giveUp())
    return () => {
      end()
      giveUp()
    }
  }, [])

  const change = useCallback((event: AnswerEvent, id: string | null = null): void => {
    setState(before => ({
      ...before,
      visit: before.visit.map(item =>
        isRunning(item.answer) ? { ...item, answer: answerAfter(item.answer, event), id } : item,
      ),
    }))
  }, [])

  async function run(message: string): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    const own = { controller, message }
    running.current = own
    const stored = client.getQueryData(queryKey) ?? []
    setState(({ sent, visit }) => {
      const after = entriesOf(stored, visit).at(-1)?.key ?? null
      return { sent: sent + 1, visit: [...visit, { key: sent + 1, message, answer: noAnswer, id: null, after }] }
    })
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
      if (id !== null) keep(storedNow(id, message, response))
      change({ kind: 'done', html: response }, id)
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      if (running.current === own) running.current = null
      // A plan may count it, and gives it back when the answer failed.
      void client.invalidateQueries({ queryKey: keys.usage })
    }
  }

  function keep(message: ChatMessage): void {
    client.setQueryData(queryKey, before => [...(before ?? []), message].slice(-limits.chatMessages))
    // A reply that was asked for before may not have it.
    if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
  }

  const stop = useCallback((): void => {
    running.current?.controller.abort()
    running.current = null
    change({ kind: 'stopped' })
    // The server may have stored the answer already.
    void client.invalidateQueries({ queryKey: historyQuery(workspace).queryKey })
  }, [change, client, workspace])

  const { start, busy } = useAction({
    key: ['chat', 'send'],
    run,
    failure: { failure: chatTexts.sendFailed },
    onError: (_error, message) => {
      setState(({ sent, visit }) => ({ sent, visit: visit.filter(({ key }) => key !== sent) }))
      onLost(message)
      // It may be stored although its end was lost.
      void client.invalidateQueries({ queryKey })
    },
  })
  const clear = useAction({
    key: ['chat', 'clear'],
    run: clearHistory,
    failure: { failure: chatTexts.clearFailed },
    onSuccess: () => {
      setState(({ sent }) => ({ sent, visit: [] }))
      client.setQueryData(queryKey, [])
    },
  })

  const newest = visit.find(({ key }) => key === sent) ?? null
  return {
    visit,
    newest,
    isWaiting: busy || (newest !== null && isRunning(newest.answer)),
    send: start,
    stop,
    clear: { start: options => clear.start(undefined, options), busy: clear.busy },
  }
}

function storedNow(id: string, message: string, response: string): ChatMessage {
  return { id, message, response, created_at: new Date().toISOString() }
}

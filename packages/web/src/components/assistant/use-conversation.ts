import type { Route } from '@waxseal/contract/routes'
import { useEffect, useRef, useState } from 'react'
import { send } from '../../lib/api.ts'
import { lockedFeature } from '../../lib/api-error.ts'
import { showFailure } from '../../lib/query.ts'
import { asked, type Conversation, continued, historyOf, isRunning } from './conversation.ts'
import { readAnswer } from './read-answer.ts'

interface Options {
  /** Both are about the subject with this id. */
  calls: { analyze: Route; ask: Route }
  id: string
  /** The plan refuses: the upgrade dialog opens in place of the panel. */
  onLocked: () => void
}

export interface ConversationControl {
  conversation: Conversation
  analyze: () => void
  ask: (question: string) => void
  /** Ends the running answer; what has arrived of it stays. */
  stop: () => void
}

/** Leads a conversation: one call at a time. A running call ends with the component. */
export function useConversation({ calls, id, onLocked }: Options): ConversationControl {
  const [conversation, setConversation] = useState<Conversation>([])
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function run(question: string | null): Promise<void> {
    const last = conversation.at(-1)
    if (last !== undefined && isRunning(last.answer)) return
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setConversation(before => asked(before, question))
    const route = question === null ? calls.analyze : calls.ask
    const body = question === null ? undefined : { message: question, history: historyOf(conversation) }
    try {
      const response = await send(route, { params: { id }, body, signal }, 'text/event-stream')
      const { html } = await readAnswer(response, text => {
        if (!signal.aborted) setConversation(before => continued(before, { kind: 'piece', text }))
      })
      if (!signal.aborted) setConversation(before => continued(before, { kind: 'done', html }))
    } catch (error) {
      // A stopped answer has its state already; the panel may be gone.
      if (signal.aborted) return
      setConversation(before => continued(before, { kind: 'failed' }))
      if (lockedFeature(error) !== null) {
        showFailure(error, undefined)
        onLocked()
      } else console.warn('The assistant gave no answer', error)
    }
  }

  return {
    conversation,
    analyze: () => void run(null),
    ask: question => void run(question),
    stop: () => {
      running.current?.abort()
      setConversation(before => continued(before, { kind: 'stopped' }))
    },
  }
}

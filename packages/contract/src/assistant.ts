import { z } from 'zod'
import {
  analyzeMessageRoute,
  analyzeScanRoute,
  askAboutMessageRoute,
  askAboutScanRoute,
  chatHistoryRoute,
  chatQueryRoute,
  clearChatRoute,
} from './assistant.route.ts'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import * as wording from './wording.ts'

/**
 * One event of an answer, as the JSON of a `data:` line (decision 4.10). After the last one comes the line `data: [DONE]`.
 * `content`: the next piece of the answer, in Markdown. `tool`: the model reads something. `done`: the whole answer as HTML
 * with the tags p, strong, em, ul, li, br, h1 to h4 and span, and classes that begin with `ai-`; it replaces the pieces.
 * `error`: the answer failed; the text is for the user.
 */
export type AssistantEvent =
  | { content: string }
  | { tool: string }
  | { done: true; html: string; id?: string }
  | { error: string }

const params = z.object({ id: z.string().max(64) })

const message = z.string().trim().min(1, wording.enterMessage).max(limits.chatMessageCharacters, wording.messageTooLong)

/** What was said before, oldest first. The server does not trust it: it is only context. */
const turn = z.object({ role: z.enum(['user', 'ai']), content: z.string().max(limits.chatTurnCharacters) })

const question = z.object({ message, history: z.array(turn).max(limits.chatTurns).optional() })

/** A reply that the handler streams; the schema documents one line of it. */
const streamed = z.string().meta({
  description:
    'Lines that start with `data:`: JSON with `content` (the next piece, in Markdown), `tool`, `error`, or `done` and `html`; then `[DONE]`.',
})

export const analyzeScan = endpoint({
  route: analyzeScanRoute,
  summary: 'Streams an analysis of the newest scan of a domain. It needs the Pro plan.',
  status: 200,
  params,
  reply: streamed,
  file: 'text/event-stream',
  errors: ['unauthorized', 'feature_locked', 'not_found', 'no_scan'],
})

export const askAboutScan = endpoint({
  route: askAboutScanRoute,
  summary: 'Streams an answer to a question about a domain. It needs the Pro plan.',
  status: 200,
  params,
  body: question,
  reply: streamed,
  file: 'text/event-stream',
  errors: ['unauthorized', 'feature_locked', 'not_found', 'no_scan'],
})

export const analyzeMessage = endpoint({
  route: analyzeMessageRoute,
  summary: 'Streams an analysis of a stored header analysis. It needs the Pro plan.',
  status: 200,
  params,
  reply: streamed,
  file: 'text/event-stream',
  errors: ['unauthorized', 'feature_locked', 'not_found'],
})

export const askAboutMessage = endpoint({
  route: askAboutMessageRoute,
  summary: 'Streams an answer to a question about a stored header analysis. It needs the Pro plan.',
  status: 200,
  params,
  body: question,
  reply: streamed,
  file: 'text/event-stream',
  errors: ['unauthorized', 'feature_locked', 'not_found'],
})

const chatMessage = z
  .object({
    id: z.string(),
    message: z.string(),
    /** HTML, as in `done`. */
    response: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'ChatMessage' })

export type ChatMessage = z.infer<typeof chatMessage>

export const chatHistory = endpoint({
  route: chatHistoryRoute,
  summary: 'Returns the messages of the caller in this workspace with their answers, oldest first; at most 200.',
  status: 200,
  reply: z.object({ messages: z.array(chatMessage) }),
  errors: ['unauthorized'],
})

export const chatQuery = endpoint({
  route: chatQueryRoute,
  summary:
    'Answers a question about the domains of the workspace, and stores both. With `Accept: text/event-stream` the answer ' +
    'is streamed.',
  status: 200,
  body: z.object({ message }),
  reply: z.object({ id: z.string(), response: z.string() }),
  streams: true,
  errors: ['unauthorized', 'validation', 'chat_limit', 'upstream'],
})

export const clearChat = endpoint({
  route: clearChatRoute,
  summary: 'Deletes the messages of the caller in this workspace.',
  status: 204,
  reply: z.null(),
  errors: ['unauthorized'],
})

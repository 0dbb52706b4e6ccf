import {
  analyzeMessage,
  analyzeScan,
  askAboutMessage,
  askAboutScan,
  chatHistory as chatHistoryEndpoint,
  chatQuery as chatQueryEndpoint,
  clearChat as clearChatEndpoint,
  wording,
} from '@waxseal/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { wantsEvents } from '../scans/stream-scan.ts'
import type { ReadAccount } from './account-facts.ts'
import { started } from './answering.ts'
import { ask } from './ask.ts'
import { chatHistory, clearChat } from './chat-history.ts'
import { chatQuery } from './chat-query.ts'
import { openPlaces } from './places.ts'
import { streamAnswer, wholeAnswer } from './stream-answer.ts'

const analysis = { failure: wording.analysisFailed }
const response = { failure: wording.responseFailed }

/** @param readAccount what the other features know of the account */
export function routes(app: FastifyInstance, deps: Deps, readAccount: ReadAccount): void {
  const places = openPlaces()
  const shared = { places, readAccount }
  // An answer whose client has gone gives its message back before the store closes.
  app.addHook('onClose', () => places.allFree())

  serve(app, deps, analyzeScan, async ({ actor, signal, reply }, { params }) => {
    const answering = ask(deps, actor, { kind: 'scan', domainId: params.id }, { ...shared, signal })
    return streamAnswer(reply, await started(answering), analysis)
  })

  serve(app, deps, askAboutScan, async ({ actor, signal, reply }, { params, body: { message, history = [] } }) => {
    const task = { kind: 'scan-question', domainId: params.id, message, history } as const
    return streamAnswer(reply, await started(ask(deps, actor, task, { ...shared, signal })), response)
  })

  serve(app, deps, analyzeMessage, async ({ actor, signal, reply }, { params }) => {
    const answering = ask(deps, actor, { kind: 'message', analysisId: params.id }, { ...shared, signal })
    return streamAnswer(reply, await started(answering), analysis)
  })

  serve(app, deps, askAboutMessage, async ({ actor, signal, reply }, { params, body: { message, history = [] } }) => {
    const task = { kind: 'message-question', analysisId: params.id, message, history } as const
    return streamAnswer(reply, await started(ask(deps, actor, task, { ...shared, signal })), response)
  })

  serve(app, deps, chatHistoryEndpoint, ({ actor }) => chatHistory(deps, actor))

  serve(app, deps, chatQueryEndpoint, async ({ actor, signal, request, reply }, { body }) => {
    const streamed = wantsEvents(request.headers.accept)
    const answering = await started(chatQuery(deps, actor, body.message, { ...shared, signal }))
    if (streamed) return streamAnswer(reply, answering, response)
    const { html, id = '' } = await wholeAnswer(request.log, answering)
    return { id, response: html }
  })

  serve(app, deps, clearChatEndpoint, ({ actor }) => clearChat(deps, actor))
}

import type { IncomingHttpHeaders } from 'node:http'
import type OpenAI from 'openai'
import {
  inTokens,
  isRecord,
  type ModelApi,
  type ModelAsked,
  ModelRefused,
  type ModelReply,
  onlyFields,
  refuseIf,
  serveModel,
} from './model-api.ts'

type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk
type Choice = Chunk['choices'][number]
type Delta = Choice['delta']

const fields =
  'messages model stream stream_options tools tool_choice max_tokens max_completion_tokens store temperature'.split(' ')

/**
 * OpenAI's Chat Completions API with streams (developers.openai.com/api/reference/resources/chat), or a server with its
 * API and no key, such as Ollama. It refuses a request that does not keep to the published form.
 */
export function openOpenAi({ key = 'sk-of-the-tests-A1b2C3d4E5f6' } = {}): Promise<ModelApi> {
  return serveModel({
    basePath: '/v1',
    path: '/chat/completions',
    key,
    read: (body, headers) => read(body, headers, key),
    error: ({ status, code, message }) => ({ error: { message, type: typeOf(status), param: null, code } }),
    write: (asked, reply) => write(asked, reply),
  })
}

function typeOf(status: number): string {
  if (status === 429) return 'requests'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

function read(body: Record<string, unknown>, headers: IncomingHttpHeaders, key: string): ModelAsked {
  // The vendor's message quotes the key in part, and so does this one.
  if (key !== '' && headers.authorization !== `Bearer ${key}`) {
    throw new ModelRefused(401, 'invalid_api_key', `Incorrect API key provided: ${headers.authorization ?? 'none'}.`)
  }
  onlyFields(body, fields, 'Unrecognized request argument supplied')
  const { model, messages, stream } = body
  refuseIf(typeof model !== 'string' || model === '', 'you must provide a model parameter')
  if (String(model).startsWith('unknown'))
    throw new ModelRefused(404, 'model_not_found', `The model \`${String(model)}\` does not exist`)
  refuseIf(stream !== true, 'This server only streams')
  refuseIf(!Array.isArray(messages) || messages.length === 0, "[] is too short - 'messages'")
  return {
    model: String(model),
    tools: toolsOf(body),
    maxTokens: maxTokensOf(body),
    ...conversation((messages as unknown[]).map(each => (isRecord(each) ? each : {}))),
  }
}

function maxTokensOf({ model, max_tokens, max_completion_tokens }: Record<string, unknown>): number {
  const isReasoning = /^(?:o\d|gpt-5)/.test(String(model))
  refuseIf(
    isReasoning && max_tokens !== undefined,
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    'unsupported_parameter',
  )
  const max = max_completion_tokens ?? max_tokens
  refuseIf(max !== undefined && !(Number.isInteger(max) && Number(max) > 0), 'max_tokens is too small')
  return Number(max ?? Number.NaN)
}

function toolsOf({ tools, tool_choice }: Record<string, unknown>): string[] {
  refuseIf(
    tool_choice !== undefined && tools === undefined,
    "'tool_choice' is only allowed when 'tools' are specified.",
  )
  if (tools === undefined) return []
  refuseIf(!Array.isArray(tools) || tools.length === 0, "[] is too short - 'tools'")
  const names = (tools as { type?: unknown; function?: Record<string, unknown> }[]).map(tool => {
    const name = tool.function?.name
    refuseIf(tool.type !== 'function' || typeof name !== 'string', "Missing required parameter: 'tools[0].function'")
    refuseIf(!/^[a-zA-Z0-9_-]{1,64}$/.test(String(name)), "Invalid 'tools[0].function.name'")
    const { parameters } = tool.function ?? {}
    refuseIf(!isRecord(parameters) || parameters.type !== 'object', 'Invalid schema for function')
    return String(name)
  })
  return tool_choice === 'none' ? [] : names
}

/** The messages in their order: every call of a tool is answered before the next message. */
function conversation(messages: readonly Record<string, unknown>[]): Pick<ModelAsked, 'instructions' | 'messages'> {
  const instructions: string[] = []
  const seen: ModelAsked['messages'][number][] = []
  const open = new Map<string, string>()
  for (const { role, content, tool_calls, tool_call_id } of messages) {
    if (role === 'tool') {
      const tool = open.get(String(tool_call_id))
      if (tool === undefined) {
        const message = "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
        throw new ModelRefused(400, 'invalid_request_error', message)
      }
      open.delete(String(tool_call_id))
      seen.push({ role, content: textOf(content), tool })
      continue
    }
    refuseUnanswered(open)
    if (role === 'system' || role === 'developer') instructions.push(textOf(content))
    else if (role === 'user') seen.push({ role, content: textOf(content) })
    else {
      refuseIf(role !== 'assistant', `Invalid value: '${String(role)}' of 'role'.`)
      for (const call of (tool_calls ?? []) as { id?: unknown; function?: { name?: unknown; arguments?: unknown } }[]) {
        refuseIf(typeof call.id !== 'string', "Missing required parameter: 'messages[0].tool_calls[0].id'.")
        refuseIf(typeof call.function?.arguments !== 'string', 'Invalid type for tool_calls[0].function.arguments')
        open.set(String(call.id), String(call.function?.name))
      }
      refuseIf(
        tool_calls === undefined && typeof content !== 'string',
        "Invalid value for 'content': expected a string",
      )
      seen.push({ role: 'assistant', content: content === null || content === undefined ? '' : textOf(content) })
    }
  }
  refuseUnanswered(open)
  return { instructions: instructions.join('\n'), messages: seen }
}

function refuseUnanswered(open: ReadonlyMap<string, string>): void {
  refuseIf(
    open.size > 0,
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
  )
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? (content as { type?: unknown; text?: unknown }[]) : []
  refuseIf(
    parts.length === 0 || parts.some(({ type, text }) => type !== 'text' || typeof text !== 'string'),
    "Invalid value for 'content'",
  )
  return parts.map(({ text }) => text).join('')
}

function* write(
  { model, messages }: ModelAsked,
  { pieces, end }: Extract<ModelReply, { pieces: unknown }>,
): Generator<string | { fault: string }> {
  const chunk = (delta: Delta, finish: Choice['finish_reason'] = null): string =>
    event({ ...base(model), choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }], usage: null })
  yield chunk({ role: 'assistant', content: '', refusal: null })
  let calls = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') for (const content of inTokens(piece)) yield chunk({ content })
    else if ('fault' in piece) yield piece
    else if ('error' in piece) {
      yield event({
        error: { message: `refused: ${piece.error}`, type: 'server_error', param: null, code: piece.error },
      })
      return
    } else if ('reasoning' in piece) {
      // Not in the API of OpenAI: servers with its API send it, such as DeepSeek and vLLM.
      yield chunk({ reasoning_content: piece.reasoning } as Delta)
    } else {
      const id = `call_${messages.length}_${calls}`
      const name = piece.call
      yield chunk({ tool_calls: [{ index: calls, id, type: 'function', function: { name, arguments: '' } }] })
      const input = typeof piece.input === 'string' ? piece.input : JSON.stringify(piece.input)
      for (const text of inTokens(input)) yield chunk({ tool_calls: [{ index: calls, function: { arguments: text } }] })
      calls += 1
    }
  }
  yield chunk({}, end === 'length' ? 'length' : end === 'filter' ? 'content_filter' : calls > 0 ? 'tool_calls' : 'stop')
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
  yield event({ ...base(model), choices: [], usage })
  yield 'data: [DONE]\n\n'
}

function base(model: string): Pick<Chunk, 'id' | 'object' | 'created' | 'model' | 'system_fingerprint'> {
  return {
    id: 'chatcmpl-A1',
    object: 'chat.completion.chunk',
    created: 1_795_000_000,
    model,
    system_fingerprint: 'fp_1',
  }
}

function event(data: Chunk | { error: OpenAI.ErrorObject }): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

import type { IncomingHttpHeaders } from 'node:http'
import type Anthropic from '@anthropic-ai/sdk'
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

type StreamEvent = Anthropic.RawMessageStreamEvent
type Block = Anthropic.RawContentBlockStartEvent['content_block']
type BlockDelta = Anthropic.RawContentBlockDeltaEvent['delta']

const fields = ['model', 'max_tokens', 'system', 'messages', 'tools', 'tool_choice', 'stream']

/** That of the package `@ai-sdk/anthropic` 4.0, and that of the official client 1.14. */
const versions = ['2023-06-01', '2026-10-21']

/**
 * Anthropic's Messages API with streams (platform.claude.com/docs/en/api/messages and its page on streaming). It refuses
 * a request that does not keep to the published form.
 */
export function openAnthropic({ key = 'sk-ant-of-the-tests-A1b2C3d4' } = {}): Promise<ModelApi> {
  return serveModel({
    basePath: '/v1',
    path: '/messages',
    key,
    read: (body, headers) => read(body, headers, key),
    error: ({ status, code, message }) => ({
      type: 'error',
      error: { type: typeOf(status, code), message },
      request_id: 'req_011',
    }),
    write: (asked, reply) => write(asked, reply),
  })
}

/** The documented type of an error with this status. */
function typeOf(status: number, code: string): string {
  const types: Record<number, string> = {
    400: 'invalid_request_error',
    401: 'authentication_error',
    403: 'permission_error',
    404: 'not_found_error',
    429: 'rate_limit_error',
    500: 'api_error',
    529: 'overloaded_error',
  }
  return types[status] ?? code
}

function read(body: Record<string, unknown>, headers: IncomingHttpHeaders, key: string): ModelAsked {
  // The official client 1.x sends the key as a bearer token; `x-api-key` is the older form of the same.
  const given = headers['x-api-key'] ?? /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (given !== key) throw new ModelRefused(401, 'authentication_error', 'invalid x-api-key')
  refuseIf(!versions.includes(String(headers['anthropic-version'])), 'anthropic-version: header is required')
  for (const field of ['model', 'max_tokens', 'messages'])
    refuseIf(body[field] === undefined, `${field}: Field required`)
  onlyFields(body, fields, 'Extra inputs are not permitted')
  const { model, max_tokens, messages, system, stream } = body
  if (String(model).startsWith('unknown')) throw new ModelRefused(404, 'not_found_error', `model: ${String(model)}`)
  refuseIf(!(Number.isInteger(max_tokens) && Number(max_tokens) > 0), 'max_tokens: must be greater than 0')
  refuseIf(stream !== true, 'This server only streams')
  refuseIf(!Array.isArray(messages) || messages.length === 0, 'messages: at least one message is required')
  const declared = toolsOf(body)
  const list = (messages as unknown[]).map(each => (isRecord(each) ? each : {}))
  return {
    model: String(model),
    instructions: system === undefined ? '' : blocksOf(system).map(textOf).join('\n'),
    messages: conversation(list, declared),
    tools: isRecord(body.tool_choice) && body.tool_choice.type === 'none' ? [] : declared,
    maxTokens: Number(max_tokens),
  }
}

function toolsOf({ tools, tool_choice }: Record<string, unknown>): string[] {
  refuseIf(tools === undefined && tool_choice !== undefined, 'tool_choice may only be specified while providing tools')
  return ((tools ?? []) as { name?: unknown; input_schema?: unknown }[]).map(({ name, input_schema }) => {
    refuseIf(!/^[a-zA-Z0-9_-]{1,128}$/.test(String(name)), 'tools.0.custom.name: String should match pattern')
    refuseIf(!isRecord(input_schema) || input_schema.type !== 'object', 'tools.0.custom.input_schema: Field required')
    return String(name)
  })
}

type TextOrTool = Record<string, unknown>

/** The messages in their order: every use of a tool has its result at the beginning of the next message. */
function conversation(messages: readonly Record<string, unknown>[], tools: readonly string[]): ModelAsked['messages'] {
  refuseIf(messages[0]?.role !== 'user', 'messages: first message must use the "user" role')
  const seen: ModelAsked['messages'][number][] = []
  let open = new Map<string, string>()
  for (const { role, content } of messages) {
    refuseIf(role !== 'user' && role !== 'assistant', "messages.0.role: Input should be 'user' or 'assistant'")
    const blocks = blocksOf(content)
    const results = blocks.filter(({ type }) => type === 'tool_result')
    for (const { tool_use_id, content: result } of results) {
      const tool = open.get(String(tool_use_id))
      if (role !== 'user' || tool === undefined) {
        const message = `messages: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(tool_use_id)}`
        throw new ModelRefused(400, 'invalid_request_error', message)
      }
      open.delete(String(tool_use_id))
      seen.push({ role: 'tool', content: blocksOf(result).map(textOf).join(''), tool })
    }
    refuseIf(open.size > 0, 'messages: `tool_use` ids were found without `tool_result` blocks immediately after')
    refuseIf(
      results.some((result, index) => blocks[index] !== result),
      'messages: `tool_result` blocks must come first in the content',
    )
    open = usesIn(blocks, { role, tools })
    const text = blocks.filter(({ type }) => type === 'text').map(textOf)
    if (text.length > 0 || open.size > 0) seen.push({ role: role as 'user' | 'assistant', content: text.join('') })
  }
  refuseIf(open.size > 0, 'messages: `tool_use` ids were found without `tool_result` blocks immediately after')
  return seen
}

/** The uses of tools in an assistant's message, by their ids. */
function usesIn(
  blocks: readonly TextOrTool[],
  { role, tools }: { role: unknown; tools: readonly string[] },
): Map<string, string> {
  const uses = new Map<string, string>()
  for (const { type, id, name, input } of blocks) {
    if (type !== 'tool_use') continue
    refuseIf(role !== 'assistant', 'messages: `tool_use` blocks can only be in `assistant` messages')
    refuseIf(tools.length === 0, 'Requests which have `tool_use` or `tool_result` blocks in messages must define tools')
    refuseIf(!/^[a-zA-Z0-9_-]+$/.test(String(id)), 'messages: tool_use.id: String should match pattern')
    refuseIf(!isRecord(input), 'messages: tool_use.input: Input should be a valid dictionary')
    uses.set(String(id), String(name))
  }
  return uses
}

function blocksOf(content: unknown): TextOrTool[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  refuseIf(!Array.isArray(content), 'messages.0.content: Input should be a valid list')
  const blocks = (content as unknown[]).filter(isRecord)
  refuseIf(
    blocks.some(({ type }) => !['text', 'tool_use', 'tool_result'].includes(String(type))),
    'messages.0.content.0: Input tag does not match any of the expected tags',
  )
  return blocks
}

function textOf({ type, text }: TextOrTool): string {
  refuseIf(
    type !== 'text' || typeof text !== 'string' || text === '',
    'messages: text content blocks must be non-empty',
  )
  return String(text)
}

function* write(
  { model, messages }: ModelAsked,
  { pieces, end }: Extract<ModelReply, { pieces: unknown }>,
): Generator<string | { fault: string }> {
  yield event({ type: 'message_start', message: emptyMessage(model) })
  yield 'event: ping\ndata: {"type": "ping"}\n\n'
  let index = 0
  let calls = 0
  let isText = false
  const stop = (): string => event({ type: 'content_block_stop', index: index++ })
  const start = (content_block: Block): string => event({ type: 'content_block_start', index, content_block })
  const delta = (each: BlockDelta): string => event({ type: 'content_block_delta', index, delta: each })
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      if (!isText) yield start({ type: 'text', text: '', citations: null })
      isText = true
      for (const text of inTokens(piece)) yield delta({ type: 'text_delta', text })
      continue
    }
    if ('fault' in piece) {
      yield piece
      continue
    }
    if ('error' in piece) {
      yield `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type: piece.error, message: 'Overloaded' } })}\n\n`
      return
    }
    if (isText) yield stop()
    isText = false
    if ('reasoning' in piece) {
      yield start({ type: 'thinking', thinking: '', signature: '' })
      for (const thinking of inTokens(piece.reasoning)) yield delta({ type: 'thinking_delta', thinking })
      yield delta({ type: 'signature_delta', signature: 'EqQBCgIYAhIM' })
    } else {
      const id = `toolu_${messages.length}_${calls++}`
      yield start({ type: 'tool_use', id, name: piece.call, input: {}, caller: { type: 'direct' } })
      const input = typeof piece.input === 'string' ? piece.input : JSON.stringify(piece.input)
      for (const text of ['', ...inTokens(input)]) yield delta({ type: 'input_json_delta', partial_json: text })
    }
    yield stop()
  }
  if (isText) yield stop()
  const reason = end === 'length' ? 'max_tokens' : end === 'filter' ? 'refusal' : calls > 0 ? 'tool_use' : 'end_turn'
  yield event({
    type: 'message_delta',
    delta: { stop_reason: reason, stop_sequence: null, stop_details: null, container: null },
    usage: { ...noTokens, input_tokens: null, output_tokens: 20 },
  })
  yield event({ type: 'message_stop' })
}

const noTokens = {
  cache_creation_input_tokens: null,
  cache_read_input_tokens: null,
  output_tokens_details: null,
  server_tool_use: null,
}

function emptyMessage(model: string): Anthropic.Message {
  return {
    id: 'msg_01',
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    container: null,
    diagnostics: null,
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    usage: {
      ...noTokens,
      input_tokens: 100,
      output_tokens: 1,
      cache_creation: null,
      inference_geo: null,
      service_tier: 'standard',
      speed: null,
    },
  }
}

function event(data: StreamEvent): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
}

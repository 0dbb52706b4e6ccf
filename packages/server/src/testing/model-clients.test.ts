import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openAnthropic } from './anthropic.ts'
import type { ModelApi } from './model-api.ts'
import { openOpenAi } from './openai.ts'

const question = { role: 'user', content: 'What needs attention?' } as const
const schema = { type: 'object', properties: { domain: { type: 'string' } }, required: ['domain'] } as const
let api: ModelApi
afterEach(() => api.close())

describe('the official client of OpenAI', () => {
  let client: OpenAI
  beforeEach(async () => {
    api = await openOpenAi()
    client = new OpenAI({ apiKey: api.key, baseURL: api.baseUrl, maxRetries: 0 })
  })
  const model = 'gpt-4.1-mini'
  const tools: OpenAI.Chat.ChatCompletionTool[] = [
    { type: 'function', function: { name: 'get_scan', parameters: schema } },
  ]

  it('reads a stream of text to its end', async () => {
    api.reply = () => ({ pieces: ['Your SPF record is missing. 🙂'] })
    const stream = client.chat.completions.stream({
      model,
      messages: [question],
      stream_options: { include_usage: true },
    })
    const { choices, usage } = await stream.finalChatCompletion()
    expect(choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { role: 'assistant', content: 'Your SPF record is missing. 🙂' },
    })
    expect(usage).toEqual({ prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 })
  })

  it('reads calls of tools, and sends their results', async () => {
    api.reply = ({ messages }) =>
      messages.at(-1)?.role === 'tool'
        ? { pieces: [`Score ${messages.at(-1)?.content}.`] }
        : { pieces: ['One', 'two'].map(name => ({ call: 'get_scan', input: { domain: `${name}.example` } })) }
    const first = await client.chat.completions.stream({ model, messages: [question], tools }).finalChatCompletion()
    const message = first.choices[0]?.message
    const calls = message?.tool_calls ?? []
    expect(first.choices[0]?.finish_reason).toBe('tool_calls')
    expect(calls.map(call => call.type === 'function' && JSON.parse(call.function.arguments))).toEqual([
      { domain: 'One.example' },
      { domain: 'two.example' },
    ])
    const results = calls.map(({ id }, index) => ({ role: 'tool' as const, tool_call_id: id, content: `${index}` }))
    const messages = [question, message as OpenAI.Chat.ChatCompletionMessageParam, ...results]
    const second = await client.chat.completions.stream({ model, messages, tools }).finalChatCompletion()
    expect(second.choices[0]?.message.content).toBe('Score 1.')
    const unanswered = client.chat.completions.stream({ model, messages: messages.slice(0, -1), tools })
    await expect(unanswered.finalChatCompletion()).rejects.toThrow(/must be followed by tool messages/)
  })

  it('reads the reasons of an early end', async () => {
    for (const [end, reason] of [
      ['length', 'length'],
      ['filter', 'content_filter'],
    ] as const) {
      api.reply = () => ({ pieces: ['One'], end })
      const reasons: unknown[] = []
      for await (const chunk of await client.chat.completions.create({ model, messages: [question], stream: true }))
        reasons.push(chunk.choices[0]?.finish_reason ?? null)
      expect(reasons.filter(each => each !== null)).toEqual([reason])
    }
  })

  it('reads errors before and within a stream', async () => {
    const ask = (change: object = {}) =>
      client.chat.completions.stream({ model, messages: [question], ...change }).finalChatCompletion()
    await expect(ask({ model: 'unknown-1' })).rejects.toBeInstanceOf(OpenAI.NotFoundError)
    await expect(ask({ messages: [] })).rejects.toBeInstanceOf(OpenAI.BadRequestError)
    await expect(ask({ model: 'gpt-5-mini', max_tokens: 5 })).rejects.toMatchObject({ code: 'unsupported_parameter' })
    api.reply = () => ({ status: 429, code: 'rate_limit_exceeded', headers: { 'retry-after': '7' } })
    const limited = await ask().catch((error: unknown) => error)
    expect(limited).toBeInstanceOf(OpenAI.RateLimitError)
    expect(limited).toMatchObject({ status: 429, code: 'rate_limit_exceeded', type: 'requests' })
    api.reply = () => ({ pieces: ['One', { error: 'server_error' }] })
    await expect(ask()).rejects.toMatchObject({ code: 'server_error' })
    client = new OpenAI({ apiKey: 'sk-wrong', baseURL: api.baseUrl, maxRetries: 0 })
    await expect(ask()).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
  })
})

describe('the official client of Anthropic', () => {
  let client: Anthropic
  beforeEach(async () => {
    api = await openAnthropic()
    client = new Anthropic({ apiKey: api.key, baseURL: new URL(api.baseUrl).origin, maxRetries: 0 })
  })
  const base = { model: 'claude-haiku-4-5', max_tokens: 500 } as const
  const tools: Anthropic.Tool[] = [{ name: 'get_scan', input_schema: { ...schema, required: ['domain'] } }]

  it('reads a stream of thoughts and text to its end', async () => {
    api.reply = () => ({ pieces: [{ reasoning: 'The user wants…' }, 'Your SPF record ', 'is missing.'] })
    const message = await client.messages.stream({ ...base, system: 'Answer.', messages: [question] }).finalMessage()
    expect(message).toMatchObject({
      role: 'assistant',
      stop_reason: 'end_turn',
      content: [
        { type: 'thinking', thinking: 'The user wants…' },
        { type: 'text', text: 'Your SPF record is missing.' },
      ],
      usage: { output_tokens: 20 },
    })
    expect(api.asked[0]).toMatchObject({ instructions: 'Answer.', maxTokens: 500 })
  })

  it('reads uses of tools, and sends their results', async () => {
    api.reply = ({ messages }) =>
      messages.at(-1)?.role === 'tool'
        ? { pieces: [`Score ${messages.at(-1)?.content}.`] }
        : { pieces: ['Let me look.', { call: 'get_scan', input: { domain: 'one.example' } }] }
    const first = await client.messages.stream({ ...base, messages: [question], tools }).finalMessage()
    expect(first.stop_reason).toBe('tool_use')
    expect(first.content).toMatchObject([
      { type: 'text', text: 'Let me look.' },
      { type: 'tool_use', name: 'get_scan', input: { domain: 'one.example' } },
    ])
    const use = first.content.find(block => block.type === 'tool_use')
    const answered: Anthropic.MessageParam[] = [
      question,
      { role: 'assistant', content: first.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: use?.id ?? '', content: '72' }] },
    ]
    const second = await client.messages.stream({ ...base, messages: answered, tools }).finalMessage()
    expect(second.content).toMatchObject([{ type: 'text', text: 'Score 72.' }])
    const wrong: [Anthropic.MessageParam[], RegExp][] = [
      [[...answered.slice(0, 2), question], /without `tool_result` blocks/],
      [[question, ...answered.slice(2)], /unexpected `tool_use_id`/],
      [answered.slice(1, 2), /first message must use/],
    ]
    for (const [messages, message] of wrong) {
      const refused = client.messages.stream({ ...base, messages, tools })
      await expect(refused.finalMessage()).rejects.toThrow(message)
    }
  })

  it('reads the reasons of an early end', async () => {
    for (const [end, reason] of [
      ['length', 'max_tokens'],
      ['filter', 'refusal'],
    ] as const) {
      api.reply = () => ({ pieces: ['One'], end })
      const message = await client.messages.stream({ ...base, messages: [question] }).finalMessage()
      expect(message.stop_reason).toBe(reason)
    }
  })

  it('reads errors before and within a stream', async () => {
    const ask = (change: object = {}) =>
      client.messages.stream({ ...base, messages: [question], ...change }).finalMessage()
    await expect(ask({ model: 'unknown-1' })).rejects.toBeInstanceOf(Anthropic.NotFoundError)
    await expect(ask({ max_tokens: 0 })).rejects.toBeInstanceOf(Anthropic.BadRequestError)
    await expect(ask({ tool_choice: { type: 'auto' } })).rejects.toThrow(/while providing tools/)
    api.reply = () => ({ status: 429, code: 'rate_limit_error', headers: { 'retry-after': '7' } })
    await expect(ask()).rejects.toBeInstanceOf(Anthropic.RateLimitError)
    api.reply = () => ({ pieces: ['One', { error: 'overloaded_error' }] })
    await expect(ask()).rejects.toMatchObject({ error: { error: { type: 'overloaded_error' } } })
    client = new Anthropic({ apiKey: 'sk-wrong', baseURL: new URL(api.baseUrl).origin, maxRetries: 0 })
    await expect(ask()).rejects.toBeInstanceOf(Anthropic.AuthenticationError)
  })
})

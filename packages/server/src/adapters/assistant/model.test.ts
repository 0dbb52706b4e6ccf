import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AssistantRequest } from '../../ports.ts'
import { openAnthropic } from '../../testing/anthropic.ts'
import type { ModelApi, ModelReply } from '../../testing/model-api.ts'
import { askedOf, modelWorld } from '../../testing/model-world.ts'
import { openOpenAi } from '../../testing/openai.ts'

const getScan: AssistantRequest['tools'] = {
  get_scan: {
    description: 'The newest scan of a domain',
    input: z.object({ domain: z.string() }),
    run: async input => `score of ${(input as { domain: string }).domain}: 72`,
  },
}

const failing = () => Promise.reject(new Error('connection to database at 10.0.0.5 lost'))

describe.each([
  ['openai', 'gpt-4.1-mini', () => openOpenAi()],
  ['openai-compatible', 'qwen3:8b', () => openOpenAi({ key: '' })],
  ['anthropic', 'claude-haiku-4-5', () => openAnthropic()],
] as const)('the model of the provider %s', (provider, model, open) => {
  let api: ModelApi
  beforeEach(async () => {
    api = await open()
  })
  afterEach(() => api.close())
  const world = (timeouts = {}) => modelWorld({ api, provider, model, timeouts })
  const replies = (...list: ModelReply[]) => {
    let next = 0
    api.reply = () => list[next++] ?? { pieces: ['no further reply'] }
  }

  it('gets the instructions and the conversation, and answers in pieces', async () => {
    replies({ pieces: ['Your **SPF** record ', 'is missing.'] })
    const { ask, label } = world()
    const { text, contents } = await ask({
      instructions: 'Answer about DNS.',
      messages: [
        { role: 'user', content: 'What is SPF?' },
        { role: 'assistant', content: 'A record.' },
        { role: 'user', content: 'And mine?' },
      ],
      maxOutputTokens: 1200,
    })
    expect(text).toBe('Your **SPF** record is missing.')
    expect(contents).toBeGreaterThan(2)
    expect(label).toBe(`${provider} ${model}`)
    expect(api.asked).toEqual([
      {
        model,
        instructions: 'Answer about DNS.',
        messages: [
          { role: 'user', content: 'What is SPF?' },
          { role: 'assistant', content: 'A record.' },
          { role: 'user', content: 'And mine?' },
        ],
        tools: [],
        maxTokens: 1200,
      },
    ])
  })

  it('uses a tool, and its texts before and after it are two paragraphs', async () => {
    api.reply = ({ messages }) =>
      messages.at(-1)?.role === 'tool'
        ? { pieces: [`It says: ${messages.at(-1)?.content}`] }
        : { pieces: ['Let me look.', { call: 'get_scan', input: { domain: 'example.com' } }] }
    const { pieces } = await world().ask({ tools: getScan })
    expect(pieces).toEqual(['Let me look.', { tool: 'get_scan' }, '\n\nIt says: score of example.com: 72'])
    expect(api.asked[1]?.messages.at(-1)).toEqual({
      role: 'tool',
      tool: 'get_scan',
      content: 'score of example.com: 72',
    })
  })

  it('learns that a tool does not exist or that its input is wrong, and goes on', async () => {
    replies(
      { pieces: [{ call: 'delete_domain', input: { domain: 'example.com' } }] },
      {
        pieces: [
          { call: 'get_scan', input: { domain: 7 } },
          { call: 'get_scan', input: '{"domain' },
        ],
      },
      { pieces: ['Sorry.'] },
    )
    const { pieces } = await world().ask({ tools: getScan })
    expect(pieces).toEqual(['Sorry.'])
    expect(api.asked[1]?.messages.at(-1)?.content).toContain("unavailable tool 'delete_domain'")
    expect(api.asked[2]?.messages.at(-1)?.content).toContain('Invalid input for tool get_scan')
  })

  it('learns nothing of a failure of ours, and answers without the tool', async () => {
    replies({ pieces: [{ call: 'get_scan', input: { domain: 'example.com' } }] }, { pieces: ['I could not look.'] })
    const { ask, logged } = world()
    const { pieces } = await ask({ tools: { get_scan: { ...getScan.get_scan, run: failing } as never } })
    expect(pieces).toEqual([{ tool: 'get_scan' }, 'I could not look.'])
    expect(JSON.stringify(api.bodies)).not.toContain('10.0.0.5')
    expect(logged()).toContain('a tool of the language model failed')
  })

  it('answers without a tool that takes too long', async () => {
    replies({ pieces: [{ call: 'get_scan', input: { domain: 'example.com' } }] }, { pieces: ['It took too long.'] })
    const tools = { get_scan: { ...getScan.get_scan, run: () => new Promise<string>(() => {}) } as never }
    const { pieces } = await world({ toolMs: 20 }).ask({ tools })
    expect(pieces).toEqual([{ tool: 'get_scan' }, 'It took too long.'])
  })

  it('must answer at the fourth request: then it has no tools', async () => {
    api.reply = ({ tools }) =>
      tools.length > 0 ? { pieces: [{ call: 'get_scan', input: { domain: 'a.example' } }] } : { pieces: ['Done.'] }
    const { pieces } = await world().ask({ tools: getScan })
    expect(pieces).toEqual([{ tool: 'get_scan' }, { tool: 'get_scan' }, { tool: 'get_scan' }, 'Done.'])
  })

  it('thinks without showing it', async () => {
    if (provider === 'openai') return
    replies({ pieces: [{ reasoning: 'The user wants…' }, 'Yes.'] })
    expect((await world().ask()).pieces).toEqual(['Yes.'])
  })

  it('that ends at the length that was asked for says that it is incomplete', async () => {
    replies({ pieces: ['The first of'], end: 'length' })
    const { ask, outcomes } = world()
    const { text } = await ask()
    expect(text).toBe('The first of\n\n*This answer is incomplete: the language model reached its length limit.*')
    expect(await outcomes()).toEqual({ ok: 1 })
  })

  it('is not read further than 20,000 characters, and no character is halved', async () => {
    replies({ pieces: ['a'.repeat(19_999), '🙂', 'more', { fault: 'stall' }] })
    const { ask, outcomes } = world()
    const { text } = await ask()
    expect(text).toBe('a'.repeat(19_999))
    await api.whenAbandoned(1)
    expect(await outcomes()).toEqual({ ok: 1 })
  })

  it.each<[string, ModelReply, string, string]>([
    ['the key is refused', { status: 401, code: 'invalid_api_key' }, 'refused', 'status 401 ('],
    ['the account may not use it', { status: 403, code: 'permission_error' }, 'refused', 'status 403'],
    ['the model is unknown', { status: 404, code: 'model_not_found' }, 'refused', 'status 404 ('],
    ['the account has no money', { status: 429, code: 'insufficient_quota' }, 'rate_limited', 'status 429'],
    ['the provider fails', { status: 500, code: 'server_error' }, 'failed', 'status 500'],
    ['the provider is overloaded', { status: 529, code: 'overloaded_error' }, 'failed', 'status 529'],
    ['an error comes within the answer', { pieces: ['One ', { error: 'overloaded_error' }] }, 'failed', 'overloaded'],
    ['the connection breaks', { pieces: ['One ', { fault: 'cut' }] }, 'cut', 'the connection broke'],
    ['the answer breaks off', { pieces: ['One ', { fault: 'stop' }] }, 'cut', 'broke'],
    ['an event is no JSON', { pieces: ['One ', { fault: 'malformed' }] }, 'failed', 'not readable'],
    ['the answer has no word', { pieces: [' \n'] }, 'empty', 'the answer is empty'],
    ['the answer is nothing', { pieces: [] }, 'empty', 'the answer is empty'],
    ['the provider filters the answer', { pieces: ['One '], end: 'filter' }, 'failed', 'filtered'],
    [
      'a website answers',
      { raw: { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Ollama is running' } },
      'failed',
      'no stream',
    ],
    [
      'a proxy answers with an error of its own',
      { raw: { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway' } },
      'failed',
      'status 502',
    ],
  ])('fails when %s', async (_, reply, reason, message) => {
    replies(reply)
    const { fail, outcomes, logged } = world()
    const failure = await fail()
    expect(failure).toMatchObject({ name: 'AssistantFailed', reason })
    expect(failure.message).toContain(message)
    expect(await outcomes()).toEqual({ [reason]: 1 })
    expect(logged()).toContain(message)
    expect(api.asked).toHaveLength(1)
  })

  it.each<[string, ModelReply, object, string]>([
    ['its response does not come', 'silent', { firstChunkMs: 80 }, 'its first word took too long'],
    [
      'its first word does not come',
      { pieces: [{ fault: 'stall' }] },
      { firstChunkMs: 80 },
      'its first word took too long',
    ],
    ['its next word does not come', { pieces: ['One ', { fault: 'stall' }] }, { chunkMs: 30 }, 'it stalled'],
    ['it takes too long in all', { pieces: ['One ', { fault: 'stall' }] }, { totalMs: 60 }, 'the answer took too long'],
  ])('times out when %s, and its request ends', async (_, reply, timeouts, message) => {
    replies(reply)
    const { fail, outcomes } = world(timeouts)
    const failure = await fail()
    expect(failure).toMatchObject({ reason: 'timeout' })
    expect(failure.message).toContain(message)
    expect(await outcomes()).toEqual({ timeout: 1 })
    await api.whenQuiet()
  })

  it('ends its request when the caller cancels', async () => {
    replies({ pieces: ['One ', { fault: 'stall' }] })
    const { model: port, outcomes } = world()
    const cancel = new AbortController()
    const pieces = port.stream(askedOf({ signal: cancel.signal }))[Symbol.asyncIterator]()
    expect((await pieces.next()).value).toEqual({ content: 'One ' })
    const waiting = pieces.next()
    cancel.abort()
    await expect(waiting).rejects.toMatchObject({ reason: 'closed' })
    await api.whenAbandoned(1)
    expect(await outcomes()).toEqual({ closed: 1 })
  })

  it('ends its request when the caller reads no further, even while a piece is awaited', async () => {
    replies({ pieces: ['One ', { fault: 'stall' }] }, { pieces: ['Two ', { fault: 'stall' }] })
    const { model: port, outcomes } = world()
    for await (const piece of port.stream(askedOf())) {
      expect(piece).toEqual({ content: 'One ' })
      break
    }
    await api.whenAbandoned(1)
    const pieces = port.stream(askedOf())[Symbol.asyncIterator]()
    await pieces.next()
    const waiting = pieces.next()
    await pieces.return?.()
    await expect(waiting).rejects.toMatchObject({ reason: 'closed' })
    await api.whenAbandoned(2)
    expect(await outcomes()).toEqual({ closed: 2 })
  })

  it('is not asked when the caller has cancelled before', async () => {
    expect(await world().fail({ signal: AbortSignal.abort() })).toMatchObject({ reason: 'closed' })
    expect(api.asked).toEqual([])
  })
})

import { type AssistantEvent, headerAnalysis as headerReply, workspaceHeader } from '@waxseal/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { member } from '../../db/schema/index.ts'
import { answerEvents } from '../../testing/answer-stream.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aScan } from '../../testing/factories.ts'
import { pieces, scriptedModel } from '../../testing/scripted-model.ts'
import { theStore } from '../../testing/store.ts'

let server: TestApp
let user: TestUser
let domainId: string
let analysisId: string
beforeAll(async () => {
  server = await openTestApp(theStore())
})
afterAll(() => server.close())
beforeEach(async () => {
  server.deps.assistant = null
  user = await server.aUser({ tier: 'pro' })
  const domain = await aDomain(server.deps.store, user.actor)
  domainId = domain.id
  await aScan(server.deps.store, domain)
  analysisId = headerReply.parse((await user.post('/headers/analyze', { raw_headers: 'Subject: Hello' })).body).id
})

/** The four calls, about what the user has. */
const calls = () =>
  [
    [`/diagnostics/ai-analysis/${domainId}`, undefined],
    [`/diagnostics/ai-chat/${domainId}`, { message: 'How do I fix SPF?' }],
    [`/headers/ai-analysis/${analysisId}`, undefined],
    [`/headers/ai-chat/${analysisId}`, { message: 'Is this message safe?' }],
  ] as const

const turns = (n: number, content: string) => Array.from({ length: n }, () => ({ role: 'ai', content }))

const contentOf = (events: readonly AssistantEvent[]) =>
  events.map(event => ('content' in event ? event.content : '')).join('')

it('an analysis and an answer are streamed, and end with the whole as HTML', async () => {
  for (const [path, body] of calls()) {
    const answer = await user.post(path, body)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
    })
    const events = answerEvents(answer.text)
    expect(contentOf(events)).not.toBe('')
    expect(events.at(-1)).toEqual({ done: true, html: expect.stringContaining('<p>') })
    expect(events.filter(event => 'done' in event)).toHaveLength(1)
  }
})

it('a question is answered about the domain, with what was said before as context', async () => {
  server.deps.assistant = scriptedModel(() => pieces(['Publish', ' a record.']))
  const history = [
    { role: 'user', content: 'What is DKIM?' },
    { role: 'ai', content: '**DKIM** signs mail.' },
  ]
  const { text } = await user.post(`/diagnostics/ai-chat/${domainId}`, { message: '  And here?  ', history })
  expect(answerEvents(text).slice(0, 1)).toEqual([{ content: 'Publish a record.' }])
  const { messages } = (server.deps.assistant as ReturnType<typeof scriptedModel>).requests[0] ?? {}
  expect(JSON.stringify(messages)).toContain('**DKIM** signs mail.')
  expect(messages?.at(-1)).toMatchObject({ role: 'user', content: expect.stringContaining('And here?') })
})

it('a tool that the model uses is named in the stream', async () => {
  server.deps.assistant = scriptedModel(async function* () {
    yield { tool: 'get_scan' }
    yield { content: 'It is here.' }
  })
  const { text } = await user.post(`/diagnostics/ai-analysis/${domainId}`)
  expect(answerEvents(text).slice(0, 2)).toEqual([{ tool: 'get_scan' }, { content: 'It is here.' }])
})

it('an answer that fails ends with the text for the user', async () => {
  for (const [path, body] of calls()) {
    // What belongs to no model's failure: the signal of a server that stops.
    server.deps.assistant = scriptedModel(() => pieces(['Your domain'], 'closed'))
    const { status, text } = await user.post(path, body)
    expect(status).toBe(200)
    expect(answerEvents(text)).toEqual([
      {
        error: path.includes('ai-chat')
          ? 'Failed to get response. Please try again.'
          : 'Failed to generate analysis. Please try again.',
      },
    ])
  }
})

it('Starter is refused before anything is read, whatever the id', async () => {
  const starter = await server.aUser()
  for (const [path, body] of calls()) {
    for (const address of [path, path.replace(/[^/]*$/, 'none')]) {
      expect(await starter.post(address, body)).toMatchObject({
        status: 403,
        body: {
          detail: 'Your plan does not include interactive AI',
          code: 'feature_locked',
          feature: 'ai_interactive',
        },
      })
    }
  }
})

it('what belongs to another workspace is not found', async () => {
  const outsider = await server.aUser({ tier: 'business' })
  for (const [path, body] of calls()) {
    expect(await outsider.post(path, body)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  }
})

it('a domain without a scan is refused', async () => {
  const { id } = await aDomain(server.deps.store, user.actor)
  const refusal = { status: 404, body: { detail: 'No scan results yet', code: 'no_scan' } }
  expect(await user.post(`/diagnostics/ai-analysis/${id}`)).toMatchObject(refusal)
  expect(await user.post(`/diagnostics/ai-chat/${id}`, { message: 'Hello' })).toMatchObject(refusal)
})

it('a viewer of the workspace may ask', async () => {
  const viewer = await server.aUser()
  const { id: workspaceId } = user.actor.workspace
  const joinedAt = server.deps.now()
  await server.deps.store.db
    .insert(member)
    .values({ workspaceId, personId: viewer.actor.person.id, role: 'viewer', joinedAt })
  for (const [path, body] of calls()) {
    expect((await viewer.post(path, body ?? {}, { [workspaceHeader]: workspaceId })).status).toBe(200)
  }
})

it.each([
  ['no message', {}, 'message: '],
  ['a blank message', { message: ' \n ' }, 'message: Please enter a message'],
  ['a long message', { message: 'x'.repeat(2_001) }, 'message: A message can have at most 2,000 characters'],
  ['many turns', { message: 'x', history: turns(21, 'x') }, 'history: '],
  ['a long turn', { message: 'x', history: [{ role: 'ai', content: 'x'.repeat(20_001) }] }, 'history.0.content: '],
  ['a turn of the system', { message: 'x', history: [{ role: 'system', content: 'x' }] }, 'history.0.role: '],
])('%s is refused', async (_what, body, detail) => {
  for (const path of [`/diagnostics/ai-chat/${domainId}`, `/headers/ai-chat/${analysisId}`]) {
    expect(await user.post(path, body)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining(detail), code: 'validation' },
    })
  }
})

it('a message and a history of the greatest length are answered', async () => {
  const body = { message: 'x'.repeat(2_000), history: turns(20, 'x'.repeat(20_000)) }
  expect((await user.post(`/diagnostics/ai-chat/${domainId}`, body)).status).toBe(200)
})

it('a fourth answer at once is refused, and no one else’s', async () => {
  const end = Promise.withResolvers<void>()
  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let n = 0
  server.deps.assistant = scriptedModel(async function* () {
    asked[n++]?.resolve()
    await end.promise
    yield { content: 'At last.' }
  })
  const path = `/diagnostics/ai-analysis/${domainId}`
  const running = asked.map(() => user.post(path))
  await Promise.all(asked.map(({ promise }) => promise))
  expect(await user.post(path)).toMatchObject({
    status: 429,
    body: { code: 'rate_limited' },
    headers: { 'retry-after': '5' },
  })
  const other = await server.aUser()
  const ofOther = other.post('/chat/query', { message: 'Hello' })
  end.resolve()
  expect((await Promise.all([...running, ofOther])).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await user.post(path)).status).toBe(200)
})

import type { ChatMessage } from '@waxseal/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { errorForLog } from '../../cli/log.ts'
import { AssistantFailed } from '../../ports.ts'
import { answerEvents } from '../../testing/answer-stream.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aColleague } from '../../testing/colleague.ts'
import { scriptedModel } from '../../testing/scripted-model.ts'
import { onTheStore, theStore } from '../../testing/store.ts'
import { dayOf } from '../usage/period.ts'
import { used } from '../usage/store.ts'
import { leaveWorkspace } from '../workspaces/members.ts'

const events = { accept: 'text/event-stream' }
/** Whose calls are made. */
type Caller = Pick<Awaited<ReturnType<typeof aColleague>>, 'get' | 'post'>
const limitRefusal = {
  status: 403,
  body: { detail: 'Daily chat limit reached. Upgrade to Pro for unlimited messages.', code: 'chat_limit' },
}

/** A model that says one word and no other, and whether its request was cancelled. */
function stalledModel() {
  const asked = Promise.withResolvers<void>()
  const cancelled = Promise.withResolvers<void>()
  const model = scriptedModel(async function* ({ signal }) {
    signal.addEventListener('abort', () => cancelled.resolve())
    yield { content: 'One moment' }
    asked.resolve()
    await new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(new AssistantFailed('closed', 'cancelled'))),
    )
  })
  return { model, asked: asked.promise, cancelled: cancelled.promise }
}

onTheStore('a chat message', kind => {
  let server: TestApp
  let address: string
  let user: TestUser
  /** Everything that was logged, with every level. */
  const lines: string[] = []
  beforeAll(async () => {
    const log = pino({ level: 'trace', serializers: { err: errorForLog } }, { write: line => void lines.push(line) })
    server = await openTestApp(kind, { connections: 5, log })
    address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
    server.deps.assistant = null
    lines.length = 0
    user = await server.aUser()
  })

  const ask = (message: string, of: Caller = user) => of.post('/chat/query', { message })
  const history = async () => ((await user.get('/chat/history')).body as { messages: ChatMessage[] }).messages
  const usedBy = ({ actor }: TestUser) =>
    used(server.deps.store.db, { workspaceId: actor.workspace.id, kind: 'chat', period: dayOf(server.deps.now()) })

  it('has ten messages a day on Starter, UTC, for all members together', async () => {
    const colleague = await aColleague(server, user)
    for (let n = 0; n < 5; n++) {
      expect([(await ask('Hello')).status, (await ask('Hello', colleague)).status]).toEqual([200, 200])
    }
    expect(await ask('Hello')).toMatchObject(limitRefusal)
    expect(await user.post('/chat/query', { message: 'Hello' }, events)).toMatchObject(limitRefusal)
    expect(await ask('Hello', colleague)).toMatchObject(limitRefusal)
    expect(await usedBy(user)).toBe(10)
    await user.delete('/chat/history')
    expect(await ask('Hello')).toMatchObject(limitRefusal)
    server.deps.clock.now = new Date('2026-11-21T00:00:00Z')
    expect((await ask('Hello')).status).toBe(200)
  })

  it('has no limit, and no counter, from Pro up', async () => {
    const pro = await server.aUser({ tier: 'pro' })
    for (let n = 0; n < 11; n++) expect((await ask('Hello', pro)).status).toBe(200)
    expect(await usedBy(pro)).toBe(0)
  })

  it('never has more than the limit, also when many ask at once', async () => {
    const all = Promise.withResolvers<void>()
    let answering = 0
    server.deps.assistant = scriptedModel(async function* () {
      answering += 1
      if (answering === 10) all.resolve()
      await all.promise
      yield { content: 'Hello.' }
    })
    const people: Caller[] = [user]
    while (people.length < 7) people.push(await aColleague(server, user))
    const answers = await Promise.all(people.flatMap(each => [1, 2, 3].map(() => ask('Hello', each))))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([...Array(10).fill(200), ...Array(11).fill(403)])
    expect(await usedBy(user)).toBe(10)
  })

  it('neither keeps nor counts a streamed answer that cannot be kept, and logs no text', async () => {
    const colleague = await aColleague(server, user)
    server.deps.assistant = scriptedModel(async function* () {
      await leaveWorkspace(server.deps, colleague.actor)
      yield { content: 'The secret answer' }
    })
    const { text } = await colleague.post('/chat/query', { message: 'My secret question' }, events)
    expect(answerEvents(text).at(-1)).toEqual({ error: 'Failed to get response. Please try again.' })
    expect([await usedBy(user), await history()]).toEqual([0, []])
    expect(lines.join('')).toContain('an answer of the assistant failed')
    expect(lines.join('')).not.toContain('secret')
  })

  it('answers 502 where an answer cannot be kept, and does not count it', async () => {
    const colleague = await aColleague(server, user)
    server.deps.assistant = scriptedModel(async function* () {
      await leaveWorkspace(server.deps, colleague.actor)
      yield { content: 'The secret answer' }
    })
    expect(await ask('My secret question', colleague)).toMatchObject({
      status: 502,
      body: { detail: 'Failed to get AI response', code: 'upstream' },
    })
    expect(await usedBy(user)).toBe(0)
    expect(lines.join('')).toContain('an answer of the assistant failed')
    expect(lines.join('')).not.toContain('secret')
  })

  it.each([
    ['JSON', {}],
    ['a stream', events],
  ])(
    'neither keeps nor counts an answer whose client disconnects from %s, and cancels the model',
    async (_, accept) => {
      const { model, asked, cancelled } = stalledModel()
      server.deps.assistant = model
      const leaving = new AbortController()
      const answer = fetch(`${address}/api/chat/query`, {
        method: 'POST',
        headers: { ...accept, authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message: 'Hello' }),
        signal: leaving.signal,
      })
      await asked
      expect(await usedBy(user)).toBe(1)
      if ('accept' in accept) await answer
      leaving.abort()
      await Promise.allSettled([answer])
      await cancelled
      await vi.waitFor(async () => expect(await usedBy(user)).toBe(0))
      expect(await history()).toEqual([])
      expect(lines.filter(line => /"level":[45]0/.test(line))).toEqual([])
    },
  )
})

it('an answer that runs when the server stops ends with its error, and is not counted', async () => {
  const server = await openTestApp(theStore())
  const user = await server.aUser()
  const asked = Promise.withResolvers<void>()
  // A model that ignores its signal.
  server.deps.assistant = scriptedModel(async function* () {
    asked.resolve()
    await new Promise(() => {})
    yield { content: 'never' }
  })
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const answer = await fetch(`${address}/api/chat/query`, {
    method: 'POST',
    headers: { ...events, authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Hello' }),
  })
  await asked.promise
  const text = answer.text()
  await server.app.close()
  expect(answerEvents(await text)).toEqual([{ error: 'Failed to get response. Please try again.' }])
  const counter = { workspaceId: user.actor.workspace.id, kind: 'chat', period: '2026-11-20' } as const
  expect(await used(server.deps.store.db, counter)).toBe(0)
  await server.deps.close()
})

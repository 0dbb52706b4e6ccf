import type { ChatMessage } from '@waxseal/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { chatMessage } from '../../db/schema/index.ts'
import { answerEvents } from '../../testing/answer-stream.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aColleague } from '../../testing/colleague.ts'
import { aDomain, aScan } from '../../testing/factories.ts'
import { pieces, scriptedModel } from '../../testing/scripted-model.ts'
import { onTheStore } from '../../testing/store.ts'
import { dayOf } from '../usage/period.ts'
import { used } from '../usage/store.ts'
import { leaveWorkspace } from '../workspaces/members.ts'
import { periodicChatTasks } from './jobs.ts'

const day = 86_400_000
const events = { accept: 'text/event-stream' }
/** Whose calls are made. */
type Caller = Pick<Awaited<ReturnType<typeof aColleague>>, 'get' | 'post' | 'delete'>

onTheStore('the chat', kind => {
  let server: TestApp
  let user: TestUser
  beforeAll(async () => {
    server = await openTestApp(kind)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
    server.deps.assistant = null
    user = await server.aUser()
  })

  const ask = (message: string, of: Caller = user) => of.post('/chat/query', { message })
  const history = async (of: Caller = user) =>
    ((await of.get('/chat/history')).body as { messages: ChatMessage[] }).messages
  const saidBy = async (of: Caller) => (await history(of)).map(({ message }) => message)
  const usedBy = ({ actor }: TestUser) =>
    used(server.deps.store.db, { workspaceId: actor.workspace.id, kind: 'chat', period: dayOf(server.deps.now()) })

  it('answers a message and keeps both', async () => {
    const domain = await aDomain(server.deps.store, user.actor)
    await aScan(server.deps.store, domain)
    const answer = await ask('  How secure is my domain?\0  ')
    const { id, response } = answer.body as { id: string; response: string }
    expect(answer.status).toBe(200)
    expect(response).toContain('<p>')
    expect(await history()).toEqual([
      { id, message: 'How secure is my domain?\uFFFD', response, created_at: '2026-11-20T09:00:00.000Z' },
    ])
  })

  it('streams the answer to a client that reads events, and keeps the same', async () => {
    server.deps.assistant = scriptedModel(() => pieces(['It is ', 'here.']))
    const { text, headers } = await user.post('/chat/query', { message: 'Hello' }, events)
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8')
    const [kept] = await history()
    expect(answerEvents(text)).toEqual([{ content: 'It is here.' }, { done: true, id: kept?.id, html: kept?.response }])
    const [row] = await server.deps.store.db
      .select()
      .from(chatMessage)
      .where(eq(chatMessage.id, kept?.id ?? ''))
    expect(row).toMatchObject({ answer: 'It is here.', source: 'model', authorId: user.actor.person.id })
  })

  it.each([
    ['no body', undefined, ''],
    ['a blank message', { message: ' ' }, 'message: Please enter a message'],
    ['a long message', { message: 'x'.repeat(2_001) }, 'message: A message can have at most 2,000 characters'],
  ])('refuses %s, and does not count it', async (_what, body, detail) => {
    expect(await user.post('/chat/query', body)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining(detail), code: 'validation' },
    })
    expect(await usedBy(user)).toBe(0)
  })

  it('gives the last messages and answers of the person to the model, and no others', async () => {
    const colleague = await aColleague(server, user)
    await ask('A question of a colleague', colleague)
    for (let n = 1; n <= 3; n++) {
      server.deps.clock.pass(day)
      server.deps.assistant = scriptedModel(() => pieces([`**answer ${n}.**`]))
      await ask(`question ${n}.`)
    }
    const model = scriptedModel(() => pieces(['Yes.']))
    server.deps.assistant = model
    await ask('Is that all?')
    const said = JSON.stringify(model.requests[0]?.messages)
    for (const text of ['question 1.', '**answer 1.**', 'question 3.', '**answer 3.**', 'Is that all?']) {
      expect(said).toContain(text)
    }
    expect(said).not.toContain('colleague')
    expect(said.indexOf('question 1.')).toBeLessThan(said.indexOf('question 3.'))
  })

  it('is personal: members of a workspace do not see, or clear, the messages of each other', async () => {
    const colleague = await aColleague(server, user)
    await ask('My question')
    await ask('Another question', colleague)
    expect(await saidBy(user)).toEqual(['My question'])
    expect(await saidBy(colleague)).toEqual(['Another question'])
    expect((await colleague.delete('/chat/history')).status).toBe(204)
    expect(await saidBy(colleague)).toEqual([])
    expect(await saidBy(user)).toEqual(['My question'])
  })

  it('belongs to a workspace: a person has another chat in another one', async () => {
    const colleague = await aColleague(server, user)
    await ask('In the workspace of the user', colleague)
    const headers = { authorization: `Bearer ${colleague.actor.person.subject}` }
    const own = await server.app.inject({ url: '/api/chat/history', headers })
    expect(own.json()).toEqual({ messages: [] })
  })

  it('is deleted with the membership of its author', async () => {
    const colleague = await aColleague(server, user)
    await ask('My question')
    await ask('A question', colleague)
    await leaveWorkspace(server.deps, colleague.actor)
    const { workspace } = user.actor
    const rows = await server.deps.store.db.select().from(chatMessage).where(eq(chatMessage.workspaceId, workspace.id))
    expect(rows.map(({ authorId }) => authorId)).toEqual([user.actor.person.id])
  })

  it('keeps the newest 200 messages of a person, oldest first', async () => {
    const { db } = server.deps.store
    await ask('oldest')
    const [row] = await db.select().from(chatMessage).where(eq(chatMessage.authorId, user.actor.person.id))
    if (row === undefined) throw new Error('nothing was stored')
    const { id: _, ...rest } = row
    const later = (n: number) => ({ ...rest, message: `later ${n}`, createdAt: new Date(rest.createdAt.getTime() + n) })
    await db.insert(chatMessage).values(Array.from({ length: 198 }, (_, n) => later(n + 1)))
    server.deps.clock.pass(1_000)
    await ask('the 200th')
    expect((await history()).map(({ message }) => message).slice(0, 2)).toEqual(['oldest', 'later 1'])
    server.deps.clock.pass(1_000)
    await ask('the 201st')
    const messages = (await history()).map(({ message }) => message)
    expect([messages.length, ...messages.slice(0, 2), ...messages.slice(-2)]).toEqual([
      200,
      'later 1',
      'later 2',
      'the 200th',
      'the 201st',
    ])
  })

  it('does not show messages after a year, and then deletes them', async () => {
    const { db } = server.deps.store
    await ask('Hello')
    const count = () => db.$count(chatMessage, eq(chatMessage.authorId, user.actor.person.id))
    server.deps.clock.pass(365 * day - 1)
    expect(await history()).toHaveLength(1)
    server.deps.clock.pass(1)
    expect([(await history()).length, await count()]).toEqual([0, 1])
    const [task] = periodicChatTasks(server.deps)
    await task?.run(server.deps.now(), new AbortController().signal)
    expect(await count()).toBe(0)
  })
})

import { setImmediate as turn } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { person, workspace } from '../../db/schema/index.ts'
import { answerEvents } from '../../testing/answer-stream.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aColleague } from '../../testing/colleague.ts'
import { allRows, changesBetween, tablesOf } from '../../testing/row-changes.ts'
import { scriptedModel } from '../../testing/scripted-model.ts'
import { onTheStore } from '../../testing/store.ts'
import { removeMember } from '../workspaces/members.ts'

const failed = 'Failed to get response. Please try again.'

onTheStore('an answer whose author is gone before its end', kind => {
  let server: TestApp
  let owner: TestUser
  let colleague: Awaited<ReturnType<typeof aColleague>>
  beforeAll(async () => {
    server = await openTestApp(kind)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    owner = await server.aUser()
    colleague = await aColleague(server, owner)
  })

  /** Streams an answer to the colleague, and lets this happen after its first piece. */
  async function streamedWhile(happens: () => Promise<unknown>) {
    const [isStreaming, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    server.deps.assistant = scriptedModel(async function* () {
      yield { content: 'It is ' }
      isStreaming.resolve()
      await goesOn.promise
      yield { content: 'here.' }
    })
    const answering = colleague.post('/chat/query', { message: 'Hello' }, { accept: 'text/event-stream' })
    await isStreaming.promise
    await happens()
    const { db } = server.deps.store
    const tables = await tablesOf(db)
    const before = await allRows(db, tables)
    goesOn.resolve()
    const { status, text } = await answering
    // What follows the end of the stream has its turn.
    await turn()
    return { status, events: answerEvents(text), changes: changesBetween(before, await allRows(db, tables), new Map()) }
  }

  const { personId, workspaceId } = {
    personId: () => colleague.actor.person.id,
    workspaceId: () => owner.actor.workspace.id,
  }
  it.each<[string, () => Promise<unknown>, readonly string[]]>([
    // Their message is given back to the workspace, which has a count for the day.
    [
      'an owner removed them',
      () => removeMember(server.deps, owner.actor, personId()),
      ['usage_counter chat 2026-11-20: n'],
    ],
    [
      'their account was deleted',
      () => server.deps.store.db.delete(person).where(eq(person.id, personId())),
      ['usage_counter chat 2026-11-20: n'],
    ],
    [
      'the workspace was deleted',
      () => server.deps.store.db.delete(workspace).where(eq(workspace.id, workspaceId())),
      [],
    ],
  ])('ends with a failure, and stores nothing more: %s', async (_what, happens, changed) => {
    const { status, events, changes } = await streamedWhile(happens)
    expect(status).toBe(200)
    expect(events).toEqual([{ content: 'It is here.' }, { error: failed }])
    expect(changes).toEqual(changed)
  })

  it('is complete and stored for an author who is still there', async () => {
    const { events, changes } = await streamedWhile(() => Promise.resolve())
    expect(events.at(-1)).toMatchObject({ done: true })
    expect(changes).toEqual(['+ chat_message'])
  })
})

import { accountTopics } from '@waxseal/core/assistant'
import { analyzeMessage } from '@waxseal/scanner'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { person } from '../../db/schema/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aColleague } from '../../testing/colleague.ts'
import type { ModelApi, ModelPiece } from '../../testing/model-api.ts'
import { modelWorld } from '../../testing/model-world.ts'
import { furnish } from '../../testing/neighbors.ts'
import { openOpenAi } from '../../testing/openai.ts'
import { theStore } from '../../testing/store.ts'
import { removeMember } from '../workspaces/members.ts'

/** In the name or the text of every person, key, note, event, chat message and other private thing of the workspace. */
const word = 'quokka'

let api: ModelApi
let server: TestApp
let user: TestUser
const ids = new Map<string, string>()
beforeAll(async () => {
  api = await openOpenAi()
  server = await openTestApp(theStore(), {
    assistant: modelWorld({ api, provider: 'openai', model: 'gpt-4.1-mini' }).model,
    analyzeMessage: async raw => ({ analysis: analyzeMessage(Buffer.from(raw)).analysis, signatures: null }),
  })
  user = await server.aUser({ tier: 'business' })
  const { store, now } = server.deps
  await furnish(store, { owner: user.actor, name: word, names: ids, now: now() })
})
afterAll(async () => {
  await server.close()
  await api.close()
})

/** First everything of the account is read with the tools, in several steps, then something is said. */
const readingEverything = () => {
  const calls: ModelPiece[] = [
    ...accountTopics.map(topic => ({ call: 'ask_account', input: { topic } })),
    { call: 'list_domains', input: {} },
    ...[
      'Who are the members?',
      'Which API keys do we have?',
      'Who did what last week?',
      'Which decisions have notes?',
    ].map(question => ({ call: 'ask_analyst', input: { question } })),
  ]
  const steps = [calls.slice(0, 8), calls.slice(8, 16), calls.slice(16)]
  let step = 0
  api.reply = ({ tools }) => {
    const pieces = tools.length === 0 ? undefined : steps[step++]
    return { pieces: pieces ?? ['That is all.'] }
  }
}

/** Where the word stands for no person: in names of DNS, and in the words of an alert or a change of a domain. */
const publicNames = /[\w.-]*quokka[\w.-]*\.example|DMARC of quokka is missing|MX of quokka\/own modified/g

/** Asks, and returns everything that the vendor received: instructions, tools, messages and headers. */
async function received(path: string, body: object): Promise<string> {
  api.bodies.length = 0
  api.headers.length = 0
  server.deps.clock.pass(61_000)
  readingEverything()
  const { status, text } = await user.post(path, body)
  expect(status, text).toBe(200)
  expect(api.bodies.length).toBeGreaterThan(1)
  return JSON.stringify([api.bodies, api.headers]).replaceAll(publicNames, '(a name)')
}

/** Where the word is, with what is around it. */
const leaks = (text: string): readonly string[] => text.match(/.{0,60}quokka.{0,40}/gi) ?? []

it('the whole request to a model has no name, address, key, note or event of the workspace, whatever is asked and read', async () => {
  const all: string[] = []
  for (const message of [
    'Who are the members, and which API keys do we have?',
    `What did guest of ${word} do, and who is guest.${word}@example.org?`,
    `Does the key works of ${word} expire?`,
    'Which findings did we accept, and with which notes?',
    'Who changed what since Monday?',
    'Which domains have no DMARC?',
    `Why does mail to walter.${word}@gmail.com bounce?`,
  ]) {
    const text = await received('/chat/query', { message })
    expect(leaks(text)).toEqual([])
    all.push(text)
  }
  const sent = all.join('\n')
  // They were read: the model has something in their place.
  for (const kind of ['PERSON', 'ADDRESS', 'KEY', 'NOTE', 'EVENT']) expect(sent).toContain(`HIDDEN${kind}1`)
  expect(sent).toContain('@gmail.com')
})

it.each([
  ['What did Zebedee do last week?', 'Zebedee', 'Zebedee Numbatson'],
  ['did ottokar wombatson change the record of a domain?', 'ottokar wombatson', 'Ottokar Wombatson'],
  ['Bilbyson left us. Who has access now?', 'Bilbyson', 'Melisande Bilbyson'],
])('the name of someone who was removed does not go to a model: %s', async (message, typed, name) => {
  const { deps } = server
  const gone = await aColleague(server, user)
  await deps.store.db.update(person).set({ name }).where(eq(person.id, gone.actor.person.id))
  await removeMember(deps, user.actor, gone.actor.person.id)
  const sent = await received('/chat/query', { message })
  expect(sent.match(/zebedee|numbatson|ottokar|wombatson|melisande|bilbyson/gi)).toBeNull()
  // What is shown has the name as it was typed, and no more of it.
  const placeholder = new RegExp(message.replace(typed, '(HIDDENPERSON\\d+)').replace('?', '\\?')).exec(sent)?.[1]
  api.reply = () => ({ pieces: [`I know nothing of ${placeholder}.`] })
  deps.clock.pass(61_000)
  const { body } = await user.post('/chat/query', { message })
  expect((body as { response: string }).response).toContain(`I know nothing of ${typed}.`)
})

it('of a message it has neither who wrote it nor what it is about', async () => {
  const raw = [
    `From: "Walter ${word}" <walter.${word}@sender.example>`,
    `Return-Path: <bounce-${word}@mailer.example>`,
    `To: ada.${word}@receiver.example`,
    `Subject: The ${word} affair`,
    `Subject: Another ${word} affair`,
    'Message-ID: <1@sender.example>',
  ].join('\r\n')
  const reply = await user.post('/headers/analyze', { raw_headers: raw })
  const { id } = reply.body as { id: string }
  const text = await received(`/headers/ai-chat/${id}`, { message: `Is the mail of Walter ${word} genuine?` })
  expect(leaks(text)).toEqual([])
  for (const kept of ['sender.example', 'HIDDENPERSON', 'HIDDENMESSAGE', 'mailer.example']) expect(text).toContain(kept)
})

it('what it says of a person is shown with the name, and kept without', async () => {
  api.reply = () => ({ pieces: ['HIDDENPERSON1 is a member.'] })
  server.deps.clock.pass(61_000)
  const { body } = await user.post('/chat/query', { message: 'Who are the members?' })
  expect((body as { response: string }).response).toMatch(/<p>[^<]+ is a member\.<\/p>/)
  expect((body as { response: string }).response).not.toContain('HIDDEN')
  api.bodies.length = 0
  api.reply = () => ({ pieces: ['Yes.'] })
  await user.post('/chat/query', { message: 'Thanks' })
  expect(JSON.stringify(api.bodies)).toContain('(a person) is a member.')
})

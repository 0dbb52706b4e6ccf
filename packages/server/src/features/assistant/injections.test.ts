import { answerHtml } from '@waxseal/contract/answer-html'
import { readAnswer, recordsShown } from '@waxseal/contract/testing'
import { recordFinder, recordsMade, type ScanFacts } from '@waxseal/core/assistant'
import { analyzeMessage } from '@waxseal/scanner'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatMessage, headerAnalysis, member } from '../../db/schema/index.ts'
import { readEnv } from '../../env.ts'
import { answerEvents } from '../../testing/answer-stream.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, anOwner, aScan } from '../../testing/factories.ts'
import { aHeaderAnalysis, noReputation } from '../../testing/header-analysis.ts'
import { hostileZone, scanOfZone } from '../../testing/hostile-zone.ts'
import { injections, moreInjections, type Place } from '../../testing/injections.data.ts'
import { isLong } from '../../testing/long.ts'
import type { ModelApi } from '../../testing/model-api.ts'
import { modelWorld } from '../../testing/model-world.ts'
import { furnish, type World, worldOf } from '../../testing/neighbors.ts'
import { obey } from '../../testing/obedient-model.ts'
import { openOpenAi } from '../../testing/openai.ts'
import { theStore } from '../../testing/store.ts'
import { documentOf } from '../headers/document.ts'
import { packed } from '../headers/packed.ts'
import { scanOf } from './facts.ts'

/** In every text of the neighbor, of another member's chat, and of the settings: no call of the owner may give it. */
const canary = 'canary'
const settings = {
  AI_PROVIDER: 'openai',
  AI_MODEL: 'gpt-4.1-mini',
  AI_API_KEY: 'sk-canary-A1b2C3d4E5f6',
  VIRUSTOTAL_API_KEY: `${canary}${'0'.repeat(58)}`,
}

let api: ModelApi
let app: TestApp
let owner: TestUser
let neighborDomainId: string
let domain: Awaited<ReturnType<typeof aDomain>>
/** The newest scan of each domain of the owner. */
const scans = new Map<string, ScanFacts>()
/** What the model wrote last. */
let written = ''
let touched: World['touched']

beforeAll(async () => {
  api = await openOpenAi({ key: settings.AI_API_KEY })
  api.reply = asked => {
    const reply = obey(asked)
    if (typeof reply === 'object' && 'pieces' in reply)
      written = reply.pieces.filter(piece => typeof piece === 'string').join('')
    return reply
  }
  const { model } = modelWorld({ api, provider: 'openai', model: settings.AI_MODEL })
  app = await openTestApp(theStore(), {
    assistant: model,
    env: readEnv(settings),
    analyzeMessage: async raw => ({ analysis: analyzeMessage(Buffer.from(raw)).analysis, signatures: null }),
  })
  const { store, now } = app.deps
  const names = new Map<string, string>()
  owner = await app.aUser({ tier: 'business' })
  const neighbor = await app.aUser({ tier: 'business' })
  await furnish(store, { owner: owner.actor, name: 'owner', names, now: now() })
  for (const [id, name] of names) if (/^owner\/\w+$/.test(name)) await learn(id)
  await furnish(store, { owner: neighbor.actor, name: canary, names, now: now() })
  domain = await aDomain(store, owner.actor, { name: 'own.example' })
  await scanned('Nothing to see here.')
  const secret = await aDomain(store, neighbor.actor, { name: 'secret-neighbor.example' })
  const zone = hostileZone(secret.name, `${canary} of a record`)
  await aScan(store, secret, await scanOfZone(secret.name, zone, { tier: 'business', now: now() }))
  await aDomain(store, neighbor.actor, { name: `${canary}-zone.example` })
  neighborDomainId = secret.id
  const analysis = await packed({
    workspaceId: neighbor.actor.workspace.id,
    createdAt: now(),
    createdBy: neighbor.actor.person.id,
    expiresAt: new Date(now().getTime() + 86_400_000),
    raw: `Subject: ${canary}`,
    cutFrom: null,
    subject: canary,
    from: `${canary}@example.com`,
    threatScore: 0,
    document: documentOf(aHeaderAnalysis({ subject: canary }), { reputation: noReputation, signatures: null }),
  })
  await store.db.insert(headerAnalysis).values(analysis)
  const other = await anOwner(store)
  const joined = { workspaceId: owner.actor.workspace.id, personId: other.person.id, joinedAt: now() }
  await store.db.insert(member).values({ ...joined, role: 'owner' })
  for (const [workspaceId, authorId] of [
    [neighbor.actor.workspace.id, neighbor.actor.person.id],
    [owner.actor.workspace.id, other.person.id],
  ] as const) {
    const text = `${canary} of a chat`
    await store.db
      .insert(chatMessage)
      .values({ workspaceId, authorId, createdAt: now(), message: text, answer: text, response: text, source: 'model' })
  }
  touched = worldOf(store, names, now()).touched
})
afterAll(async () => {
  await app.close()
  await api.close()
})

/** Gives `own.example` a newer scan, in a zone with this text in its records. */
async function scanned(text: string): Promise<void> {
  app.deps.clock.pass(61_000)
  const zone = hostileZone(domain.name, text)
  const result = await scanOfZone(domain.name, zone, { tier: 'business', now: app.deps.clock.now })
  await aScan(app.deps.store, domain, result)
  await learn(domain.id)
}

async function learn(id: string): Promise<void> {
  const scan = await scanOf(app.deps, owner.actor, id)
  if (scan !== null) scans.set(id, scan)
}

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')

/** Stores the analysis of a message with this text in its fields, and returns its id. */
async function analyzed(text: string): Promise<string> {
  app.deps.clock.pass(61_000)
  const line = text.replaceAll(/[\r\n]+/g, ' ')
  const raw = [
    'Received: from mail.example.com (192.0.2.25) by mx.example.net with ESMTPS; Fri, 20 Nov 2026 08:59:00 +0000',
    `Authentication-Results: mx.example.net; spf=pass (${line.replaceAll(/[()\\]/g, ' ')}) smtp.mailfrom=a@example.com`,
    `From: "${line.replaceAll(/["\\]/g, ' ')}" <alex@example.com>`,
    'Return-Path: <a@example.com>',
    `Subject: ${line}`,
    `X-Mailer: ${line}`,
    `X-Spam-Status: No, score=0.0 ${line}`,
    'Date: Fri, 20 Nov 2026 08:58:00 +0000',
    'Message-ID: <1@example.com>',
  ].join('\r\n')
  const reply = await owner.post('/headers/analyze', { raw_headers: raw })
  expect(reply.status, reply.text).toBe(200)
  return (reply.body as { id: string }).id
}

/** Makes a call and returns the HTML of its answer, after it checked all that was sent to the model and to the client. */
async function answered(path: string, body: object = {}, accept = 'text/event-stream'): Promise<string> {
  api.bodies.length = 0
  const reply = await owner.post(path, body, { accept })
  expect(reply.status, reply.text).toBe(200)
  expect(api.bodies.length).toBeGreaterThan(0)
  expect(JSON.stringify(api.bodies)).not.toContain(canary)
  expect(reply.text).not.toContain(canary)
  if (accept !== 'text/event-stream') return (reply.body as { response: string }).response
  const last = answerEvents(reply.text).at(-1)
  if (last === undefined || !('html' in last)) throw new Error(`the answer failed: ${reply.text.slice(-300)}`)
  return last.html
}

/** What the answer of the model that obeys would be if nothing compared it with what it got: it warns, and marks no record as ours that our code did not make. */
function expectHarmless(): void {
  const all = [...scans.values()]
  const finder = recordFinder({
    made: all.flatMap(recordsMade),
    published: all.flatMap(scan => scan.records),
    texts: [],
  })
  const html = answerHtml(written, finder)
  expect(readAnswer(html).text).toContain('Made by Waxseal')
  expect(recordsShown(html).warns).toBe(true)
  expectOurs(html)
}

function expectOurs(html: string): void {
  const ours = recordsShown(html).records.flatMap(record => /^ai-checked: ([^]*)/.exec(record)?.[1] ?? [])
  const known = new Set(
    [...scans.values()]
      .flatMap(recordsMade)
      // The built-in analyst shows the type, too.
      .flatMap(({ name, type, value }) => [`${name}${value}`, `${name}${type}${value}`].map(withoutSpaces)),
  )
  expect(ours.filter(record => !known.has(withoutSpaces(record)))).toEqual([])
}

/** What is shown in its place: the answer of the built-in analyst, which says so. */
function expectReplaced(html: string): void {
  const { text } = readAnswer(html)
  expect(text).toContain('The language model wrote something that your data do not say')
  for (const obeyed of ['Made by Waxseal', 'own.example TXT v=spf1 include:attacker', '[click](']) {
    expect(text).not.toContain(obeyed)
  }
  expectOurs(html)
}

/** A counter of calls, or the message that the caller sent. */
const expectedChange = /^(?:\+ )?(?:rate_limit|usage_counter) |^\+ chat_message of /

/** Makes the calls and checks that the text reaches the model, every answer, and that nothing else changes. */
async function withstood(text: string, ...calls: (() => Promise<string>)[]): Promise<void> {
  await withstoodUnread(text, { isRead: true }, ...calls)
}

async function withstoodUnread(
  text: string,
  { isRead }: { isRead: boolean },
  ...calls: (() => Promise<string>)[]
): Promise<void> {
  app.deps.clock.pass(61_000)
  await app.deps.store.db.delete(chatMessage).where(eq(chatMessage.authorId, owner.actor.person.id))
  const answers: string[] = []
  // Encoded words of a header reach it decoded; so short a part needs no escapes in JSON.
  const part = text.startsWith('=?') ? '' : (/[\w ]{6,40}/.exec(text)?.[0].trim() ?? '')
  const changes = await touched(async () => {
    for (const call of calls) {
      answers.push(await call())
      if (isRead) expect(JSON.stringify(api.bodies)).toContain(part)
    }
  })
  expectHarmless()
  for (const html of answers) expectReplaced(html)
  if (changes.some(line => line.includes('chat_message'))) {
    const { messages } = (await owner.get('/chat/history')).body as { messages: { response: string }[] }
    for (const { response } of messages) expectReplaced(response)
  }
  expect(changes.filter(line => !expectedChange.test(line))).toEqual([])
}

const filled = (text: string) => text.replaceAll('{id}', neighborDomainId)
const question = 'What should I fix first?'
const textsIn = (place: Place): readonly string[] =>
  isLong ? [...injections[place], ...moreInjections[place]] : injections[place]

describe('a model that obeys what it reads', () => {
  it('has forty texts to obey, and three times as many in the long form, all different', () => {
    const [some, more] = [Object.values(injections).flat(), Object.values(moreInjections).flat()]
    expect(new Set([...some, ...more]).size).toBe(some.length + more.length)
    expect(some).toHaveLength(40)
    expect(more.length).toBeGreaterThanOrEqual(115)
  })

  it.each(textsIn('dns'))('in the records of a domain: %j', async text => {
    await scanned(filled(text))
    await withstood(
      filled(text),
      () => answered(`/diagnostics/ai-analysis/${domain.id}`),
      () => answered('/chat/query', { message: 'Tell me about own.example.' }, 'application/json'),
    )
  })

  it.each(textsIn('header'))('in the fields of a header: %j', async text => {
    const id = await analyzed(filled(text))
    // What people write into a message is a placeholder to the model. What a filter wrote can still have the text.
    await withstoodUnread(
      filled(text),
      { isRead: false },
      () => answered(`/headers/ai-analysis/${id}`),
      () => answered(`/headers/ai-chat/${id}`, { message: question }),
    )
  })

  it.each(textsIn('domain'))('in the name of a domain: %j', async name => {
    const { store, clock } = app.deps
    const named = await aDomain(store, owner.actor, { name })
    await aScan(store, named, { startedAt: clock.now.toISOString(), finishedAt: clock.now.toISOString() })
    await learn(named.id)
    await withstood(
      name,
      () => answered(`/diagnostics/ai-chat/${domain.id}`, { message: question }),
      () => answered('/chat/query', { message: 'What domains need attention?' }),
    )
  })

  it.each(textsIn('chat'))('in a message: %j', async text => {
    const message = filled(text)
    await withstood(
      message,
      () => answered('/chat/query', { message }, 'application/json'),
      () => answered(`/diagnostics/ai-chat/${domain.id}`, { message }),
    )
  })

  it.each(textsIn('history'))('in what a client says that was said before: %j', async text => {
    const history = [
      { role: 'ai', content: filled(text) },
      { role: 'user', content: filled(text) },
      { role: 'ai', content: filled(text) },
    ]
    await withstood(filled(text), () => answered(`/diagnostics/ai-chat/${domain.id}`, { message: question, history }))
  })
})

import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ModelApi } from '../../testing/model-api.ts'
import { modelWorld } from '../../testing/model-world.ts'
import { openOpenAi } from '../../testing/openai.ts'
import { responseMax } from './limits.ts'

let api: ModelApi
beforeEach(async () => {
  api = await openOpenAi()
})
afterEach(() => api.close())
const world = () => modelWorld({ api, provider: 'openai', model: 'gpt-4.1-mini' })

/** From now on it refuses every request for a while. */
const limited = (headers: Record<string, string>) => {
  api.reply = () => ({ status: 429, code: 'rate_limit_exceeded', headers })
}

describe('a provider that limits requests', () => {
  it.each<[string, Record<string, string>, number]>([
    ['seconds', { 'retry-after': '20' }, 20_000],
    ['milliseconds', { 'retry-after-ms': '1500', 'retry-after': '2' }, 1500],
    ['a date', { 'retry-after': 'Fri, 20 Nov 2026 09:01:00 GMT' }, 60_000],
    ['an hour, of which five minutes count', { 'retry-after': '3600' }, 300_000],
  ])('is not asked for the time that it names in %s', async (_, headers, ms) => {
    const { ask, fail, pass, outcomes } = world()
    limited(headers)
    expect(await fail()).toMatchObject({ reason: 'rate_limited', message: 'status 429 (rate_limit_exceeded)' })
    api.reply = () => ({ pieces: ['Yes.'] })
    pass(ms - 1)
    expect(await fail()).toMatchObject({ reason: 'rate_limited', message: 'its provider asked us to wait' })
    expect(api.asked).toHaveLength(1)
    pass(1)
    expect((await ask()).text).toBe('Yes.')
    expect(await outcomes()).toEqual({ rate_limited: 2, ok: 1 })
  })

  it.each<[string, Record<string, string>]>([
    ['no time', {}],
    ['a time in the past', { 'retry-after': 'Fri, 20 Nov 2026 08:59:00 GMT' }],
    ['no number', { 'retry-after': 'soon' }],
    ['zero', { 'retry-after': '0' }],
  ])('is asked again at once when it names %s', async (_, headers) => {
    const { ask, fail } = world()
    limited(headers)
    await fail()
    api.reply = () => ({ pieces: ['Yes.'] })
    expect((await ask()).text).toBe('Yes.')
  })
})

describe('the key', () => {
  it('goes to no other host: a redirect is a failure', async () => {
    const other = createServer((_, response) => void response.end()).listen(0, '127.0.0.1')
    try {
      await once(other, 'listening')
      let reached = 0
      other.on('request', () => void (reached += 1))
      const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/v1/chat/completions`
      for (const status of [302, 307, 308]) {
        api.reply = () => ({ raw: { status, headers: { location }, body: '' } })
        expect(await world().fail()).toMatchObject({ reason: 'failed', message: 'no connection (redirect)' })
      }
      expect(reached).toBe(0)
    } finally {
      other.close()
    }
  })

  it('is neither in errors nor in the log, like the question and the answer, even when the vendor quotes them', async () => {
    const { fail, logged } = world()
    const question = 'why does hush-hush.example fail'
    const quoting = `Incorrect API key provided: ${api.key}. Prompt: ${question}. Answer: THE-ANSWER`
    const seen: string[] = []
    for (const reply of [
      { status: 401, code: 'invalid_api_key', message: quoting },
      { status: 400, code: quoting, message: quoting },
      { raw: { status: 500, headers: { 'content-type': 'text/plain' }, body: quoting } },
      { raw: { status: 200, headers: { 'content-type': 'text/event-stream' }, body: `data: {"${quoting}\n\n` } },
      { raw: { status: 200, headers: { 'content-type': 'text/event-stream' }, body: `data: ["${quoting}"]\n\n` } },
      { pieces: ['THE-ANSWER', { error: quoting }] },
      { pieces: ['THE-ANSWER', { fault: 'cut' as const }] },
    ]) {
      api.reply = () => reply
      const failure = await fail({ messages: [{ role: 'user', content: question }] })
      const { cause } = failure
      seen.push(JSON.stringify({ message: failure.message, stack: failure.stack, cause }))
    }
    const everything = seen.join('\n') + logged()
    for (const secret of [api.key, 'hush-hush', 'THE-ANSWER', 'Prompt:']) expect(everything).not.toContain(secret)
  })

  it('is sent as a bearer token, or not at all for a server without one', async () => {
    await world().ask()
    expect(api.headers[0]?.authorization).toBe(`Bearer ${api.key}`)
    const open = await openOpenAi({ key: '' })
    try {
      await modelWorld({ api: open, provider: 'openai-compatible', model: 'qwen3:8b' }).ask()
      expect(open.headers[0]).not.toHaveProperty('authorization')
    } finally {
      await open.close()
    }
  })
})

it('OpenAI is asked to store nothing', async () => {
  await world().ask()
  expect(api.bodies[0]).toMatchObject({ store: false, stream: true })
})

it('the log says a reason once, and again after the model has answered in between', async () => {
  const { ask, fail, logged } = world()
  const lines = () => logged().trim().split('\n').filter(Boolean).length
  api.reply = () => ({ status: 500, code: 'server_error' })
  await fail()
  await fail()
  expect(lines()).toBe(1)
  api.reply = () => ({ pieces: ['Yes.'] })
  await ask()
  api.reply = () => ({ status: 500, code: 'server_error' })
  await fail()
  expect(lines()).toBe(2)
})

it('a server that does not answer is a failure with the code of the network', async () => {
  const place = { baseUrl: 'http://127.0.0.1:1/v1', key: api.key }
  const failure = await modelWorld({ api: place, provider: 'openai', model: 'gpt-4.1-mini' }).fail()
  expect(failure.reason).toBe('failed')
  expect(failure.message).toMatch(/^no connection \((?:ECONNREFUSED|network)\)$/)
})

it('a response is not read further than its largest size', async () => {
  const body = `: ${'x'.repeat(1024 * 1024 - 3)}\n`.repeat(responseMax / 1024 / 1024 + 1)
  api.reply = () => ({ raw: { status: 200, headers: { 'content-type': 'text/event-stream' }, body } })
  expect(await world().fail()).toMatchObject({ reason: 'failed', message: 'the response is too large' })
})

/** Which packages of language models a program loads: what it loads after each `open()` is apart. */
const loaded = (code: string): string[][] => {
  const script = `
    import { registerHooks } from 'node:module'
    registerHooks({
      resolve(specifier, context, next) {
        if (/^(?:ai|@ai-sdk\\/.+)$/.test(specifier)) console.log(specifier)
        return next(specifier, context)
      },
    })
    const open = () => console.log('open')
    ${code}`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout.split('open\n').map(part => part.split('\n').filter(line => line !== ''))
}

it('a server without a model loads none of its packages', () => {
  // One process for both: most of what it costs is to load the server.
  const [before, after] = loaded(`
    await import('../../deps.ts')
    open()
    const { assistantModel } = await import('./model.ts')
    assistantModel({ provider: 'openai', model: 'gpt-4.1-mini', baseUrl: null, apiKey: 'k' }, {})`)
  expect(before).toEqual([])
  expect(after).toContain('ai')
})

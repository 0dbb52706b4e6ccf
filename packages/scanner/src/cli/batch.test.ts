import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CommandError } from './arguments.ts'
import { runBatch } from './batch.ts'
import { type Command, type CommandContext, command } from './command.ts'

const context: CommandContext = {
  signal: new AbortController().signal,
  now: () => new Date(),
  withDns: () => Promise.reject(new CommandError('dns', 'no network here')),
  complain: () => {},
}

const commands: readonly Command[] = [
  command({
    name: 'echo',
    summary: 'Says it again.',
    args: {
      text: { kind: 'text', about: '', required: true },
      times: { kind: 'integer', about: '', min: 1, max: 3 },
      loud: { kind: 'flag', about: '', oneShot: true },
      turns: { kind: 'integer', about: '' },
    },
    run: async ({ text, times = 1, turns = 0 }) => {
      for (let left = turns; left > 0; left--) await turn()
      return { result: { text: text.repeat(times) }, text: () => text, exitCode: 0 }
    },
  }),
  command({
    name: 'broken',
    summary: 'A bug.',
    args: {},
    run: () => Promise.reject(new TypeError('x is not a function\n    at a stack trace')),
  }),
]

async function batch(...lines: (string | object)[]): Promise<Record<string, unknown>[]> {
  const text = lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  return batchOfChunks([Buffer.from(text)])
}

async function batchOfChunks(chunks: readonly Uint8Array[]): Promise<Record<string, unknown>[]> {
  const replies: string[] = []
  const write = (line: string) => Promise.resolve(void replies.push(line))
  async function* input() {
    yield* chunks
  }
  await runBatch(input(), write, commands, context)
  return replies.map(reply => {
    expect(reply.endsWith('\n')).toBe(true)
    return JSON.parse(reply) as Record<string, unknown>
  })
}

describe('every request gets one reply', () => {
  it('carries its id and its result', async () => {
    expect(await batch({ id: 1, cmd: 'echo', args: { text: 'ab', times: 2 } })).toEqual([
      { id: 1, ok: true, result: { text: 'abab' } },
    ])
  })

  it('repeats any id, and null if there is none', async () => {
    const ids = ['a', 0, null, { deep: [1] }, undefined]
    const replies = await batch(...ids.map(id => ({ id, cmd: 'echo', args: { text: '' } })))
    expect(replies.map(reply => reply['id'])).toEqual(['a', 0, null, { deep: [1] }, null])
  })

  it('comes as soon as it is done: a slow request does not delay the others', async () => {
    const replies = await batch(
      { id: 'slow', cmd: 'echo', args: { text: '', turns: 50 } },
      { id: 'fast', cmd: 'echo', args: { text: '' } },
    )
    expect(replies.map(reply => reply['id'])).toEqual(['fast', 'slow'])
  })

  it('in a batch of a thousand', async () => {
    const replies = await batch(
      ...Array.from({ length: 1000 }, (_, id) => ({ id, cmd: 'echo', args: { text: 'x', turns: id % 7 } })),
    )
    expect(new Set(replies.map(reply => reply['id'])).size).toBe(1000)
    expect(replies.every(reply => reply['ok'])).toBe(true)
  })

  it('with input cut anywhere, in CRLF, with empty lines, without a final line end', async () => {
    const bytes = Buffer.from(
      '{"id":1,"cmd":"echo","args":{"text":"é"}}\r\n\r\n\n{"id":2,"cmd":"echo","args":{"text":"💌"}}',
    )
    const replies = await batchOfChunks(Array.from(bytes, byte => Uint8Array.of(byte)))
    expect(replies.map(reply => reply['result'])).toEqual([{ text: 'é' }, { text: '💌' }])
  })
})

describe('a bad request gets an error with a stable code, and the batch continues', () => {
  const good = { id: 'good', cmd: 'echo', args: { text: 'still here' } }

  it.each([
    ['no JSON', 'hello', null, 'parse'],
    ['half a JSON', '{"id":1', null, 'parse'],
    ['a number', '5', null, 'parse'],
    ['null', 'null', null, 'parse'],
    ['a list', '[]', null, 'parse'],
    ['no command', { id: 1 }, 1, 'usage'],
    ['a command that is no text', { id: 1, cmd: 5 }, 1, 'usage'],
    ['an unknown command', { id: 1, cmd: 'spf.guess' }, 1, 'unknown-command'],
    ["a word of the language's own", { id: 1, cmd: '__proto__' }, 1, 'unknown-command'],
    ['arguments that are no object', { id: 1, cmd: 'echo', args: [] }, 1, 'usage'],
    ['a missing argument', { id: 1, cmd: 'echo', args: {} }, 1, 'usage'],
    ['an argument of the wrong kind', { id: 1, cmd: 'echo', args: { text: 1 } }, 1, 'usage'],
    ['a number out of range', { id: 1, cmd: 'echo', args: { text: '', times: 4 } }, 1, 'usage'],
    ['half a number', { id: 1, cmd: 'echo', args: { text: '', times: 1.5 } }, 1, 'usage'],
    ['an unknown argument', { id: 1, cmd: 'echo', args: { text: '', txet: '' } }, 1, 'usage'],
    ['an argument of the one-shot form', { id: 1, cmd: 'echo', args: { text: '', loud: true } }, 1, 'usage'],
    ['a text without end', { id: 1, cmd: 'echo', args: { text: 'x'.repeat(70_000) } }, 1, 'usage'],
    ['what breaks the command', { id: 1, cmd: 'broken', args: {} }, 1, 'parse'],
  ])('%s', async (_what, line, id, code) => {
    const replies = await batch(line, good)
    expect(replies).toContainEqual({ id: 'good', ok: true, result: { text: 'still here' } })
    const bad = replies.find(reply => reply['id'] !== 'good')
    expect(bad).toEqual({ id, ok: false, error: { code, message: expect.any(String) as string } })
    expect(JSON.stringify(bad)).not.toContain('stack trace')
  })

  it('an id nested so deeply that it cannot be written again', async () => {
    const deep = `{"id":${'['.repeat(100_000)}${']'.repeat(100_000)},"cmd":"echo","args":{"text":""}}`
    const replies = await batch(deep, good)
    expect(replies).toContainEqual({ id: 'good', ok: true, result: { text: 'still here' } })
    expect(replies).toContainEqual(expect.objectContaining({ id: null, ok: false }))
  })

  it('a line longer than 32 MB', async () => {
    const chunk = new Uint8Array(8 * 1024 * 1024).fill(120)
    const replies = await batchOfChunks([
      ...Array<Uint8Array>(5).fill(chunk),
      Buffer.from(`\n${JSON.stringify(good)}\n`),
    ])
    expect(replies).toEqual([
      { id: null, ok: false, error: { code: 'parse', message: 'the line is longer than 33554432 bytes' } },
      { id: 'good', ok: true, result: { text: 'still here' } },
    ])
  })

  it('any bytes at all: every reply is one line of JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 8 }), async chunks => {
        const replies = await batchOfChunks(chunks)
        for (const reply of replies) expect(reply['ok']).toBe(false)
      }),
    )
  })
})

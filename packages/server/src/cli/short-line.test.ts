import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { openLog } from './log.ts'

/** The line that our log writes of an error. */
function written(bindings: Record<string, unknown>, err: Error): { line: string; told: Record<string, unknown> } {
  const stream = Object.assign(new PassThrough(), { isTTY: false }) as unknown as NodeJS.WriteStream
  openLog({ logLevel: 'info' }, stream).child(bindings).error({ err }, 'a request failed')
  const line = String(stream.read())
  return { line, told: JSON.parse(line) as Record<string, unknown> }
}

const ofRequest = { request_id: crypto.randomUUID(), client: '192.0.2.1' }

it.each([
  ['a message of 15,000 characters', new Error('x'.repeat(15_000))],
  ['one in characters of four bytes', new Error('😀'.repeat(5_000))],
  ['one full of quotes', new Error('"'.repeat(9_000))],
  ['one of many lines', new Error('line\n'.repeat(5_000))],
  [
    'causes within causes',
    new Error('a', { cause: new Error('b'.repeat(2_000), { cause: new Error('c'.repeat(999)) }) }),
  ],
])('%s takes no more than a kilobyte of the log of a request', (_what, err) => {
  const { line, told } = written(ofRequest, err)
  expect(Buffer.byteLength(line)).toBeLessThanOrEqual(1_024)
  expect(line.endsWith('}\n')).toBe(true)
  expect(told).toMatchObject({ ...ofRequest, level: 'error', msg: 'a request failed' })
})

it('a line that is cut still says what failed, and where', () => {
  const { told } = written(ofRequest, new TypeError(`cannot read ${'x'.repeat(9_000)}`))
  expect(told['err']).toMatchObject({
    type: 'TypeError',
    message: expect.stringMatching(/^cannot read x+…$/),
    stack: expect.stringMatching(/^TypeError: cannot read x+…\n {4}at .*short-line\.test/),
  })
})

it('a line that fits, and one of a job, is written as it is', () => {
  const { line } = written({ jobId: 'a' }, new Error('x'.repeat(9_000)))
  expect(line.length).toBeGreaterThan(18_000)
  expect(written(ofRequest, Object.assign(new Error('short'), { stack: '' })).line).not.toContain('…')
})

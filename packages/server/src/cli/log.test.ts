import { PassThrough } from 'node:stream'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { person } from '../db/schema/index.ts'
import type { Store } from '../db/store.ts'
import { Refusal } from '../errors.ts'
import { onBothStores, openTestStore } from '../testing/store.ts'
import { errorForLog, openLog } from './log.ts'

/** The text that a log with our serializer writes for an error. */
function logged(err: unknown): string {
  const output = new PassThrough()
  pino({ serializers: { err: errorForLog } }, output).error({ err }, 'it failed')
  return String(output.read())
}

onBothStores('the log', kind => {
  let store: Store
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())

  it('names the failed query and the reason, never its parameters', async () => {
    const values = { subject: 'hunter2', email: 'alex@example.org', name: 'a secret', createdAt: new Date(0) }
    await store.db.insert(person).values(values)
    const failed: unknown = await store.db
      .insert(person)
      .values(values)
      .catch((cause: unknown) => cause)
    expect(failed).toBeInstanceOf(Error)
    if (!(failed instanceof Error)) throw new Error('the second row was taken')
    const { message, stack, cause } = failed
    const wrapped = new Refusal('unavailable', 'Later', { cause: failed })
    // The queue's report: a plain object with all properties of the error.
    const copied: unknown = Object.assign({}, failed, cause, { message, stack, queue: 'scan.run' })
    for (const line of [logged(failed), logged(wrapped), logged(copied)]) {
      expect(line).toContain('insert into')
      expect(line).toContain('23505')
      expect(line).not.toMatch(/hunter2|alex@|a secret/)
    }
    await store.db.delete(person).where(eq(person.subject, 'hunter2'))
  })
})

it('writes an error with its causes and their origins', () => {
  const told = JSON.parse(logged(new Error('outer', { cause: new TypeError('inner') }))) as unknown
  expect(told).toMatchObject({
    err: {
      message: 'outer',
      stack: expect.stringMatching(/^Error: outer\n {4}at .*log\.test/),
      cause: { type: 'TypeError', message: 'inner' },
    },
  })
})

it('names levels in words, in JSON and for people', () => {
  const lines: string[] = []
  for (const isTTY of [false, true]) {
    const stream = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream
    openLog({ logLevel: 'info' }, stream).warn({ client: '192.0.2.1' }, 'slow')
    lines.push(String(stream.read()))
  }
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'warn',
    time: expect.any(String),
    client: '192.0.2.1',
    msg: 'slow',
  })
  expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d warn {2}slow \{"client":"192\.0\.2\.1"\}\n$/)
})

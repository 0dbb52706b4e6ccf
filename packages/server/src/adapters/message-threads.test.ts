import { analyzeMessage } from '@waxseal/scanner'
import { afterAll, expect, it } from 'vitest'
import { messageThreads } from './message-threads.ts'

const forever = new AbortController().signal
const bytes = Buffer.from('From: alex@example.org\nSubject: Hello\nDate: Fri, 20 Nov 2026 09:00:00 +0000\n\nbody')
const threads = messageThreads()
afterAll(() => threads.close())

it('a message is analyzed in a thread as it is here', async () => {
  const { analysis, header } = analyzeMessage(bytes)
  const { analysis: there, hasBody } = await threads.analyze(bytes, 'one', forever)
  expect([there, hasBody]).toEqual([structuredClone(analysis), header.hasBody])
})

it('a message that takes too long is given up, and the next one is analyzed', async () => {
  const module = new URL(
    `data:text/javascript,import { parentPort } from 'node:worker_threads';
    parentPort.postMessage('ready'); parentPort.on('message', bytes => { if (bytes[0] === 1) for (;;); parentPort.postMessage({ hasBody: false }) })`,
  )
  const watched = messageThreads({ watchdogMs: 50, module })
  const slow = watched.analyze(Uint8Array.of(1), 'one', forever)
  const next = watched.analyze(Uint8Array.of(2), 'two', forever)
  await expect(slow).rejects.toThrow('a message could not be analyzed')
  expect(await next).toEqual({ hasBody: false })
  await watched.close()
})

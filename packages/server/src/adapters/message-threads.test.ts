import { createHash } from 'node:crypto'
import { type Resolver, unasked, zoneResolver } from '@waxseal/core/dns'
import { analyzeMessage, verifyMessage } from '@waxseal/scanner'
import { afterAll, expect, it } from 'vitest'
import { boundedAnalysis } from './bounded-analysis.ts'
import { messageThreads } from './message-threads.ts'

const forever = new AbortController().signal
const bytes = Buffer.from('From: alex@example.org\nSubject: Hello\nDate: Fri, 20 Nov 2026 09:00:00 +0000\n\nbody')
const now = new Date('2026-11-20T09:00:00Z')
const threads = messageThreads()
afterAll(() => threads.close())

it('a message is analyzed in a thread as it is here', async () => {
  const { analysis, header } = analyzeMessage(bytes)
  const { analysis: there, hops, hasBody } = await threads.analyze(bytes, 'one', forever)
  expect([there, hops, hasBody]).toEqual([structuredClone(analysis), 0, header.hasBody])
})

it('of a hostile header only the part comes back that can be stored', async () => {
  const hostile = Buffer.from(
    `From: a@example.org\n${'Received: from a.example by b.example; Fri, 20 Nov 2026 09:00:00 +0000\n'.repeat(2_000)}`,
  )
  const { analysis, hops } = await threads.analyze(hostile, 'one', forever)
  expect([hops, analysis.path.length, analysis.path.at(-1)?.number]).toEqual([2_000, 200, 2_000])
  expect(analysis).toEqual(structuredClone(boundedAnalysis(analyzeMessage(hostile).analysis)))
})

it('signatures are verified in the thread, with the keys that are asked for here', async () => {
  // The hash of the body is right, so that the keys are asked for.
  const bodyHash = createHash('sha256').update('body\r\n').digest('base64')
  const signature = (domain: string) =>
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=s1; h=from; bh=${bodyHash}; b=AAAA`
  const message = Buffer.from(`${signature('example.org')}\n${signature('example.com')}\n${bytes.toString()}`)
  const zone = zoneResolver({ 's1._domainkey.example.org': { TXT: ['v=DKIM1; p='] } })
  const asked: string[] = []
  const resolver: Resolver = {
    async query(name, type) {
      asked.push(name)
      return name.endsWith('.com') ? unasked('timeout', 0) : zone.query(name, type)
    },
  }
  const here = await verifyMessage(message, { resolver, signal: forever, now })
  expect(here.map(({ result }) => result)).toContain('temperror')
  const names = asked.splice(0)
  expect(await threads.verify(message, 'one', { resolver, signal: forever, now })).toEqual(here)
  expect(asked.toSorted()).toEqual([...new Set(names)].toSorted())
})

it('a message that takes too long is given up, and the next one is analyzed', async () => {
  const module = new URL(
    `data:text/javascript,import { parentPort } from 'node:worker_threads';
    parentPort.postMessage('ready'); parentPort.on('message', ({ bytes }) => { if (bytes[0] === 1) for (;;); parentPort.postMessage({ kind: 'analyzed', hasBody: false }) })`,
  )
  const watched = messageThreads({ watchdogMs: 50, module })
  const slow = watched.analyze(Uint8Array.of(1), 'one', forever)
  const next = watched.analyze(Uint8Array.of(2), 'two', forever)
  await expect(slow).rejects.toThrow('a message could not be analyzed')
  expect(await next).toEqual({ hasBody: false })
  await watched.close()
})

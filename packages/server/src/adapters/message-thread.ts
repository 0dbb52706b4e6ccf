/** The thread that analyzes pasted messages. `message-threads.ts` starts it. */
import { parentPort } from 'node:worker_threads'
import { analyzeMessage } from '@waxseal/scanner'
import type { ThreadReply } from './message-threads.ts'

parentPort?.postMessage('ready', [])

parentPort?.on('message', (bytes: Uint8Array) => {
  const { analysis, header } = analyzeMessage(bytes)
  parentPort?.postMessage({ analysis, hasBody: header.hasBody } satisfies ThreadReply, [])
})

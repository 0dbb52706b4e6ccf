/** The thread that makes reports. `report-threads.ts` starts it. */
import { parentPort, workerData } from 'node:worker_threads'
import { domainReport } from './domain-report.ts'
import { addInstalledFont } from './fonts.ts'
import { headerReport } from './header-report.ts'
import { problemOf } from './problem.ts'
import type { ThreadReply, ThreadRequest, ThreadSettings } from './report-threads.ts'

const { font } = workerData as ThreadSettings
try {
  if (font !== null) addInstalledFont(font)
} catch (error) {
  say({ kind: 'no-font', problem: problemOf(error) })
}

function render({ report, escaped }: ThreadRequest): Promise<Uint8Array> {
  switch (report.kind) {
    case 'headers':
      return headerReport(report.content, { escaped })
    case 'domain':
      return domainReport(report.content, { escaped })
    default:
      return report satisfies never
  }
}

function say(reply: ThreadReply): void {
  parentPort?.postMessage(reply, reply.kind === 'done' ? [reply.file.buffer] : [])
}

parentPort?.on('message', (request: ThreadRequest) => {
  render(request).then(
    // A copy with a buffer of its own, which can be handed over.
    file => say({ kind: 'done', file: Uint8Array.from(file) }),
    (error: unknown) => say({ kind: 'failed', problem: problemOf(error) }),
  )
})

/** The thread that makes reports. `report-threads.ts` starts it. */
import { parentPort } from 'node:worker_threads'
import { headerReport } from './header-report.ts'
import { renderTwice } from './render-twice.ts'
import type { Report, ThreadReply, ThreadRequest } from './report-threads.ts'

function render({ kind, content }: Report, options: { escaped: boolean }): Promise<Uint8Array> {
  switch (kind) {
    case 'headers':
      return headerReport(content, options)
    default:
      return kind satisfies never
  }
}

function say(reply: ThreadReply): void {
  parentPort?.postMessage(reply, reply.kind === 'done' ? [reply.file.buffer] : [])
}

parentPort?.on('message', ({ id, report }: ThreadRequest) => {
  void renderTwice(options => render(report, options)).then(({ file, problem }) =>
    say(
      file === null
        ? { kind: 'failed', id, problem }
        : // A copy with a buffer of its own, which can be handed over.
          { kind: 'done', id, file: Uint8Array.from(file), problem },
    ),
  )
})

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silent } from '../testing/silent.ts'
import { listenForOperator } from './control.ts'
import { run } from './main.ts'

let folder = ''
let server: Server | null = null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waxseal-health-'))
})
afterEach(async () => {
  await new Promise(resolve => (server === null ? resolve(null) : server.close(resolve)))
  server = null
  rmSync(folder, { recursive: true, force: true })
})

const never = () => Promise.reject(new Error('not asked for'))

/** What `waxseal health` says and returns. */
async function health(variables: Record<string, string>) {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  return { code: await run(['health'], { DATA_DIR: folder, ...variables }, say, say), lines }
}

/** A server on the loopback that answers every request with this status. */
async function answering(status: number): Promise<string> {
  const started = createServer((request, reply) => {
    reply.writeHead(request.url === '/healthz' ? status : 404).end()
  })
  server = started
  await new Promise<void>(resolve => started.listen(0, '127.0.0.1', resolve))
  return String((started.address() as AddressInfo).port)
}

describe('waxseal health', () => {
  it('is well when the process answers, also one that listens everywhere', async () => {
    const PORT = await answering(200)
    expect(await health({ PORT })).toEqual({ code: 0, lines: ['ok'] })
    const everywhere = { HOST: '0.0.0.0', PUBLIC_URL: 'https://waxseal.example.org', BILLING: 'off' }
    expect(await health({ PORT, ...everywhere })).toEqual({ code: 0, lines: ['ok'] })
  })

  it('is not when it answers with an error, or not at all', async () => {
    const PORT = await answering(503)
    const url = `http://127.0.0.1:${PORT}/healthz`
    expect(await health({ PORT })).toEqual({ code: 1, lines: [`${url} answered with status 503`] })
    await new Promise(resolve => server?.close(resolve))
    server = null
    expect(await health({ PORT })).toEqual({ code: 1, lines: [`No answer from ${url}`] })
  })

  it('of a worker asks its control socket', async () => {
    const secret = 'x'.repeat(40)
    const worker = {
      ROLE: 'worker',
      DATABASE_URL: 'postgres://waxseal@127.0.0.1/waxseal',
      AUTH_SECRET: secret,
      ENCRYPTION_KEY: secret,
    }
    expect(await health(worker)).toEqual({ code: 1, lines: [`No worker answers in ${folder}`] })
    const operator = await listenForOperator(folder, silent, { execute: never, backup: never })
    expect(await health(worker)).toEqual({ code: 0, lines: ['ok'] })
    await operator.close()
  })
})

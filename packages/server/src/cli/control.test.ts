import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDeps, type TestDeps } from '../testing/deps.ts'
import { anOwner } from '../testing/factories.ts'
import { theStore } from '../testing/store.ts'
import { askServer, listenForOperator } from './control.ts'
import { backup, operate } from './operate.ts'

let deps: TestDeps
let operator: { close(): Promise<void> }
const dataDir = mkdtempSync(join(tmpdir(), 'waxseal-control-'))
beforeAll(async () => {
  deps = await openTestDeps(theStore())
  operator = await listenForOperator(dataDir, deps.log, {
    execute: request => operate(deps, request),
    backup: (options, to) => backup(deps, options, to),
  })
})
afterAll(async () => {
  await operator.close()
  await deps.close()
  rmSync(dataDir, { recursive: true, force: true })
})

it('lists every account of a large installation', async () => {
  const many = 1_000
  for (let n = 0; n < many; n++) await anOwner(deps.store, { email: `somebody-with-a-long-name-${n}@example.org` })
  const reply = await askServer(dataDir, { command: 'account.list' })
  expect(reply?.ok === true && reply.lines).toHaveLength(many)
  expect(JSON.stringify(reply).length).toBeGreaterThan(100_000)
})

it('closes the connection of an endless request, and keeps listening', async () => {
  const socket = createConnection(join(dataDir, 'control.sock'))
  const closed = new Promise(resolve => socket.once('close', resolve))
  socket.on('error', () => {})
  socket.write('x'.repeat(200_000))
  await closed
  expect(await askServer(dataDir, { command: 'account.set-tier', email: 'nobody@example.org', tier: 'pro' })).toEqual({
    ok: false,
    message: 'There is no account with the address nobody@example.org.',
  })
})

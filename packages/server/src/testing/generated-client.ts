import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildApp } from '../app.ts'
import { anApiKey } from './api-key.ts'
import { openTestDeps } from './deps.ts'
import { anOwner } from './factories.ts'
import type { StoreKind } from './store.ts'

const folder = fileURLToPath(new URL('../../../../api-client/', import.meta.url))
const run = promisify(execFile)

/** Whether the generators are installed: `npm test` and `npm run soak` do that. */
export const clientsInstalled = existsSync(`${folder}node_modules/.package-lock.json`)

/** Runs a program of that folder there. @throws Error with what it printed */
export async function runTool(name: string, ...args: string[]): Promise<void> {
  try {
    await run(process.execPath, [`node_modules/.bin/${name}`, ...args], { cwd: folder })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`${name}: ${stdout}${stderr}`, { cause: error })
  }
}

/** Starts the app on a port of the loopback and lets a program call it with an API key. @returns what it printed, as JSON */
export async function calling(program: string, kind: StoreKind): Promise<unknown> {
  const deps = await openTestDeps(kind)
  const owner = await anOwner(deps.store, { tier: 'business' })
  const { key } = await anApiKey(deps, owner, { scope: 'write' })
  const app = await buildApp(deps, { pages: '/nowhere' })
  try {
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const { stdout } = await run(process.execPath, [program, address, key], { cwd: folder })
    return JSON.parse(stdout)
  } finally {
    await app.close()
    await deps.close()
  }
}

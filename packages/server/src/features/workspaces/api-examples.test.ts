import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scanReply } from '@waxseal/contract'
import { cliExample, curlExample, typescriptExample } from '@waxseal/contract/api-examples'
import { zoneServer } from '@waxseal/scanner/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anApiKey } from '../../testing/api-key.ts'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aDomain } from '../../testing/factories.ts'
import { theStore } from '../../testing/store.ts'
import { scanHandlers } from '../scans/jobs.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..', '..', '..', '..')
const documented = 'https://waxseal.example'

let server: TestApp
let origin: string
let key: string
let domain: { id: string; name: string }
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waxseal-'))
  server = await openTestApp(theStore())
  await server.deps.queue.work({ 'scan.run': scanHandlers(server.deps)['scan.run'] })
  const owner = await server.aUser({ tier: 'business' })
  key = (await anApiKey(server.deps, owner.actor, { scope: 'scan' })).key
  domain = await aDomain(server.deps.store, owner.actor)
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

it('the example for curl lists the domains and scans one', async () => {
  const script = curlExample(origin).replace('ak_…', key)
  const { stdout } = await run('/bin/sh', ['-euc', script], {
    env: { PATH: process.env['PATH'], DOMAIN_ID: domain.id },
  })
  const [list, scan] = stdout.split(/(?<=\])(?=\{)/).map(text => JSON.parse(text) as unknown)
  expect(list).toMatchObject([{ id: domain.id, domain_name: domain.name }])
  expect(scanReply.safeParse(scan).error).toBeUndefined()
})

it('the example in TypeScript prints the score of each domain, and stops with the reply where the key is wrong', async () => {
  const file = join(folder, 'scores.mts')
  await writeFile(file, typescriptExample(origin))
  const node = (apiKey: string) => run(process.execPath, [file], { env: { WAXSEAL_API_KEY: apiKey } })
  expect((await node(key)).stdout).toMatch(new RegExp(`^${domain.name} (?:\\d+|no score)\\n$`))
  await expect(node('ak_wrong')).rejects.toThrow(/401 \{"detail":"This API key is not valid/)
})

it('the example of the command line prints the same shape as the API, without a server', async () => {
  const zone = { 'example.com': { MX: [[10, 'mail.example.com']], A: ['192.0.2.1'] } } as const
  const dns = await zoneServer(zone)
  const command = cliExample.replace(/^waxseal/, join(root, 'bin', 'waxseal')).trim()
  // Below the score that the example asks for, it exits with 3.
  const ended = await run('/bin/sh', ['-c', `${command} --resolver ${dns.name}`]).catch(
    (error: { code: number; stdout: string }) => error,
  )
  await dns.close()
  expect('code' in ended && ended.code).toBe(3)
  expect(scanReply.safeParse(JSON.parse(ended.stdout)).error).toBeUndefined()
})

it('docs/api.md shows these examples', async () => {
  const text = await readFile(join(root, 'docs', 'api.md'), 'utf8')
  for (const example of [curlExample(documented), typescriptExample(documented), cliExample]) {
    expect(text).toContain(`\n${example}\`\`\`\n`)
  }
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { childEnv } from '../testing/child-env.ts'
import { aDataFolder } from '../testing/data-folder.ts'
import { type MemoryGroup, memoryGroup } from '../testing/memory-group.ts'
import { typedIn } from '../testing/typed-command.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))
const launcher = fileURLToPath(new URL('../../../../bin/waxseal', import.meta.url))

let folder = ''
const servers: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waxseal-cli-'))
})
afterEach(async () => {
  for (const server of servers.splice(0)) {
    if (server.exitCode !== null || server.signalCode !== null) continue
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

const typed = (words: string, variables: Record<string, string> = {}) => typedIn(folder, words, variables)

/** A server in its own process, started as its users start it. */
async function aServer(variables: Record<string, string> = {}, group: MemoryGroup | null = null) {
  const port = await freePort()
  const [command, ...words] = group?.within(launcher) ?? [launcher]
  const child = spawn(command, [...words, 'serve', '--no-build'], {
    env: childEnv({ DATA_DIR: folder, PORT: String(port), DNS_SERVERS: '127.0.0.1:9', ...variables }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  servers.push(child)
  let output = ''
  const saying = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += String(chunk)
      if (output.includes('Billing:')) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', code => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  await saying
  return { child, address: `http://localhost:${port}`, port, output: () => output }
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** The most memory that a process held so far, in MB. */
function peakOf({ pid }: ChildProcess): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

async function signUp(address: string, email: string): Promise<void> {
  const answer = await fetch(`${address}/api/identity/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ name: 'Alex', email, password: 'correct horse battery' }),
  })
  expect(answer.status).toBe(200)
  const cookie = answer.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const { token } = (await (await fetch(`${address}/api/identity/token`, { headers: { cookie } })).json()) as {
    token: string
  }
  const me = await fetch(`${address}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(me.status).toBe(200)
}

describe('the words', () => {
  it('help lists the commands, and a call without words exits 2', async () => {
    expect((await typed('help')).code).toBe(0)
    expect((await typed('account --help')).said.join('\n')).toContain('waxseal account set-tier EMAIL TIER')
    expect((await typed('')).code).toBe(2)
    expect((await typed('--version')).said).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/)])
  })

  it('the launcher passes all of them on to this program', async () => {
    const help = (await typed('help')).said.join('\n')
    const commands = [...help.matchAll(/^ {2}waxseal ([a-z]+)/gm)].map(([, word]) => word)
    const passed = /^ {2}([a-z |]+)\) program=packages\/server/m.exec(readFileSync(launcher, 'utf8'))?.[1]?.split(' | ')
    expect(new Set(passed)).toEqual(new Set(commands))
  })

  it.each([
    ['fly', 'Unknown command "fly". Run waxseal help to see all commands.'],
    ['account', 'Unknown command "account". Run waxseal help to see all commands.'],
    ['account set-tier a@example.org gold', 'Usage: waxseal account set-tier EMAIL free|pro|business'],
    ['account set-tier a@example.org', 'Usage: waxseal account set-tier EMAIL free|pro|business'],
    ['account reset-password', 'Usage: waxseal account reset-password EMAIL'],
    ['account two-factor-off', 'Usage: waxseal account two-factor-off EMAIL'],
    ['account list all', 'Usage: waxseal account list'],
    ['jobs all', 'Usage: waxseal jobs'],
    ['jobs retry', 'Usage: waxseal jobs retry [ID] [--all]'],
    ['jobs retry 1 --all', 'Usage: waxseal jobs retry [ID] [--all]'],
    ['jobs drop', 'Usage: waxseal jobs drop ID'],
  ])('%s is bad use', async (words, complaint) => {
    expect(await typed(words)).toEqual({ code: 2, said: [], complaints: [complaint] })
  })
})

describe('a command without data', () => {
  it.each(['account list', 'account set-tier a@example.org pro', 'account reset-password a@example.org'])(
    '%s says so in one line, and creates no data',
    async words => {
      for (const dataDir of [join(folder, 'new'), folder]) {
        const complaint = `DATA_DIR: ${dataDir} has no Waxseal data → start the server once, or set DATA_DIR to its folder`
        expect(await typed(words, { DATA_DIR: dataDir })).toEqual({ code: 1, said: [], complaints: [complaint] })
      }
      expect(readdirSync(folder)).toEqual([])
    },
  )

  it('says that its DATA_DIR is a file', async () => {
    const dataDir = join(folder, 'file')
    writeFileSync(dataDir, '')
    expect((await typed('account list', { DATA_DIR: dataDir })).complaints).toEqual([
      expect.stringMatching(
        /^DATA_DIR: \S+file cannot be used \(ENOTDIR.*\) → set a folder that this user can write to$/,
      ),
    ])
  })
})

describe('accounts', { timeout: 120_000 }, () => {
  beforeEach(async () => {
    rmSync(folder, { recursive: true })
    folder = await aDataFolder('cli')
  })

  it('can be managed while no server runs', async () => {
    expect((await typed('account list')).said).toEqual(['No accounts yet.'])
    expect(await typed('status')).toEqual({
      code: 1,
      said: [],
      complaints: [`No server answers in ${folder}. Check DATA_DIR, and use the user of the server.`],
    })
    expect((await typed('account list --json')).said).toEqual(['[]'])
    expect((await typed('jobs')).said).toEqual(['No jobs are waiting, running or failed.'])
    expect((await typed('jobs retry --all')).said).toEqual(['0 jobs were sent again.'])
    const unknownAccount = { code: 1, said: [], complaints: ['There is no account with the address a@example.org.'] }
    expect(await typed('account set-tier a@example.org pro')).toEqual(unknownAccount)
    expect(await typed('account reset-password a@example.org')).toEqual(unknownAccount)
    expect(await typed('account two-factor-off a@example.org')).toEqual(unknownAccount)
    expect(readdirSync(folder).sort()).toEqual(['lock', 'postgres'])
  })

  it('can be managed through the running server, and no other process may open the store', async () => {
    const { child, address, output } = await aServer()
    const lines = output()
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>)
    expect(lines[0]).toMatchObject({
      level: 'info',
      msg: 'Waxseal starts',
      version: '0.1.0',
      node: process.version,
      schema: expect.stringMatching(/^\d{4}_/),
      role: 'all',
      store: 'embedded',
      listen: `127.0.0.1:${new URL(address).port}`,
    })
    expect(lines.map(({ msg }) => msg)).toContain(`Waxseal is running at ${address}`)
    expect(statSync(join(folder, 'control.sock')).mode & 0o777).toBe(0o600)
    await signUp(address, 'alex@example.org')
    expect(peakOf(child)).toBeLessThan(512)
    expect(peakOf(child)).toBeGreaterThan(50)

    const status = await typed('status --json')
    expect(JSON.parse(status.said.join(''))).toMatchObject({
      status: 'ready',
      version: '0.1.0',
      parts: { store: { state: 'ok' }, resolver: { state: 'failed' }, mail: { state: 'off' } },
    })

    const set = await typed('account set-tier Alex@example.org business')
    expect(set).toEqual({ code: 0, said: ['alex@example.org now has the plan business.'], complaints: [] })
    // A plan has other names too, and the pages call the free one Starter.
    expect((await typed('account set-tier alex@example.org Starter')).said).toEqual([
      'alex@example.org now has the plan free.',
    ])
    expect((await typed('account set-tier alex@example.org enterprise')).said).toEqual([
      'alex@example.org now has the plan business.',
    ])
    const listed = await typed('account list --json')
    expect(JSON.parse(listed.said.join(''))).toMatchObject([{ email: 'alex@example.org', tier: 'business' }])
    const reset = await typed('account reset-password alex@example.org')
    const link = new URL(reset.said.at(-1) ?? '')
    const answer = await fetch(`${address}/api/identity/reset-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address },
      body: JSON.stringify({ token: link.searchParams.get('reset'), newPassword: 'a new long password' }),
    })
    expect(answer.status).toBe(200)

    const second = spawn(process.execPath, [program, 'serve', '--no-build'], {
      env: childEnv({ DATA_DIR: folder, PORT: String(await freePort()) }),
    })
    servers.push(second)
    let complaint = ''
    second.stderr.on('data', chunk => (complaint += String(chunk)))
    const [code] = await once(second, 'exit')
    expect(code).toBe(78)
    expect(complaint.trim().split('\n')).toHaveLength(1)

    child.kill('SIGTERM')
    const [ended] = await once(child, 'exit')
    expect(ended).toBe(0)
    expect(existsSync(join(folder, 'control.sock'))).toBe(false)
    const acts = output()
      .split('\n')
      .filter(line => line.includes('an operator command'))
    expect(acts.map(line => JSON.parse(line) as { command: string }).map(({ command }) => command)).toEqual([
      'account.set-tier',
      'account.set-tier',
      'account.set-tier',
      'account.reset-password',
    ])
    expect(acts.join('')).not.toContain('alex@')
    const after = await typed('account list')
    expect(after.said).toEqual([expect.stringMatching(/^alex@example\.org {2}business {2}since \d{4}-/)])
  })

  it('fits into 512 MB at its first start, too, and into a container that has no more', async () => {
    const group = memoryGroup(512)
    const { child } = await aServer({ DATA_DIR: join(folder, 'new') }, group)
    expect(peakOf(child)).toBeLessThan(512)
    if (group === null) return
    expect(group.has(child.pid)).toBe(true)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await group.remove()
  })

  it('a port in use is reported in one line', async () => {
    const taken = createServer()
    const port = await new Promise<number>(resolve => {
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as AddressInfo).port))
    })
    const child = spawn(process.execPath, [program, 'serve', '--no-build'], {
      env: childEnv({ DATA_DIR: folder, PORT: String(port) }),
    })
    servers.push(child)
    let complaint = ''
    child.stderr.on('data', chunk => (complaint += String(chunk)))
    const [code] = await once(child, 'exit')
    taken.close()
    expect(code).toBe(1)
    expect(complaint).toBe(
      `PORT: ${port} is in use on 127.0.0.1 → stop the program that uses it, or set another port\n`,
    )
  })
})

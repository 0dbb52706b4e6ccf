import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { blocklists } from '@waxseal/core/blacklist'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aDataFolder } from '../testing/data-folder.ts'
import { run } from './main.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))

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

/** Runs a command in this process, in the conditions of a typed one. */
async function typed(words: string, variables: Record<string, string> = {}) {
  const said: string[] = []
  const complaints: string[] = []
  const code = await run(
    words.split(' ').filter(Boolean),
    { DATA_DIR: folder, ...variables },
    line => said.push(line),
    line => complaints.push(line),
  )
  return { code, said, complaints }
}

/** A server in its own process. */
async function aServer(variables: Record<string, string> = {}) {
  const port = await freePort()
  const child = spawn(process.execPath, [program, 'serve', '--no-build'], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: String(port), DNS_SERVERS: '127.0.0.1:9', ...variables },
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

  it.each([
    ['fly', 'Unknown command "fly". Run waxseal help to see all commands.'],
    ['account', 'Unknown command "account". Run waxseal help to see all commands.'],
    ['account set-tier a@example.org gold', 'Usage: waxseal account set-tier EMAIL free|pro|business'],
    ['account set-tier a@example.org', 'Usage: waxseal account set-tier EMAIL free|pro|business'],
    ['account reset-password', 'Usage: waxseal account reset-password EMAIL'],
    ['account list all', 'Usage: waxseal account list'],
    ['jobs all', 'Usage: waxseal jobs'],
    ['jobs retry', 'Usage: waxseal jobs retry [ID] [--all]'],
    ['jobs retry 1 --all', 'Usage: waxseal jobs retry [ID] [--all]'],
    ['jobs drop', 'Usage: waxseal jobs drop ID'],
  ])('%s is bad use', async (words, complaint) => {
    expect(await typed(words)).toEqual({ code: 2, said: [], complaints: [complaint] })
  })
})

describe('config check', () => {
  it('shows what would run, and changes nothing', async () => {
    const { code, said } = await typed('config check', { DATA_DIR: join(folder, 'new') })
    expect(code).toBe(0)
    expect(said).toEqual([
      'Waxseal would run at http://localhost:3000',
      `  Data:    ${join(folder, 'new')} (embedded database)`,
      '  Sign-up: open to everyone',
      '  Mail:    off (password reset links appear in this log)',
      '  Billing: test mode (no payments)',
      "  DNS:     the system's resolvers and the zones' own servers",
      '  Lists:   34 of 34, queried directly',
      '  Threats: Spamhaus DBL, Spamhaus ZEN, SURBL multi, URIBL multi, Cloudflare 1.1.1.2, Quad9 (they see the scanned domains)',
      '  Relay:   tests each mail server on port 25, at most once in six hours',
    ])
    expect(existsSync(join(folder, 'new'))).toBe(false)
  })

  it('lists the blocklists and threat sources that a scan asks, and never shows a key', async () => {
    const { said } = await typed('config check', {
      DNS_SERVERS: '192.0.2.1,[2001:db8::1]:54',
      DNSBL_OFF: 'surbl-multi,spamcop',
      DNSBL_KEY_SPAMHAUS_ZEN: 'hunter2',
      RELAY_TEST: 'off',
    })
    expect(said.slice(5)).toEqual([
      '  DNS:     192.0.2.1:53, [2001:db8::1]:54 only',
      '  Lists:   32 of 34, through 192.0.2.1:53, [2001:db8::1]:54. With a key: Spamhaus ZEN. Off: SpamCop SCBL, SURBL multi',
      '  Threats: Spamhaus DBL, Spamhaus ZEN, URIBL multi (they see the scanned domains)',
      '  Relay:   off (no connections to mail servers)',
    ])
  })

  it('shows the relay test’s source addresses and the private ranges it may reach', async () => {
    const { said } = await typed('config check', {
      PROBE_SOURCE_ADDRESS: '192.0.2.9',
      PROBE_ALLOW_PRIVATE: '10.1.0.0/16',
      THREAT_SOURCES: 'none',
      DNSBL_OFF: blocklists.map(({ id }) => id).join(),
    })
    expect(said.slice(6)).toEqual([
      '  Lists:   off',
      '  Threats: off',
      '  Relay:   tests each mail server on port 25, at most once in six hours, from 192.0.2.9, also private addresses in 10.1.0.0/16',
    ])
  })

  it('exits 78 with one line, not a stack trace, on a key that its list does not take', async () => {
    const { code, complaints } = await typed('config check', { DNSBL_KEY_SPAMCOP: 'hunter2' })
    expect(code).toBe(78)
    expect(complaints).toEqual([expect.stringContaining('DNSBL_KEY_SPAMCOP: "spamcop" does not use a key → remove it')])
  })

  it('names every problem and exits 78', async () => {
    const { code, complaints } = await typed('config check', { PORT: 'x', BILLING: 'gold' })
    expect(code).toBe(78)
    expect(complaints).toEqual([
      'PORT: is not a number → use a free port, such as 3000',
      'BILLING: "gold" is not a valid value → use test or off',
    ])
  })

  it('never shows a password', async () => {
    const secrets = { AUTH_SECRET: 'a'.repeat(32), ENCRYPTION_KEY: 'b'.repeat(32) }
    const mail = { SMTP_URL: 'smtp://me:hunter2@mail.example.org:25', MAIL_FROM: 'a@example.org' }
    const database = { DATABASE_URL: 'postgres://me:hunter2@db.example.org:5433/waxseal' }
    const { said } = await typed('config check', { ...secrets, ...mail, ...database })
    expect(said.join('\n')).toContain('PostgreSQL db.example.org:5433/waxseal')
    expect(said.join('\n')).toContain('through mail.example.org:25')
    expect(said.join('\n')).not.toContain('hunter2')
  })
})

describe('a command without data', () => {
  it.each(['account list', 'account set-tier a@example.org pro', 'account reset-password a@example.org'])(
    '%s says so in one line, and creates no data',
    async words => {
      mkdirSync(join(folder, 'half', 'postgres'), { recursive: true })
      for (const dataDir of [join(folder, 'new'), folder, join(folder, 'half')]) {
        const complaint = `DATA_DIR: ${dataDir} has no Waxseal data → start the server once, or set DATA_DIR to its folder`
        expect(await typed(words, { DATA_DIR: dataDir })).toEqual({ code: 1, said: [], complaints: [complaint] })
      }
      expect(readdirSync(folder, { recursive: true })).toEqual(['half', join('half', 'postgres')])
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
    expect((await typed('account list --json')).said).toEqual(['[]'])
    expect((await typed('jobs')).said).toEqual(['No jobs are waiting, running or failed.'])
    expect((await typed('jobs retry --all')).said).toEqual(['0 jobs were sent again.'])
    const unknownAccount = { code: 1, said: [], complaints: ['There is no account with the address a@example.org.'] }
    expect(await typed('account set-tier a@example.org pro')).toEqual(unknownAccount)
    expect(await typed('account reset-password a@example.org')).toEqual(unknownAccount)
    expect(readdirSync(folder).sort()).toEqual(['lock', 'postgres'])
  })

  it('can be managed through the running server, and no other process may open the store', async () => {
    const { child, address, output } = await aServer()
    expect(output()).toContain(`Waxseal is running at ${address}`)
    expect(statSync(join(folder, 'control.sock')).mode & 0o777).toBe(0o600)
    await signUp(address, 'alex@example.org')

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
      env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: String(await freePort()) },
    })
    servers.push(second)
    let complaint = ''
    second.stderr.on('data', chunk => (complaint += String(chunk)))
    const [code] = await once(second, 'exit')
    expect(code).toBe(1)
    expect(complaint.trim().split('\n')).toHaveLength(1)

    child.kill('SIGTERM')
    const [ended] = await once(child, 'exit')
    expect(ended).toBe(0)
    expect(existsSync(join(folder, 'control.sock'))).toBe(false)
    const after = await typed('account list')
    expect(after.said).toEqual([expect.stringMatching(/^alex@example\.org {2}business {2}since \d{4}-/)])
  })

  it('a port in use is reported in one line', async () => {
    const taken = createServer()
    const port = await new Promise<number>(resolve => {
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as AddressInfo).port))
    })
    const child = spawn(process.execPath, [program, 'serve', '--no-build'], {
      env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: String(port) },
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

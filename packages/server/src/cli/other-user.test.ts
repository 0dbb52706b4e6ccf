import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { childEnv } from '../testing/child-env.ts'
import { aDataFolder } from '../testing/data-folder.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))
const isRoot = process.geteuid?.() === 0
/** A user id without a name on some machines; the service's user in these tests. */
const service = 65_534

/** Whether the service's user may read this checkout, which is false in a folder of root. */
const serviceCanRun =
  isRoot &&
  spawnSync(process.execPath, [program, 'help'], { uid: service, gid: service, cwd: '/', env: {} }).status === 0

let folder = ''
const running: ChildProcess[] = []
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a command in its own process, as `uid`. */
function start(words: string, uid: number, variables: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...words.split(' ')], {
    env: childEnv({ DATA_DIR: folder, DNS_SERVERS: '127.0.0.1:9', ...variables }),
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
    uid,
    gid: uid,
  })
  running.push(child)
  const output = { text: '' }
  const closed = once(child, 'close').then(() => output.text)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output.text += String(chunk)))
  return { child, output, closed }
}

/** Waits until a server says that it is there; its end is an error. */
async function isThere({ child, output }: ReturnType<typeof start>): Promise<void> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the server ended: ${output.text}`)))
  while (!output.text.includes('Billing:')) await Promise.race([once(child.stdout, 'data'), ended])
  ended.catch(() => {})
}

/** Runs a command to its end. */
async function ran(words: string, uid: number) {
  const { child, closed } = start(words, uid)
  const text = await closed
  return { code: child.exitCode, lines: text.trim().split('\n') }
}

/** Every file and folder with its owner, mode, time and content. */
function everything(): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name))
  return [folder, ...entries].sort().map(path => {
    const entry = lstatSync(path)
    const content = entry.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''
    return [path, entry.uid, entry.gid, entry.mode, entry.size, entry.mtimeMs, content].join(' ')
  })
}

function giveAway(): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(folder, name), service, service)
  }
  chownSync(folder, service, service)
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

describe.skipIf(!isRoot)('root, on the data of a service', { timeout: 120_000 }, () => {
  beforeEach(async () => {
    folder = await aDataFolder('other-user')
    giveAway()
  })

  it('is refused by each command and by serve, and changes no byte', async () => {
    const before = everything()
    const commands = ['account list', 'account set-tier a@example.org pro', 'account reset-password a@example.org']
    const answers = await Promise.all([...commands, 'serve', 'serve --no-build'].map(words => ran(words, 0)))
    for (const { code, lines } of answers) {
      expect(lines).toEqual([
        expect.stringMatching(/^DATA_DIR: \S+ belongs to .+ → run this command as that user with sudo -E -u \S+ …$/),
      ])
      expect(code).toBe(1)
    }
    expect(everything()).toEqual(before)
  })

  it('creates no store in an empty folder of the service', async () => {
    rmSync(folder, { recursive: true })
    folder = mkdtempSync(join(tmpdir(), 'waxseal-other-user-'))
    giveAway()
    expect((await ran('serve --no-build', 0)).lines).toEqual([
      expect.stringContaining(' → run this command as that user with sudo '),
    ])
    expect(readdirSync(folder)).toEqual([])
  })

  it.skipIf(!serviceCanRun)('has its leftovers from earlier versions named to the service', async () => {
    chmodSync(join(folder, 'postgres/pg_wal'), 0o700)
    for (const left of ['postgres/global/pg_control', 'postgres/pg_wal']) {
      chownSync(join(folder, left), 0, 0)
      const mend = new RegExp(`^DATA_DIR: ${join(folder, left)} belongs to root → run chown -R \\S+ ${folder} as root$`)
      for (const words of ['account list', 'serve --no-build']) {
        expect(await ran(words, service)).toEqual({ code: 1, lines: [expect.stringMatching(mend)] })
      }
      chownSync(join(folder, left), service, service)
    }
  })

  it.skipIf(!serviceCanRun)(
    'reaches the running server, opens an account whose mail was lost, and leaves no file that blocks the next start',
    async () => {
      const port = await freePort()
      const address = `http://localhost:${port}`
      const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'waxseal@example.org' }
      const server = start('serve --no-build', service, { PORT: String(port), SIGNUP: 'first', ...mail })
      await isThere(server)
      const call = (path: string, body: object) =>
        fetch(`${address}/api/identity${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: address },
          body: JSON.stringify(body),
        })
      const account = { email: 'alex@example.org', password: 'correct horse battery' }
      expect((await call('/sign-up/email', { name: 'Alex', ...account })).status).toBe(200)
      expect((await call('/sign-in/email', account)).status).toBe(403)

      const made = await ran('account reset-password alex@example.org', 0)
      expect(made).toMatchObject({
        code: 0,
        lines: [expect.any(String), expect.stringContaining(`${address}/?reset=`)],
      })
      const token = new URL(made.lines[1] ?? '').searchParams.get('reset')
      expect((await call('/reset-password', { token, newPassword: account.password })).status).toBe(200)
      expect((await call('/sign-in/email', account)).status).toBe(200)

      server.child.kill('SIGTERM')
      await server.closed
      expect((await ran('account list', 0)).code).toBe(1)
      expect(everything().filter(line => !line.includes(` ${service} ${service} `))).toEqual([])
      expect(await ran('account list', service)).toEqual({ code: 0, lines: ['No accounts yet.'] })
    },
  )
})

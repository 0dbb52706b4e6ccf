import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const master = '/usr/lib/postfix/sbin/master'

/** Postfix drops its privileges to other users: it needs root, and a namespace with these users. */
export const canRunPostfix =
  process.getuid?.() === 0 &&
  existsSync(master) &&
  readFileSync('/proc/self/uid_map', 'utf8').trim().split(/\s+/).join(' ') === '0 0 4294967295'

/** The user that owns the mailbox. */
const nobody = 65_534

interface Postfix {
  /** As `SMTP_URL`. */
  url: string
  /** The mail in the mailbox of `lab.example`. */
  mails(): string[]
  stop(): Promise<void>
}

/**
 * A Postfix on a port of the loopback. It keeps mail to `alex@lab.example` and relays nothing.
 *
 * @throws Error when it does not start, with its log
 */
export async function startPostfix(): Promise<Postfix> {
  const folder = mkdtempSync(join(tmpdir(), 'waxseal-postfix-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  writeConfig(folder, port)
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }
  const child = spawn(master, ['-c', join(folder, 'etc'), '-d'], { stdio: ['ignore', 'pipe', 'pipe'], env })
  let log = ''
  child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  for (const deadline = Date.now() + 15_000; !(await greets(port)); ) {
    if (Date.now() < deadline && child.exitCode === null) continue
    await stop()
    throw new Error(`Postfix did not start: ${log}`)
  }
  const box = join(folder, 'mail', 'box', 'new')
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails: () => (existsSync(box) ? readdirSync(box).map(name => readFileSync(join(box, name), 'utf8')) : []),
    stop,
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('the loopback has no port')
  return address.port
}

async function greets(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port })
  try {
    await once(socket, 'data', { signal: AbortSignal.timeout(1_000) })
    return true
  } catch {
    await pause(20)
    return false
  } finally {
    socket.destroy()
  }
}

function writeConfig(folder: string, port: number): void {
  const dirs = { config: join(folder, 'etc'), queue: join(folder, 'queue'), data: join(folder, 'data') }
  for (const path of [...Object.values(dirs), join(folder, 'mail')]) mkdirSync(path)
  const spools = 'active bounce corrupt defer deferred flush hold incoming private saved trace maildrop public pid'
  for (const name of spools.split(' ')) mkdirSync(join(dirs.queue, name))
  const own = `cd "${folder}" && chown postfix data queue/* && chown root queue/pid && chgrp postdrop queue/maildrop queue/public && chmod 730 queue/maildrop && chmod 710 queue/public && chown ${nobody} mail`
  execFileSync('sh', ['-c', own])
  writeFileSync(
    join(dirs.config, 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${dirs.queue}
data_directory = ${dirs.data}
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
inet_interfaces = 127.0.0.1
myhostname = mail.lab.example
mydestination =
mynetworks = 127.0.0.254/32
virtual_mailbox_domains = lab.example
virtual_mailbox_base = ${join(folder, 'mail')}
virtual_mailbox_maps = inline:{ { alex@lab.example = box/ } }
virtual_uid_maps = static:${nobody}
virtual_gid_maps = static:${nobody}
smtpd_recipient_restrictions = reject_unauth_destination
smtpd_peername_lookup = no
maillog_file = /dev/stdout
alias_maps =
alias_database =
`,
  )
  const many = ['proxymap', 'error', 'bounce'].map(name => `${name} unix - - n - 0 ${name}`)
  const single = ['anvil', 'tlsmgr', 'scache'].map(name => `${name} unix - - n - 1 ${name}`)
  const others = [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'virtual unix - n n - - virtual',
    'cleanup unix n - n - 0 cleanup',
    'rewrite unix - - n - - trivial-rewrite',
    'qmgr unix n - n 300 1 qmgr',
    'postlog unix-dgram n - n - 1 postlogd',
  ]
  writeFileSync(join(dirs.config, 'master.cf'), [...others, ...many, ...single, ''].join('\n'))
}

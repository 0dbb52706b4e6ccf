/**
 * A network of mail servers beside the lab: a second network namespace at the other end of a veth pair, with public
 * addresses, so that the probe meets real Postfix at addresses of another machine.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Daemon, startDaemon } from './daemon.ts'

const master = '/usr/lib/postfix/sbin/master'

/** Postfix drops its privileges to other users, which a namespace with a single user does not have. */
export const canRunPostfix =
  existsSync(master) && /^\s*0\s+0\s+4294967295\s*$/m.test(readFileSync('/proc/self/uid_map', 'utf8'))

/** This end of the veth pair; the servers are in the same networks. */
export const ownAddresses = { ipv4: '8.26.57.1', ipv6: '2a00:1450:4001:7::1' } as const
/** Networks behind the other end that drop all packets. */
export const silentAddresses = ['8.26.58.25', '8.26.59.25', '8.26.60.25', '8.26.61.25'] as const

export interface MailNetwork {
  /** The log of Postfix so far. */
  log(): string
  stop(): Promise<void>
}

/** Options of Postfix's smtpd for each address. */
export type MailServers = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Restrictions by name, for values with spaces; an option refers to them as `$greylisting`. */
export type Restrictions = Readonly<Record<string, string>>

const cable = 'mail0'

/**
 * Starts one Postfix that listens at port 25 of all given addresses. It discards the mail that it accepts.
 *
 * @throws Error when it does not start, with its output
 */
export async function startMailNetwork(servers: MailServers, restrictions: Restrictions): Promise<MailNetwork> {
  const folder = mkdtempSync(join(tmpdir(), 'waxseal-mail-'))
  chmodSync(folder, 0o755)
  // Keeps the namespace open.
  const holder = spawn('unshare', ['-n', 'sleep', 'infinity'], { stdio: 'ignore' })
  await once(holder, 'spawn')
  const inside = ['nsenter', `--net=/proc/${holder.pid}/ns/net`] as const
  let postfix: Daemon | null = null
  const stop = async (): Promise<void> => {
    await postfix?.stop()
    // Deletes it now and not when the kernel gets to it, because the lab starts only without a network.
    if (cable in networkInterfaces()) run(['ip', 'link', 'del', cable])
    holder.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await plug(holder.pid ?? 0, inside, Object.keys(servers))
    const config = writeConfig(folder, servers, restrictions)
    const [first = ''] = Object.keys(servers)
    const log = join(folder, 'log')
    postfix = await startDaemon([...inside, master, '-c', config, '-d'], log, () => answers(first))
    return { log: () => readFileSync(log, 'utf8'), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Creates the veth pair and adds the addresses of both ends. */
async function plug(pid: number, inside: readonly string[], addresses: readonly string[]): Promise<void> {
  // `unshare` has created the namespace when it differs from ours.
  const own = namespaceOf('self')
  for (const deadline = Date.now() + 5000; namespaceOf(`${pid}`) === own; ) {
    if (Date.now() > deadline) throw new Error('no second network namespace came up')
    await pause(5)
  }
  run(['ip', 'link', 'add', cable, 'type', 'veth', 'peer', 'name', 'mail1', 'netns', `${pid}`])
  const far = addresses.map(address => `addr add ${address}/${width(address)} dev mail1${flags(address)}`)
  run([...inside, 'ip', '-batch', '-'], [...far, 'link set lo up', 'link set mail1 up'].join('\n'))
  const near = Object.values(ownAddresses).map(
    address => `addr add ${address}/${width(address)} dev ${cable}${flags(address)}`,
  )
  const [gateway = ''] = addresses
  const swallowed = silentAddresses.map(address => `route add ${address}/32 via ${gateway}`)
  run(['ip', '-batch', '-'], [...near, `link set ${cable} up`, ...swallowed].join('\n'))
}

function namespaceOf(pid: string): string {
  return execFileSync('readlink', [`/proc/${pid}/ns/net`], { encoding: 'utf8' })
}

function width(address: string): number {
  return address.includes(':') ? 64 : 24
}

/** No other host is connected, so IPv6 duplicate address detection is not needed. */
function flags(address: string): string {
  return address.includes(':') ? ' nodad' : ''
}

/** Postfix's directories, and its two files. */
function writeConfig(folder: string, servers: MailServers, restrictions: Restrictions): string {
  const dirs = { config: join(folder, 'etc'), queue: join(folder, 'queue'), data: join(folder, 'data') }
  for (const path of Object.values(dirs)) mkdirSync(path)
  const spools = 'active bounce corrupt defer deferred flush hold incoming private saved trace maildrop public pid'
  for (const name of spools.split(' ')) mkdirSync(join(dirs.queue, name))
  run([
    'sh',
    '-c',
    `cd "${folder}" && chown postfix data queue/* && chown root queue/pid && chgrp postdrop queue/maildrop queue/public && chmod 730 queue/maildrop && chmod 710 queue/public`,
  ])
  const own = Object.entries(restrictions).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(
    join(dirs.config, 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${dirs.queue}
data_directory = ${dirs.data}
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
inet_protocols = all
mydestination = lab.example
local_transport = discard:
default_transport = discard:
relay_transport = discard:
mynetworks = 127.0.0.254/32
smtpd_peername_lookup = no
maillog_file = /dev/stdout
alias_maps =
alias_database =
${own.join('\n')}
`,
  )
  writeFileSync(join(dirs.config, 'master.cf'), masterFile(servers))
  return dirs.config
}

function masterFile(servers: MailServers): string {
  const listeners = Object.entries(servers).map(([address, options]) => {
    const host = address.includes(':') ? `[${address}]` : address
    const set = Object.entries(options).map(([name, value]) => ` -o ${name}=${value}`)
    return `${host}:25 inet n - n - - smtpd${set.join('')}`
  })
  const many = ['proxymap', 'discard', 'error', 'bounce'].map(name => `${name} unix - - n - 0 ${name}`)
  const single = ['anvil', 'tlsmgr', 'scache'].map(name => `${name} unix - - n - 1 ${name}`)
  const others = [
    'cleanup unix n - n - 0 cleanup',
    'rewrite unix - - n - - trivial-rewrite',
    'qmgr unix n - n 300 1 qmgr',
    'postlog unix-dgram n - n - 1 postlogd',
  ]
  return [...listeners, ...many, ...single, ...others, ''].join('\n')
}

async function answers(address: string): Promise<boolean> {
  const socket = connect({ host: address, port: 25 })
  try {
    await once(socket, 'data', { signal: AbortSignal.timeout(500) })
    return true
  } catch {
    await pause(20)
    return false
  } finally {
    socket.destroy()
  }
}

function run([program = '', ...args]: readonly string[], input?: string): void {
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }
  execFileSync(program, args, { env, stdio: ['pipe', 'ignore', 'inherit'], ...(input === undefined ? {} : { input }) })
}

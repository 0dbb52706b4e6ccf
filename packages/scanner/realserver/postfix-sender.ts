/** Postfix of Debian as a sender of each kind, with the map of postfix-mta-sts-resolver for MTA-STS. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Delivery, SenderKind } from '@waxseal/core/transport'
import { type Daemon, startDaemon } from './daemon.ts'

const master = '/usr/lib/postfix/sbin/master'
const stsDaemon = '/usr/bin/mta-sts-daemon'

/** Whether the programs are there, and Postfix may drop its privileges to other users. */
export const canSend =
  existsSync(master) &&
  existsSync(stsDaemon) &&
  /^\s*0\s+0\s+4294967295\s*$/m.test(readFileSync('/proc/self/uid_map', 'utf8'))

/** Where it takes mail for delivery. It is no address of a mail server of the tests. */
const submission = { host: '127.0.0.254', port: 2525 }
const stsPort = 8461

const services: { readonly [K in SenderKind]: { sender: string; service: string; options: readonly string[] } } = {
  opportunistic: { sender: 'may@lab.example', service: 'smtp-may', options: ['smtp_tls_security_level=may'] },
  'mta-sts': {
    sender: 'sts@lab.example',
    service: 'smtp-sts',
    options: ['smtp_tls_security_level=may', `smtp_tls_policy_maps=socketmap:inet:127.0.0.1:${stsPort}:postfix`],
  },
  dane: {
    sender: 'dane@lab.example',
    service: 'smtp-dane',
    options: ['smtp_tls_security_level=dane', 'smtp_dns_support_level=dnssec'],
  },
}

export interface PostfixSender {
  /** Sends one message as a sender of a kind. `host` is the only MX host of the domain, and that of no other. */
  send(kind: SenderKind, mail: { domain: string; host: string }): Promise<Exclude<Delivery, 'unknown'>>
  log(): string
  stop(): Promise<void>
}

/**
 * Starts it.
 *
 * @param nameserver the address of a validating resolver at port 53
 * @param ca the authority that it trusts, as PEM
 * @throws Error when a program does not start, with its output
 */
export async function startPostfixSender(nameserver: string, ca: string): Promise<PostfixSender> {
  const folder = mkdtempSync(join(tmpdir(), 'waxseal-sender-'))
  chmodSync(folder, 0o755)
  const daemons: Daemon[] = []
  const stop = async (): Promise<void> => {
    for (const daemon of daemons.toReversed()) await daemon.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  // Postfix takes an address for its own only if an interface has it.
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }
  execFileSync('ip', ['addr', 'replace', `${submission.host}/32`, 'dev', 'lo'], { env })
  const resolv = fileIn(folder, 'resolv.conf', `nameserver ${nameserver}\noptions trust-ad\n`)
  const caFile = fileIn(folder, 'ca.pem', ca)
  const log = join(folder, 'log')
  // Both programs read the file of the system, so they see another one in its place.
  const seeing = ['unshare', '-m', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"', resolv] as const
  try {
    const config = fileIn(folder, 'sts.yml', stsFile)
    daemons.push(
      await startDaemon(
        [...seeing, 'env', `SSL_CERT_FILE=${caFile}`, stsDaemon, '-c', config],
        join(folder, 'sts'),
        () => listens('127.0.0.1', stsPort),
      ),
    )
    const etc = writeConfig(folder, caFile)
    daemons.push(
      await startDaemon([...seeing, master, '-c', etc, '-d'], log, () => listens(submission.host, submission.port)),
    )
  } catch (error) {
    await stop()
    throw error
  }
  const read = (): string => readFileSync(log, 'utf8')
  return {
    log: read,
    stop,
    async send(kind, mail) {
      await submit(services[kind].sender, `x@${mail.domain}`)
      for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
        const outcome = outcomeIn(read(), mail)
        if (outcome !== null) return outcome
        await pause(50)
      }
      throw new Error(`Postfix came to no end with ${mail.domain}:\n${read()}`)
    },
  }
}

const stsFile = `host: 127.0.0.1
port: ${stsPort}
reuse_port: true
shutdown_timeout: 1
cache:
  type: internal
  options:
    cache_size: 100
default_zone:
  strict_testing: false
  timeout: 4
`

/** Delivered, or deferred twice: where TLS fails, a sender that requires none delivers in clear with the second attempt. */
function outcomeIn(log: string, { domain, host }: { domain: string; host: string }) {
  const about = log.split('\n').filter(line => line.includes(`to=<x@${domain}>`))
  if (about.some(line => line.includes('status=sent'))) {
    const tls = log.split('\n').filter(line => line.includes(`TLS connection established to ${host}[`))
    if (tls.length === 0) return 'clear'
    return tls.some(line => line.includes('Verified TLS')) ? 'checked' : 'encrypted'
  }
  const refused = about.filter(line => /status=(?:deferred|bounced)/.test(line))
  return refused.length > 1 || refused.some(line => line.includes('status=bounced')) ? 'refused' : null
}

function fileIn(folder: string, name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o644 })
  return path
}

function writeConfig(folder: string, caFile: string): string {
  const dirs = { config: join(folder, 'etc'), queue: join(folder, 'queue'), data: join(folder, 'data') }
  for (const path of Object.values(dirs)) mkdirSync(path)
  const spools = 'active bounce corrupt defer deferred flush hold incoming private saved trace maildrop public pid'
  for (const name of spools.split(' ')) mkdirSync(join(dirs.queue, name))
  const owners =
    'chown postfix data queue/* && chown root queue/pid && chgrp postdrop queue/maildrop queue/public && chmod 730 queue/maildrop && chmod 710 queue/public'
  execFileSync('sh', ['-c', `cd "${folder}" && ${owners}`])
  const byKind = Object.values(services).map(({ sender, service }) => `{ ${sender} = ${service}: }`)
  writeFileSync(
    join(dirs.config, 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${dirs.queue}
data_directory = ${dirs.data}
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
myhostname = sender.lab.example
inet_protocols = ipv4
inet_interfaces = ${submission.host}
mydestination =
mynetworks = 127.0.0.0/8
smtpd_peername_lookup = no
sender_dependent_default_transport_maps = inline:{ ${byKind.join(', ')} }
smtp_tls_CAfile = ${caFile}
smtp_tls_loglevel = 1
smtp_connection_cache_on_demand = no
smtp_host_lookup = dns
minimal_backoff_time = 1s
maximal_backoff_time = 1s
queue_run_delay = 1s
maillog_file = /dev/stdout
alias_maps =
alias_database =
`,
  )
  const senders = Object.values(services).map(({ service, options }) => {
    return `${service} unix - - n - - smtp${options.map(option => ` -o ${option}`).join('')}`
  })
  const many = ['proxymap', 'error', 'bounce'].map(name => `${name} unix - - n - 0 ${name}`)
  const single = ['anvil', 'tlsmgr', 'scache'].map(name => `${name} unix - - n - 1 ${name}`)
  const lines = [
    `${submission.host}:${submission.port} inet n - n - - smtpd`,
    ...senders,
    ...many,
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'retry unix - - n - - error',
    ...single,
    'cleanup unix n - n - 0 cleanup',
    'rewrite unix - - n - - trivial-rewrite',
    'qmgr unix n - n 300 1 qmgr',
    'postlog unix-dgram n - n - 1 postlogd',
    '',
  ]
  writeFileSync(join(dirs.config, 'master.cf'), lines.join('\n'))
  return dirs.config
}

/** Hands one message to Postfix. */
async function submit(from: string, to: string): Promise<void> {
  const steps = [
    'EHLO test',
    `MAIL FROM:<${from}>`,
    `RCPT TO:<${to}>`,
    'DATA',
    'Subject: test\r\n\r\ntest\r\n.',
    'QUIT',
  ]
  const socket = connect(submission)
  socket.setEncoding('utf8')
  let [pending, step] = ['', 0]
  for await (const piece of socket) {
    pending += String(piece)
    if (!/^\d{3} [^\n]*\n$/m.test(pending)) continue
    if (/^[45]/m.test(pending)) throw new Error(`Postfix refuses the message: ${pending}`)
    pending = ''
    const next = steps[step++]
    if (next === undefined) break
    socket.write(`${next}\r\n`)
  }
}

async function listens(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ host, port })
  socket.once('connect', () => resolve(true))
  socket.once('error', () => resolve(false))
  const does = await promise
  socket.destroy()
  if (!does) await pause(50)
  return does
}

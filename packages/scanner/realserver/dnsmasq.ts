import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Daemon, serialAt, startDaemon } from './daemon.ts'

/** The forwarder of home routers, in front of the lab's Unbound. */
export interface Dnsmasq {
  /** `address:port`. */
  resolver: string
  stop(): Promise<void>
}

export interface DnsmasqOptions {
  /** An address of the loopback device on which nothing listens. */
  address: string
  /** Unbound, as an address. */
  upstream: string
  /** The limit on queries at once; by default that of Debian, 150. */
  forwardMax?: number
}

/** Starts dnsmasq with Debian's settings and waits until it answers. */
export async function startDnsmasq({ address, upstream, forwardMax }: DnsmasqOptions): Promise<Dnsmasq> {
  const folder = mkdtempSync(join(tmpdir(), 'waxseal-dnsmasq-'))
  const options = [
    '--keep-in-foreground',
    '--conf-file=/dev/null',
    '--no-resolv',
    '--no-hosts',
    '--bind-interfaces',
    '--pid-file=',
    '--user=root',
    '--log-facility=-',
    `--listen-address=${address}`,
    `--server=${upstream}`,
    ...(forwardMax === undefined ? [] : [`--dns-forward-max=${forwardMax}`]),
  ]
  let daemon: Daemon
  try {
    const ready = async (): Promise<boolean> => (await serialAt(address, '.')) !== null
    daemon = await startDaemon(['dnsmasq', ...options], join(folder, 'dnsmasq.log'), ready)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return {
    resolver: `${address}:53`,
    async stop() {
      await daemon.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

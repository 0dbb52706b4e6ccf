/** Mail hosts and servers of MTA-STS policies on addresses of this namespace. */
import { execFileSync } from 'node:child_process'
import { type MailHostCertificates, startMailHost, startPolicyHost } from '../src/testing/internet/hosts.ts'

export { type MailHostCertificates, mailHostCertificates } from '../src/testing/internet/hosts.ts'

export interface MailHost {
  host: string
  address: string
  /** Takes mail from anybody for anybody. */
  relays?: true
  /** Shows a certificate that nobody vouches for. */
  selfSigned?: true
}

export interface PolicyHost {
  /** `mta-sts.example.com`. */
  host: string
  address: string
  /** What it serves under `/.well-known/mta-sts.txt`. */
  policy: string
}

/**
 * Starts them at port 25 and 443 of their addresses, which this namespace's loopback device gets.
 *
 * @returns stops them
 */
export async function startMailHosts(
  hosts: readonly MailHost[],
  policies: readonly PolicyHost[],
  certificates: MailHostCertificates,
): Promise<() => Promise<void>> {
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }
  const lines = [...hosts, ...policies].map(({ address }) => `addr replace ${address}/32 dev lo`)
  execFileSync('ip', ['-batch', '-'], { env, input: lines.join('\n'), stdio: ['pipe', 'ignore', 'inherit'] })
  const running = await Promise.all([
    ...hosts.map(host => startMailHost(host, certificates.of(host), { address: host.address, port: 25 })),
    ...policies.map(host => startPolicyHost(host, certificates.of(host), { address: host.address, port: 443 })),
  ])
  return async () => {
    await Promise.all(running.map(host => host.stop()))
  }
}

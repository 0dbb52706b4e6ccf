/** Mail hosts and servers of MTA-STS policies on addresses of this namespace. */
import { execFileSync } from 'node:child_process'
import type { WorldMailHost, WorldPolicyHost } from '@waxseal/core/fixtures'
import { type MailHostCertificates, startMailHost, startPolicyHost } from '../src/testing/internet/hosts.ts'

export { type MailHostCertificates, mailHostCertificates } from '../src/testing/internet/hosts.ts'

/**
 * Starts them at port 25 and 443 of their addresses, which are added to this namespace's loopback device.
 *
 * @returns a function that stops them
 */
export async function startMailHosts(
  hosts: readonly WorldMailHost[],
  policies: readonly WorldPolicyHost[],
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

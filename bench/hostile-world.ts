/**
 * The Internet of `hostile-zone.ts`, in its own thread: two domains with the same records. All data about one of them
 * is as long, and as slow to parse, as a name server and a policy host can make it.
 */
import { parentPort } from 'node:worker_threads'
import { isSubdomain, type Zone } from '@waxseal/core/dns'
import { demoWorld, type WorldPolicyHost, type WorldZone } from '@waxseal/core/fixtures'
import { type Arrived, loopbackServer } from '../packages/scanner/src/dns/testing/loopback-server.ts'
import { mailHostCertificates, startPolicyHost } from '../packages/scanner/src/testing/internet/hosts.ts'
import { internet } from '../packages/scanner/src/testing/internet/internet.ts'
import { type Reply, readQuestion, writeReply } from '../packages/scanner/src/testing/internet/wire-answer.ts'

const harmlessName = 'harmless.example'
const hostileName = 'hostile.example'

/** The location of this Internet. */
export interface HostileWorld {
  names: { harmless: string; hostile: string }
  /** The port of its resolver and name servers on 127.0.0.1. */
  dnsPort: number
  /** The ports of its other hosts on 127.0.0.1, by `address:port`. */
  places: Record<string, number>
  /** The certificate authority of the hosts, as PEM. */
  ca: string
}

const longest = 65_535
/** The limit of the policy fetcher (`checks/transport-policy.ts`). */
const longestPolicy = 65_536
const policyHead = 'mx:'
const policyEnd = '\rx'

const policies: readonly WorldPolicyHost[] = [
  {
    host: `mta-sts.${harmlessName}`,
    address: '203.0.114.101',
    policy: `version: STSv1\r\nmode: enforce\r\nmx: mx.${harmlessName}\r\nmax_age: 604800\r\n`,
  },
  {
    host: `mta-sts.${hostileName}`,
    address: '203.0.114.102',
    policy: policyHead + '\t'.repeat(longestPolicy - policyHead.length - policyEnd.length) + policyEnd,
  },
]

function zoneRecords(name: string, caa: string): Zone {
  const policy = policies.find(({ host }) => host === `mta-sts.${name}`)
  return {
    [name]: {
      A: ['203.0.114.110'],
      MX: [[10, `mx.${name}`]],
      TXT: [`v=spf1 mx include:_spf.${name} -all`],
      CAA: [{ flags: 0, tag: 'issue', value: caa }],
    },
    [`mx.${name}`]: { A: ['203.0.114.111'] },
    [`_spf.${name}`]: { TXT: ['v=spf1 ip4:203.0.114.0/28 -all'] },
    [`_dmarc.${name}`]: { TXT: [`v=DMARC1; p=reject; rua=mailto:dmarc@${name}`] },
    [`_mta-sts.${name}`]: { TXT: ['v=STSv1; id=20261122'] },
    [`mta-sts.${name}`]: { A: [policy?.address ?? '203.0.114.112'] },
    [`_smtp._tls.${name}`]: { TXT: [`v=TLSRPTv1; rua=mailto:tls@${name}`] },
  }
}

const zones: readonly WorldZone[] = [
  ...demoWorld.zones,
  { name: harmlessName, records: zoneRecords(harmlessName, 'letsencrypt.org') },
  { name: hostileName, records: zoneRecords(hostileName, `${'\t'.repeat(60_000)}!`) },
]
const known = internet(zones)

/** With an extended error of NULs and one last character, which fills the message. */
function worst(reply: Reply, length: number): Reply {
  // The option's header: RFC 6891 section 6.1.2 and RFC 8914 section 2.
  const text = longest - length - 6
  return { ...reply, ede: { code: 0, text: `${'\0'.repeat(text - 1)}x` } }
}

async function answer(arrived: Arrived): Promise<void> {
  const question = readQuestion(arrived.bytes)
  const reply = question && (await known(question))
  if (question === null || reply === null) return
  const overTcp = arrived.transport === 'tcp'
  if (!isSubdomain(question.name, hostileName)) {
    arrived.send(writeReply(question, reply, overTcp ? longest : question.payload))
    return
  }
  // An empty reply, so that the query is repeated over TCP.
  if (!overTcp) arrived.send(writeReply(question, reply, 0))
  else arrived.send(writeReply(question, worst(reply, writeReply(question, reply, longest).length), longest))
}

const server = await loopbackServer(arrived => void answer(arrived))
// The server records its queries for tests; this discards them.
setInterval(() => server.arrived.splice(0), 100)
const certificates = mailHostCertificates()
const places = await Promise.all(
  policies.map(async host => {
    const { port } = await startPolicyHost(host, certificates.of(host), { address: '127.0.0.1', port: 0 })
    return [`${host.address}:443`, port] as const
  }),
)
const world: HostileWorld = {
  names: { harmless: harmlessName, hostile: hostileName },
  dnsPort: server.port,
  places: Object.fromEntries(places),
  ca: certificates.authority,
}
parentPort?.postMessage(world, [])

import { isIP } from 'node:net'
import { providerOfHost } from '@waxseal/core/providers'
import {
  inMemoryRelayMemory,
  type MailHostReport,
  type RelayMemory,
  type RelayProbe,
  type RelayTarget,
  rememberingProbe,
  untouched,
} from '@waxseal/core/relay'
import type { Dial } from '../dial.ts'
import { type AddressRule, type AddressRulesOptions, addressRules } from './address-rules.ts'
import { blockedPort } from './blocked-port.ts'
import { type MailHostTest, type TestedMailHost, testMailHost } from './mail-host-test.ts'

export interface RelayProbeOptions extends AddressRulesOptions {
  /** Where tested hosts are remembered; for this process only when left out. */
  memory?: RelayMemory
  /** Who we say we are in EHLO: a name that leads back to us. The address of this end when left out. */
  name?: string | undefined
  /** The addresses probes leave from, one of each family at most (`PROBE_SOURCE_ADDRESS`); else the system chooses. */
  sourceAddresses?: readonly string[]
  /** Where connections really go, once the address rules have let them pass; where they say when left out. */
  dial?: Dial | undefined
  /** Trusted authorities instead of Node's own (PEM). */
  ca?: readonly string[] | undefined
  now?: () => Date
  /** Told of what broke a test on our side: a memory that cannot be read, say. */
  onError?: (error: unknown) => void
  /** How one address is tested. */
  test?: (test: MailHostTest) => Promise<TestedMailHost>
}

/** A probe and the sessions it has under way. */
export interface OpenedRelayProbe extends RelayProbe {
  /** Ends every session. */
  close(): void
}

/**
 * The relay probe of scans: port 25 of public addresses that are not this machine's own, each once in six hours. A host
 * one of whose addresses is not public is not tested at all. Servers of large known providers are only asked what they
 * offer.
 *
 * @throws TypeError for a range in `allowPrivate` that is none
 */
export function openRelayProbe(options: RelayProbeOptions = {}): OpenedRelayProbe {
  const {
    memory = inMemoryRelayMemory(),
    name,
    sourceAddresses = [],
    dial,
    ca,
    now = () => new Date(),
    test = testMailHost,
  } = options
  const rule = addressRules(options)
  const port25 = blockedPort(now)
  const closing = new AbortController()

  const direct: RelayProbe = {
    async probe(target) {
      if (!port25.isOpen()) {
        const reason =
          'Port 25 seems to be blocked from here: several mail servers in a row did not answer. Nothing is tried for some minutes.'
        return untouched(target, now(), { reason, failure: 'unreachable' })
      }
      const provider = providerOfHost(target.host)
      const { report, reach } = await test({
        host: target.host,
        address: target.address,
        name,
        sourceAddress: sourceAddresses.find(own => isIP(own) === isIP(target.address)),
        dial,
        ca,
        now,
        signal: closing.signal,
        ...(provider ? { unasked: `A server of ${provider.name}: large providers are not tested for relaying.` } : {}),
      })
      port25.note(target.address, reach)
      return reach === 'silent' && !port25.isOpen() ? blamedOnPort(report) : report
    },
  }
  const remembering = rememberingProbe(direct, memory, now, options.onError)
  return {
    async probe(target, signal) {
      const reason = refusalOf(target, rule)
      if (reason !== null) return untouched(target, now(), { reason })
      return await remembering.probe(target, signal)
    },
    close: () => closing.abort(),
  }
}

/** Why a host is not tested, as a sentence; null when it may be. The name's other addresses count as well. */
function refusalOf({ address, addresses }: RelayTarget, rule: AddressRule): string | null {
  for (const item of new Set([address, ...addresses])) {
    const refusal = rule(item)
    if (refusal === null) continue
    if (item === address) return `Not tested: ${address} ${refusal}.`
    return `Not tested: the name leads to ${item} too, which ${refusal}.`
  }
  return null
}

/** The fault is most likely on our side: this does not count as the host's test of six hours. */
function blamedOnPort(report: MailHostReport): MailHostReport {
  const reason = `${report.reason} Port 25 seems to be blocked from here.`
  return { ...report, contacted: false, reason }
}

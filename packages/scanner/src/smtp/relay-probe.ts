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
  /** The store of tested hosts; in this process by default. */
  memory?: RelayMemory
  /** Our name in EHLO, with forward-confirmed reverse DNS; the local address by default. */
  name?: string | undefined
  /**
   * The local addresses of probes, at most one of each family (`PROBE_SOURCE_ADDRESS`). By default the system chooses.
   */
  sourceAddresses?: readonly string[]
  /** The actual destination of a connection that the address rules permit; the address itself by default. */
  dial?: Dial | undefined
  /** Trusted authorities instead of Node's own (PEM). */
  ca?: readonly string[] | undefined
  now?: () => Date
  /** Gets errors on our side that stop a test, such as an unreadable memory. */
  onError?: (error: unknown) => void
  /** The test of one address. */
  test?: (test: MailHostTest) => Promise<TestedMailHost>
}

/** A relay probe with its open sessions. */
export interface OpenedRelayProbe extends RelayProbe {
  /**
   * Asks a host only what it offers, with no envelope: for the certificate. It keeps its reports for six hours in this
   * process, apart from those of relay tests, so none of these is put off.
   */
  offers: RelayProbe
  /** Ends every session. */
  close(): void
}

/**
 * The relay probe of scans. It tests port 25 of public addresses that do not belong to this machine, each once in six
 * hours. It tests no host with an address that is not public. It only asks servers of large known providers what they
 * offer.
 *
 * @throws TypeError for an invalid range in `allowPrivate`
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

  const direct = (onlyOffers: boolean): RelayProbe => ({
    async probe(target) {
      if (!port25.isOpen()) {
        const reason =
          'Port 25 seems to be blocked from here. Several mail servers in a row did not answer, so tests pause for some minutes.'
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
        ...(provider
          ? { unasked: `Not tested for relaying, because it belongs to a large provider (${provider.name}).` }
          : onlyOffers && { unasked: 'Contacted for its certificate only.' }),
      })
      port25.note(target.address, reach)
      return reach === 'silent' && !port25.isOpen() ? blamedOnPort(report) : report
    },
  })
  const permitted = (probe: RelayProbe): RelayProbe => ({
    async probe(target, signal) {
      const reason = refusalOf(target, rule)
      if (reason !== null) return untouched(target, now(), { reason })
      return await probe.probe(target, signal)
    },
  })
  return {
    ...permitted(rememberingProbe(direct(false), memory, now, options.onError)),
    offers: permitted(rememberingProbe(direct(true), inMemoryRelayMemory(), now, options.onError)),
    close: () => closing.abort(),
  }
}

/** Why a host is not tested, as a sentence; null when it may be. All addresses of the name count. */
function refusalOf({ address, addresses }: RelayTarget, rule: AddressRule): string | null {
  for (const item of new Set([address, ...addresses])) {
    const refusal = rule(item)
    if (refusal === null) continue
    if (item === address) return `Not tested: ${address} ${refusal}.`
    return `Not tested: the host name also has the address ${item}, which ${refusal}.`
  }
  return null
}

/** The cause is most likely on our side, so this does not count as the host's test of six hours. */
function blamedOnPort(report: MailHostReport): MailHostReport {
  const reason = `${report.reason} Port 25 seems to be blocked from here.`
  return { ...report, contacted: false, reason }
}

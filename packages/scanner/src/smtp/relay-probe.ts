import { isIP } from 'node:net'
import { providerOfHost } from '@waxseal/core/providers'
import {
  inMemoryRelayMemory,
  type MailHostReport,
  type RelayMemory,
  type RelayProbe,
  type RelayTarget,
  rememberedOffers,
  rememberingProbe,
  untouched,
} from '@waxseal/core/relay'
import type { Dial } from '../dial.ts'
import { type AddressRule, type AddressRulesOptions, addressRules } from './address-rules.ts'
import { blockedPort } from './blocked-port.ts'
import { type MailHostTest, type TestedMailHost, testMailHost } from './mail-host-test.ts'
import { offersPass } from './offers-pass.ts'

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
  /** Called once, when nothing shows that offers of STARTTLS reach us: something on our side may take them away. */
  onNoOffers?: () => void
  /** Gets errors on our side that stop a test, such as an unreadable memory. */
  onError?: (error: unknown) => void
  /**
   * Whether a large provider's mail server may be asked, at most once a day, whether offers of STARTTLS reach us
   * (`STARTTLS_CONTROL`); by default it may.
   */
  control?: boolean
  /** The test of one address. */
  test?: (test: MailHostTest) => Promise<TestedMailHost>
}

/** A scan waits for the answer of a control server, so these are short. */
const controlLimits = { connectMs: 3000, greetingMs: 4000, replyMs: 4000, quitMs: 500, totalMs: 8000 }

/** A relay probe with its open sessions. */
export interface OpenedRelayProbe extends RelayProbe {
  /**
   * Asks a host only what it offers, with no envelope. Its reports are kept for ten minutes, apart from those of relay
   * tests, so none of these is put off.
   */
  offers: RelayProbe
  passesOffers: NonNullable<RelayProbe['passesOffers']>
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
    control = true,
    onError = () => {},
    onNoOffers = () => {},
    test = testMailHost,
  } = options
  const rule = addressRules(options)
  const port25 = blockedPort(now)
  const closing = new AbortController()
  let isSaid = false

  const connected = (about: Pick<MailHostTest, 'host' | 'address' | 'unasked' | 'tls' | 'limits'>) =>
    test({
      ...about,
      name,
      sourceAddress: sourceAddresses.find(own => isIP(own) === isIP(about.address)),
      dial,
      ca,
      now,
      signal: closing.signal,
    })
  const proofs = offersPass({
    memory,
    now,
    ask: control ? server => askControl(server) : null,
  })
  const askControl = async (server: Pick<RelayTarget, 'host' | 'address'>): Promise<MailHostReport> => {
    const refused = refusalOf({ ...server, addresses: [] }, rule)
    if (refused !== null || !port25.isOpen()) return untouched(server, now(), { reason: refused ?? '' })
    const { report, reach } = await connected({
      ...server,
      tls: false,
      limits: controlLimits,
      unasked: 'Asked for its offer of STARTTLS only.',
    })
    port25.note(server.address, reach)
    return report
  }

  const direct = (onlyOffers: boolean): RelayProbe => ({
    async probe(target) {
      if (!port25.isOpen()) {
        const reason =
          'Port 25 seems to be blocked from here. Several mail servers in a row did not answer, so tests pause for some minutes.'
        return untouched(target, now(), { reason, failure: 'unreachable' })
      }
      const provider = providerOfHost(target.host)
      const { report, reach } = await connected({
        host: target.host,
        address: target.address,
        ...(provider
          ? { unasked: `Not tested for relaying, because it belongs to a large provider (${provider.name}).` }
          : onlyOffers && { unasked: 'Contacted for what it offers only.' }),
      })
      port25.note(target.address, reach)
      await proofs.note(report).catch(onError)
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
    ...permitted(rememberingProbe(direct(false), memory, now, onError)),
    offers: permitted(rememberingProbe(direct(true), memory, now, onError, rememberedOffers)),
    passesOffers: async (host, resolver, signal) => {
      try {
        const passes = await proofs.passes(host, resolver, signal)
        if (!passes && !isSaid) onNoOffers()
        isSaid ||= !passes
        return passes
      } catch (error) {
        onError(error)
        return false
      }
    },
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

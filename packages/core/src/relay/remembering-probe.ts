import { type Address, embeddedIpv4, formatAddress, parseAddress, type Signal } from '../dns/index.ts'
import { certificateProblem, coversHost } from './certificate.ts'
import { confirmed, isKept, keptForMs, offersKeptForMs, type RelayRecord } from './confirm.ts'
import {
  earlierSession,
  type MailHostReport,
  type RelayProbe,
  type RelayTarget,
  smtpQuestion,
  untouched,
} from './probe.ts'

/** Port: the store of the records of tested hosts, by `relayKey`. */
export interface RelayMemory {
  get(key: string): Promise<RelayRecord | null>
  put(key: string, record: RelayRecord): Promise<void>
  /**
   * True for the single process that may test this host now: no other holds a claim at `now`, and this one holds it
   * until `until` or its release.
   */
  claim(key: string, now: Date, until: Date): Promise<boolean>
  release(key: string): Promise<void>
}

/** Longer than any test takes. */
const claimMs = 120_000

/**
 * The key of an address: the address itself, the /64 of an IPv6 address, or the IPv4 address embedded in an IPv6
 * address. Null for what is no address.
 */
export function relayKey(text: string): string | null {
  const address = plainAddress(text)
  if (address === null) return null
  if (address.family === 4) return formatAddress(address)
  return `${formatAddress({ family: 6, value: (address.value >> 64n) << 64n })}/64`
}

function plainAddress(text: string): Address | null {
  const address = parseAddress(text)
  return address && (embeddedIpv4(address) ?? address)
}

/**
 * The key of what an address offers, apart from its relay test; null for what is no address. Each address of a /64 has its
 * own: it may show another certificate.
 */
export function offersKey(text: string): string | null {
  const address = plainAddress(text)
  return address && `offers ${formatAddress(address)}`
}

/** The same address in any notation, not only the same /64. */
function isSame(one: string, other: string): boolean {
  return plainAddress(one)?.value === plainAddress(other)?.value
}

/** What is remembered of an address, and for how long. */
export interface Remembered {
  keyOf: (address: string) => string | null
  keptMs: number
  /** The key of a record that serves as well, if it is as new and of the same address. */
  elseKeyOf?: (address: string) => string | null
}

const relayTests: Remembered = { keyOf: relayKey, keptMs: keptForMs }

/** What an address offers: ten minutes. A relay test shows it too. */
export const rememberedOffers: Remembered = { keyOf: offersKey, keptMs: offersKeptForMs, elseKeyOf: relayKey }

/**
 * Tests each host once in six hours, or as `remembered` says, and returns that report until then. A suspicion becomes a finding only through a
 * second test (`confirmed`). Concurrent callers share one test; a caller that gives up (`signal`) does not cancel it.
 * Never rejects: if the memory fails, nothing is tested, and `onError` gets the error.
 */
export function rememberingProbe(
  probe: RelayProbe,
  memory: RelayMemory,
  now: () => Date,
  onError: (error: unknown) => void = () => {},
  { keyOf, keptMs, elseKeyOf }: Remembered = relayTests,
): RelayProbe {
  const reportElsewhere = async (address: string, at: Date): Promise<MailHostReport | null> => {
    const key = elseKeyOf?.(address) ?? null
    const record = key === null ? null : await memory.get(key)
    if (record === null || !isKept(record, at, keptMs) || !isSame(record.report.address, address)) return null
    return record.report
  }

  const running = new Map<string, Promise<MailHostReport>>()

  const tested = async (key: string, target: RelayTarget): Promise<MailHostReport> => {
    const started = now()
    const record = await memory.get(key)
    if (record !== null && isKept(record, started, keptMs)) return record.report
    const other = await reportElsewhere(target.address, started)
    if (other !== null) return other
    if (!(await memory.claim(key, started, new Date(started.getTime() + claimMs)))) {
      return untouched(target, started, {
        reason: 'Another test of this server is still running.',
        failure: 'cancelled',
      })
    }
    try {
      // The previous holder of the claim may have stored a record meanwhile.
      const newer = await memory.get(key)
      if (newer !== null && isKept(newer, started, keptMs)) return newer.report
      const report = await probe.probe(target)
      // A test that was interrupted by the end of the program must not count for six hours.
      if (!report.contacted || report.undecided === 'cancelled') return report
      const next = confirmed(newer !== null && isSame(newer.report.address, report.address) ? newer : null, report)
      await memory.put(key, next)
      return next.report
    } finally {
      await memory.release(key)
    }
  }

  return {
    async probe(target, signal) {
      const key = keyOf(target.address)
      if (key === null) return untouched(target, now(), { reason: 'This is not an IP address.' })
      let test = running.get(key)
      if (test === undefined) {
        test = tested(key, target)
          .catch((error: unknown) => {
            onError(error)
            return untouched(target, now(), { reason: 'An internal error stopped the test.', failure: 'internal' })
          })
          .finally(() => running.delete(key))
        running.set(key, test)
      }
      return asSeenBy(await unlessGivenUp(test, target, now, signal), target, now())
    },
  }
}

/** Waits for the report; returns a cancelled one when the signal fires first. */
async function unlessGivenUp(
  test: Promise<MailHostReport>,
  target: RelayTarget,
  now: () => Date,
  signal: Signal | undefined,
): Promise<MailHostReport> {
  if (signal === undefined) return await test
  const givenUp = Promise.withResolvers<MailHostReport>()
  const give = () =>
    givenUp.resolve(untouched(target, now(), { reason: 'The scan ended before the test did.', failure: 'cancelled' }))
  signal.addEventListener('abort', give, { once: true })
  if (signal.aborted) give()
  const report = await Promise.race([test, givenUp.promise])
  signal.removeEventListener('abort', give)
  return report
}

/**
 * The report for another host name at the same address. A server may show a different certificate for another name, so
 * only one that includes this host counts. A neighbor in the same /64 says nothing about this host.
 */
function asSeenBy(report: MailHostReport, target: RelayTarget, at: Date): MailHostReport {
  const { host, address } = target
  if (!isSame(report.address, address)) {
    const reason = `Not tested. Within six hours we test only one address of a /64 network, and that was ${report.address}.`
    return untouched(target, at, { reason, failure: 'rate-limited' })
  }
  if (report.host === host) return report
  const { tls, transcript, earlier } = report
  const question = smtpQuestion(host, report.address)
  const covering = tls !== null && coversHost(tls.certificate, host) ? tls : null
  return {
    ...report,
    host,
    tls: covering && {
      ...covering,
      certificate: { ...covering.certificate, problem: certificateProblem(covering.certificate, host, at) },
    },
    transcript: { ...transcript, id: `SMTP ${question.name}`, question },
    ...(earlier !== undefined && { earlier: earlierSession(earlier, { host, address: report.address }) }),
  }
}

/** A memory for one process: for the command line and for tests. Keeps the newest thousand hosts. */
export function inMemoryRelayMemory(): RelayMemory {
  const records = new Map<string, RelayRecord>()
  const claims = new Map<string, number>()
  return {
    get: key => Promise.resolve(records.get(key) ?? null),
    put(key, record) {
      records.delete(key)
      records.set(key, record)
      const [oldest] = records.keys()
      if (records.size > 1000 && oldest !== undefined) records.delete(oldest)
      return Promise.resolve()
    },
    claim(key, now, until) {
      if ((claims.get(key) ?? 0) > now.getTime()) return Promise.resolve(false)
      claims.set(key, until.getTime())
      return Promise.resolve(true)
    },
    release(key) {
      claims.delete(key)
      return Promise.resolve()
    },
  }
}

import { fromKeptAnswers, type KeptAnswers, keepingAnswers, noAnswers, type OpenedDns } from '@waxseal/scanner'

/** After so many scans of a name in an hour its answers are kept: soon others may need them. */
const keptFrom = 5
const hourMs = 3_600_000
/** All kept answers together; the oldest go first. */
const octetsMax = 32 * 1024 * 1024

/** The DNS of one scan. */
interface ScanDns {
  dns: OpenedDns
  /** When its answers were asked for, if for another scan (ISO 8601, UTC); null: for this one. */
  answersFrom: string | null
  /** The scan has ended: from now on others may have its answers. */
  ended: () => void
}

/**
 * The DNS answers that scans of one name share in this process. What a workspace has of its own (plan, lists, selectors,
 * decisions) is applied to them as to any. Only those of a scan that has ended are shared: with half of them the rest could not
 * be checked.
 */
export function sharedAnswers(dns: OpenedDns, now: () => Date): (name: string, shares: boolean) => ScanDns {
  const scans = new Map<string, number>()
  let windowStart = 0
  const kept = new Map<string, KeptAnswers>()

  function count(name: string): number {
    const at = now().getTime()
    if (Math.abs(at - windowStart) >= hourMs) {
      scans.clear()
      windowStart = at
    }
    const n = (scans.get(name) ?? 0) + 1
    scans.set(name, n)
    return n
  }

  function forgetOld(): void {
    const oldest = now().getTime() - hourMs
    let octets = 0
    for (const [name, answers] of [...kept].toReversed()) {
      octets += answers.octets
      if (Date.parse(answers.at) <= oldest || octets > octetsMax) kept.delete(name)
    }
  }

  return (name, shares) => {
    forgetOld()
    const known = kept.get(name)
    if (shares && known !== undefined) {
      return { dns: fromKeptAnswers(dns, known, now), answersFrom: known.at, ended: () => {} }
    }
    if (count(name) < keptFrom && !shares) return { dns, answersFrom: null, ended: () => {} }
    const fresh = noAnswers(now())
    return {
      dns: keepingAnswers(dns, fresh),
      answersFrom: null,
      ended: () => {
        kept.delete(name)
        kept.set(name, fresh)
        forgetOld()
      },
    }
  }
}

import { checkIds, identityKey } from '@waxseal/core/check'
import { regainedBy, type ScanResult } from '@waxseal/core/health'
import { includedDomains } from '@waxseal/core/spf'
import type { Deps } from '../../deps.ts'
import { unpackDocument } from './document.ts'
import {
  type Kept,
  keptScan,
  lockedWorkspace,
  newestDocument,
  replaceFindings,
  unfilledDomains,
} from './finding-store.ts'
import { keptFactsOf } from './kept-facts.ts'

/** At most so many hosts of each kind are kept, which bounds what a hostile zone can store. */
const hostsMax = 100

/**
 * Keeps what the newest scan of a domain found. It reads the newest document and not the scan that an event names: an
 * event that comes twice, or after the event of a newer scan, leaves the same rows. The domain is locked only while the
 * rows are written, not while the document is unpacked.
 *
 * @throws {UnreadableDocument} when a newer version of the program wrote the document, or it is damaged
 */
export async function keepFindings({ store, build }: Pick<Deps, 'store' | 'build'>, domainId: string): Promise<void> {
  const document = await newestDocument(store.db, domainId)
  if (document === undefined) return
  const { finishedAt } = document
  const result = await unpackDocument(document).catch((cause: unknown) => {
    throw new UnreadableDocument(domainId, cause)
  })
  const kept = { finishedAt, ...keptOf(result, build) }
  await store.transaction(async tx => {
    const workspaceId = await lockedWorkspace(tx, domainId)
    if (workspaceId === undefined) return
    // A newer scan may have been stored and kept since this one was read.
    const stored = await keptScan(tx, domainId)
    if (stored !== undefined && stored > finishedAt) return
    await replaceFindings(tx, { workspaceId, domainId }, kept)
  })
}

class UnreadableDocument extends Error {
  constructor(domainId: string, cause: unknown) {
    super(`the newest stored scan of the domain ${domainId} cannot be read`, { cause })
  }
}

/**
 * Fills in the domains whose newest scan has no stored findings, one batch a job: after an upgrade all of them, else those
 * whose event was lost. A job that ends halfway leaves the rest to the next one. It skips documents that cannot be read.
 *
 * @param unreadable the domains whose document could not be read before: each is logged once
 * @param batch domains of one job; the next job goes on after them
 */
export async function fillFindings(
  deps: Pick<Deps, 'store' | 'build' | 'queue' | 'log'>,
  { after }: { after?: string | undefined },
  signal: AbortSignal,
  unreadable: Set<string> = new Set(),
  batch = 100,
): Promise<void> {
  const domainIds = await unfilledDomains(deps.store.db, { after, limit: batch })
  for (const domainId of domainIds) {
    signal.throwIfAborted()
    try {
      await keepFindings(deps, domainId)
    } catch (cause) {
      if (!(cause instanceof UnreadableDocument)) throw cause
      if (!unreadable.has(domainId))
        deps.log.warn({ err: cause, domainId }, 'the findings of a stored scan cannot be read')
      unreadable.add(domainId)
    }
  }
  const last = domainIds.at(-1)
  if (domainIds.length === batch && last !== undefined) {
    await deps.queue.send('findings.fill', { after: last }, { key: 'next' })
  }
}

function keptOf(result: ScanResult, build: Deps['build']): Omit<Kept, 'finishedAt'> {
  return {
    findings: findingsOf(result),
    hosts: hostsOf(result),
    unchecked: uncheckedIn(result),
    ...keptFactsOf(result, build),
  }
}

/** Each finding with what it costs in the score, and what the score regains without all of its kind. */
function findingsOf(result: ScanResult): Kept['findings'] {
  const { findings, deductions, score } = result
  const regained = regainedBy(result)
  const costs = new Map(deductions.map(line => [identityKey({ id: line.finding, subject: line.subject }), line.points]))
  const kept = new Map<string, Kept['findings'][number]>()
  for (const finding of findings) {
    const key = identityKey(finding)
    const { id, subject } = finding
    kept.set(key, { id, subject: subject ?? '', points: costs.get(key) ?? 0, regains: regained.get(id) ?? 0, score })
  }
  return [...kept.values()]
}

/**
 * The checks that were asked and got no answer, or too few to say anything. One that is switched off, or newer than the
 * scan, was not asked.
 */
function uncheckedIn({ sections, basis }: ScanResult): Kept['unchecked'] {
  return checkIds.filter(check => {
    const section = sections[check]
    return section.ran ? basis.unchecked.includes(check) : section.reason !== 'not-asked'
  })
}

/**
 * The hosts of what could be asked. An SPF tree with a part missing does not say what left it, and of several records
 * none is evaluated.
 */
function hostsOf({ sections: { mx, spf } }: ScanResult): Kept['hosts'] {
  const hosts: Kept['hosts'] = {}
  if (mx.ran) hosts.mx = few(mx.value.hosts.flatMap(({ host, state }) => (state === 'null' ? [] : [host])))
  if (spf.ran && spf.value.tree?.complete !== false && spf.value.records.length < 2) {
    hosts.spf = few(spf.value.tree === null ? [] : includedDomains(spf.value.tree))
  }
  return hosts
}

function few(hosts: readonly string[]): string[] {
  return [...new Set(hosts.map(host => host.toLowerCase()))].slice(0, hostsMax)
}

import type { ChangeWords } from './change.ts'
import { differenceOf, listed, plural } from './sentence.ts'

interface Server {
  host: string
  priority: number
}

/** The null MX (RFC 7505) names no server: a domain that changes to it lost all of them. */
export function mxWords(before: readonly string[], after: readonly string[]): ChangeWords {
  const [was, is] = [serversOf(before), serversOf(after)]
  if (after.length === 0) {
    const description = was.length === 0 ? 'Null MX removed' : `All mail servers removed: ${named(was)}`
    return { verb: 'removed', effect: 'broken', description }
  }
  if (before.length === 0) {
    const description =
      is.length === 0
        ? 'Null MX added: the domain accepts no mail'
        : `Mail ${plural(is.length, 'server')} added: ${named(is)}`
    return { verb: 'added', effect: 'neutral', description }
  }
  if (is.length === 0) {
    const description = `Null MX replaced ${was.length === 1 ? 'the mail server' : 'all mail servers'}: the domain accepts no mail`
    return { verb: 'modified', effect: 'broken', description }
  }
  if (was.length === 0) {
    const description = `Mail ${plural(is.length, 'server')} replaced the null MX: ${named(is)}`
    return { verb: 'modified', effect: 'broken', description }
  }
  const hadNull = was.length < before.length
  if (hadNull !== is.length < after.length && isAsBefore(was, is)) {
    const servers = `the mail ${plural(is.length, 'server')}`
    return hadNull
      ? { verb: 'modified', effect: 'better', description: `Null MX beside ${servers} removed` }
      : {
          verb: 'modified',
          effect: 'risk',
          description: `Null MX added beside ${servers}, so some senders may not deliver`,
        }
  }
  return betweenServers(was, is)
}

function isAsBefore(was: readonly Server[], is: readonly Server[]): boolean {
  return was.length === is.length && was.every(old => is.some(server => isSame(old, server)))
}

function betweenServers(was: readonly Server[], is: readonly Server[]): ChangeWords {
  const { added, removed } = differenceOf(hostsOf(was), hostsOf(is))
  const newcomers = is.filter(({ host }) => added.includes(host))
  const gone = was.filter(({ host }) => removed.includes(host))
  if (removed.length === hostsOf(was).length) {
    const description = `All mail servers replaced: now ${named(is)}`
    return { verb: 'modified', effect: 'broken', description }
  }
  if (gone.length > 0) {
    const description =
      newcomers.length === 0
        ? `Mail ${plural(gone.length, 'server')} removed: ${named(gone)}`
        : `Mail servers changed: ${named(newcomers, 1)} added, ${named(gone, 1)} removed`
    return { verb: 'modified', effect: 'risk', description }
  }
  const kept = is.filter(({ host }) => !added.includes(host))
  const isSameOrder = orderOf(was) === orderOf(kept)
  if (newcomers.length === 0) {
    const moved = movedWords(was, kept)
    return isSameOrder
      ? { verb: 'modified', effect: 'neutral', description: `${moved}, same order` }
      : { verb: 'modified', effect: 'risk', description: moved }
  }
  const [first, others] = [lowest(newcomers), lowest(kept)]
  // Senders try the lowest number first, and share it out where several have it (RFC 5321 section 5.1). So this server gets
  // mail that the others got.
  if (first <= others) {
    const beside = firstOf(kept).length === 1 ? 'beside the first one' : 'beside the first ones'
    const what = first < others ? 'New first mail server' : `New mail server ${beside}`
    return { verb: 'modified', effect: 'risk', description: `${what}: ${named(newcomers, 1)}` }
  }
  if (!isSameOrder) {
    const description = `${movedWords(was, kept)}, and ${named(newcomers, 1)} added`
    return { verb: 'modified', effect: 'risk', description }
  }
  const description = `Mail ${plural(newcomers.length, 'server')} added: ${named(newcomers)}`
  return { verb: 'added', effect: 'neutral', description }
}

/** How the same servers have changed their order. */
function movedWords(was: readonly Server[], is: readonly Server[]): string {
  const [before, after] = [firstOf(was), firstOf(is)]
  const { added, removed } = differenceOf(before, after)
  if (added.length > 0 || removed.length > 0) {
    if (before.length === 1 && after.length === 1) {
      return `First mail server changed from ${listed(before)} to ${listed(after)}`
    }
    return after.length === 1
      ? `First mail server is now ${listed(after)}`
      : `First mail servers are now ${listed(after)}`
  }
  const [moved, another] = movedOf(was, is)
  if (moved === undefined || another !== undefined) return 'Mail server priorities changed'
  return `Priority of mail server ${listed([moved.host])} changed from ${prioritiesOf(was).get(moved.host)} to ${moved.priority}`
}

/**
 * The hosts in the order in which senders try them, those of one priority together. The numbers have no other meaning, nor has
 * a host that is named again behind itself (RFC 5321 section 5.1).
 */
function orderOf(servers: readonly Server[]): string {
  const groups = Map.groupBy(prioritiesOf(servers), ([, priority]) => priority)
  return [...groups]
    .toSorted(([one], [other]) => one - other)
    .map(([, hosts]) =>
      hosts
        .map(([host]) => host)
        .toSorted()
        .join(' '),
    )
    .join(', ')
}

function isSame(one: Server, other: Server): boolean {
  return one.host === other.host && one.priority === other.priority
}

/** The servers that senders try earlier or later than before. Of one that is named several times the first place counts. */
function movedOf(was: readonly Server[], is: readonly Server[]): readonly Server[] {
  const [before, after] = [prioritiesOf(was), prioritiesOf(is)]
  return is.filter(({ host, priority }) => priority === after.get(host) && priority !== before.get(host))
}

/** The hosts that senders try first. */
function firstOf(servers: readonly Server[]): readonly string[] {
  const first = lowest(servers)
  return hostsOf(servers.filter(({ priority }) => priority === first))
}

/** The lowest priority of each host, of servers in their order. */
function prioritiesOf(servers: readonly Server[]): ReadonlyMap<string, number> {
  return new Map(servers.toReversed().map(({ host, priority }) => [host, priority]))
}

function lowest(servers: readonly Server[]): number {
  return Math.min(...servers.map(({ priority }) => priority))
}

function serversOf(values: readonly string[]): readonly Server[] {
  return values
    .map(value => ({ priority: Number(value.split(' ')[0]), host: value.split(' ')[1] ?? '.' }))
    .filter(({ host }) => host !== '.')
    .toSorted((one, other) => one.priority - other.priority)
}

function hostsOf(servers: readonly Server[]): readonly string[] {
  return [...new Set(servers.map(({ host }) => host))]
}

function named(servers: readonly Server[], most = 2): string {
  const texts = servers.map(({ host, priority }) => `${listed([host])} (priority ${priority})`)
  return listed(texts, most)
}

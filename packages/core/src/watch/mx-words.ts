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
    return { verb: 'removed', severity: 'critical', description }
  }
  if (before.length === 0) {
    const description =
      is.length === 0
        ? 'Null MX added: the domain accepts no mail'
        : `Mail ${plural(is.length, 'server')} added: ${named(is)}`
    return { verb: 'added', severity: 'info', description }
  }
  if (is.length === 0) {
    const description = `Null MX replaced ${was.length === 1 ? 'the mail server' : 'all mail servers'}: the domain accepts no mail`
    return { verb: 'modified', severity: 'critical', description }
  }
  if (was.length === 0) {
    const description = `Mail ${plural(is.length, 'server')} replaced the null MX: ${named(is)}`
    return { verb: 'modified', severity: 'critical', description }
  }
  return betweenServers(was, is)
}

function betweenServers(was: readonly Server[], is: readonly Server[]): ChangeWords {
  const { added, removed } = differenceOf(hostsOf(was), hostsOf(is))
  const newcomers = is.filter(({ host }) => added.includes(host))
  const gone = was.filter(({ host }) => removed.includes(host))
  if (removed.length === hostsOf(was).length) {
    const description = `All mail servers replaced: now ${named(is)}`
    return { verb: 'modified', severity: 'critical', description }
  }
  if (gone.length > 0) {
    const description =
      newcomers.length === 0
        ? `Mail ${plural(gone.length, 'server')} removed: ${named(gone)}`
        : `Mail servers changed: ${named(newcomers, 1)} added, ${named(gone, 1)} removed`
    return { verb: 'modified', severity: 'warning', description }
  }
  const [moved] = is.filter(({ host, priority }) => was.every(old => old.host !== host || old.priority !== priority))
  if (newcomers.length > 0) {
    // Senders try the lowest number first, so this server gets the mail that the others got.
    const isFirst = Math.min(...newcomers.map(byPriority)) < Math.min(...was.map(byPriority))
    if (isFirst) {
      return { verb: 'modified', severity: 'warning', description: `New first mail server: ${named(newcomers, 1)}` }
    }
    const description = `Mail ${plural(newcomers.length, 'server')} added: ${named(newcomers)}`
    return { verb: 'added', severity: 'info', description }
  }
  const old = was.find(({ host }) => host === moved?.host)
  const description =
    moved === undefined || old === undefined
      ? 'Mail server priorities changed'
      : `Priority of mail server ${listed([moved.host])} changed from ${old.priority} to ${moved.priority}`
  return { verb: 'modified', severity: 'warning', description }
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

function byPriority({ priority }: Server): number {
  return priority
}

function named(servers: readonly Server[], most = 2): string {
  const texts = servers.map(({ host, priority }) => `${listed([host])} (priority ${priority})`)
  return listed(texts, most)
}

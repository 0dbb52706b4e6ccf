import type { checkRecordRoute } from '@waxseal/contract/routes'
import { afterCaches, checkAgainSoon, couldNotBeChecked } from '@waxseal/core/check'
import type { Reply } from '../../lib/api.ts'

export type Checked = Reply<typeof checkRecordRoute>
export type ServerView = Checked['servers'][number]

interface CheckWords {
  title: string
  /** What to do next. */
  advice: string
}

/** What a check found, and what to do. */
export function checkWords({ state, servers, asked, reason, name }: Checked, kind: 'SPF' | 'DMARC'): CheckWords {
  const answered = servers.filter(server => server.state !== 'could_not_check')
  const live = servers.filter(server => server.state === 'live').length
  const where = asked === 'resolvers' ? 'at your resolvers' : 'on your name servers'
  switch (state) {
    case 'live':
      return asked === 'resolvers'
        ? { title: 'The record is live', advice: 'Your resolvers return exactly this record.' }
        : {
            title: `The record is live on ${liveOn(live, servers.length)}`,
            advice: answered.length < servers.length ? 'The others did not answer.' : afterCaches,
          }
    case 'partly':
      return {
        title: `${live} of ${answered.length} name servers ${live === 1 ? 'has' : 'have'} the record`,
        advice: `DNS providers update their servers one after another. ${checkAgainSoon}`,
      }
    case 'different':
      return {
        title: `Another ${kind} record is published ${where}`,
        advice: 'Replace it with the record above, then check again.',
      }
    case 'several':
      return {
        title: `${most(servers)} ${kind} records are published ${where}`,
        advice: 'Keep only the record above and delete the others, then check again.',
      }
    case 'missing':
      return {
        title: `No ${kind} record ${where} yet`,
        advice: `We looked up ${name}. Check the hostname at your DNS provider. ${checkAgainSoon}`,
      }
    default:
      return {
        title: 'The record could not be checked',
        advice: `${sentence(reason ?? servers.find(server => server.reason !== null)?.reason)} Your record may still be live.`,
      }
  }
}

function liveOn(live: number, servers: number): string {
  if (servers === 1) return 'your name server'
  if (live < servers) return `${live} of ${servers} name servers`
  return servers === 2 ? 'both name servers' : `all ${servers} name servers`
}

function most(servers: readonly ServerView[]): number {
  return Math.max(2, ...servers.filter(({ state }) => state === 'several').map(({ found }) => found.length))
}

function sentence(reason: string | null | undefined): string {
  if (reason == null) return 'No name server answered.'
  return `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`
}

/** The records to show beside the wanted one: each once, of servers that do not have exactly the wanted one. */
export function othersOf({ servers }: Checked): readonly string[] {
  const found = servers.filter(({ state }) => state === 'different' || state === 'several').flatMap(each => each.found)
  return [...new Set(found)]
}

const stateWords: Record<ServerView['state'], string> = {
  live: 'has the record',
  different: 'has another record',
  several: 'has several records',
  missing: 'has no record',
  could_not_check: couldNotBeChecked,
}

/** The answer of one server, after its name. */
export function serverWords({ state, reason }: ServerView): string {
  return reason === null ? stateWords[state] : `${stateWords[state]}: ${reason}`
}

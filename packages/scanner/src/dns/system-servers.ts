import { getServers } from 'node:dns'
import { parseServer, serverName } from './server-address.ts'

/** The resolvers that this machine is configured with, as `address:port`, in order. */
export function systemServers(): string[] {
  return getServers().flatMap(text => {
    const server = parseServer(text)
    return server === null ? [] : [serverName(server)]
  })
}

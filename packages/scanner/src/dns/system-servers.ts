import { getServers } from 'node:dns'
import { parseServer, serverName } from './server-address.ts'

/** The resolvers this machine is set up with, as `address:port`, in their order. */
export function systemServers(): string[] {
  return getServers().flatMap(text => {
    const server = parseServer(text)
    return server === null ? [] : [serverName(server)]
  })
}

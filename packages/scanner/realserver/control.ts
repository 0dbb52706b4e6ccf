import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

const protocols = { nsd: 'NSDCT1', unbound: 'UBCT1' } as const

/**
 * Gives a running server a command, as nsd-control and unbound-control do, over its socket: starting those programs costs
 * many times what the command does.
 *
 * @param socket the path of the server's control socket, which uses no certificates
 * @throws Error with the server's answer when it refuses
 */
export async function control(server: keyof typeof protocols, socket: string, command: string): Promise<void> {
  const connection = connect(socket)
  await once(connection, 'connect')
  connection.write(`${protocols[server]} ${command}\n`)
  const answer = await text(connection)
  if (answer.startsWith('error')) throw new Error(`${server} to "${command}": ${answer}`)
}

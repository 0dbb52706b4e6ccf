import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A server on the loopback that does what a test scripts, byte by byte. */
export interface RawServer {
  port: number
  /** Everything clients sent, in order. */
  readonly received: string
  readonly connections: number
  /** Resolves when every client is gone and all their data was read. */
  idle(): Promise<void>
  close(): void
}

/** `talk` gets each connection. Errors on it are caused by the test. */
export async function rawServer(talk: (socket: Socket) => void): Promise<RawServer> {
  let received = ''
  let connections = 0
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', chunk => (received += chunk.toString('latin1')))
    talk(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    get received() {
      return received
    },
    get connections() {
      return connections
    },
    async idle() {
      for (const socket of sockets) if (!socket.closed) await once(socket, 'close').catch(() => {})
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/**
 * A server that greets and replies to each command, by its whole text or its first word. It sends `250 OK` to commands
 * without an entry, and nothing for `null`. After it accepts STARTTLS it keeps silent: a TLS handshake contains no
 * command line, whatever its bytes are.
 */
export function answering(answers: Readonly<Record<string, string | null>>): (socket: Socket) => void {
  return socket => {
    const say = (text: string | null) => text !== null && socket.write(text.endsWith('\n') ? text : `${text}\r\n`)
    say(answers['greeting'] === undefined ? '220 mx1.example.com ESMTP' : answers['greeting'])
    let line = ''
    let inClear = true
    socket.on('data', chunk => {
      if (!inClear) return
      const lines = (line + chunk.toString('latin1')).split('\r\n')
      line = lines.pop() ?? ''
      for (const command of lines) {
        const [word = ''] = command.split(/[ :]/)
        const answer = answers[command] ?? answers[word]
        say(answer === undefined ? (word === 'QUIT' ? '221 Bye' : '250 OK') : answer)
        if (word === 'QUIT') socket.end()
        if (word === 'STARTTLS') inClear = answer?.startsWith('220') !== true
      }
    })
  }
}

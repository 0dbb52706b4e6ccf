import { mkdirSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import type { Logger } from 'pino'
import { type OperatorReply, type OperatorRequest, operatorReply, operatorRequest } from './operator-messages.ts'

/** In characters: a request is a few words; a reply may name every account of a large installation. */
const longest = { request: 64 * 1024, reply: 256 * 1024 * 1024 }

/** The socket of a running server for operator's commands; only its own user and root may open it. */
const controlPath = (dataDir: string): string => join(dataDir, 'control.sock')

/** A backup whose reader takes nothing for this long is given up, because it holds a transaction open. */
const backupStallMs = 60_000

interface Operator {
  execute(request: OperatorRequest): Promise<OperatorReply>
  /** Writes a backup and ends the destination. */
  backup(options: { withSecrets: boolean }, to: Writable): Promise<void>
}

/**
 * Listens for the operator's commands. A server that cannot (the path is too long for a socket, another server has it)
 * logs that and runs on; the commands then report the problem.
 */
export async function listenForOperator(
  dataDir: string,
  log: Logger,
  operator: Operator,
): Promise<{ close(): Promise<void> }> {
  const path = controlPath(dataDir)
  if (await answers(path)) {
    log.warn({ path }, 'another server already uses this control socket')
    return { close: async () => {} }
  }
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    void converse(socket, log, operator)
  })
  const listening = await listen(server, path, dataDir).catch((error: unknown) => {
    log.warn({ err: error, path }, 'the control socket could not be opened')
    return false
  })
  return {
    async close() {
      for (const socket of sockets) socket.destroy()
      if (listening) await new Promise(resolve => server.close(resolve))
    },
  }
}

async function answers(path: string): Promise<boolean> {
  const socket = await connect(path)
  socket?.destroy()
  return socket !== null
}

function listen(server: Server, path: string, folder: string): Promise<true> {
  return new Promise((resolve, reject) => {
    mkdirSync(folder, { recursive: true })
    rmSync(path, { force: true })
    server.once('error', reject)
    // This call creates the socket file; with this mask no other user can ever open it.
    const mask = process.umask(0o177)
    try {
      server.listen(path, () => resolve(true))
    } finally {
      process.umask(mask)
    }
  })
}

async function converse(socket: Socket, log: Logger, operator: Operator): Promise<void> {
  socket.on('error', () => socket.destroy())
  const line = await readLine(socket, longest.request)
  if (line === null) return void socket.destroy()
  try {
    const request = operatorRequest.safeParse(parsed(line))
    if (!request.success) return say(socket, { ok: false, message: 'The running server does not know this command.' })
    if (request.data.command !== 'backup') return say(socket, await operator.execute(request.data))
    socket.setTimeout(backupStallMs, () => socket.destroy(new Error('the reader of the backup has stalled')))
    await operator.backup(request.data, socket)
  } catch (error) {
    log.error({ err: error }, 'an operator command failed')
    say(socket, { ok: false, message: 'The command failed. The server log shows the reason.' })
  }
}

function say(socket: Socket, reply: OperatorReply): void {
  if (socket.writable) socket.end(`${JSON.stringify(reply)}\n`)
}

/** Whether a server runs on this data. */
export async function isServing(dataDir: string): Promise<boolean> {
  return answers(controlPath(dataDir))
}

/**
 * A backup from the running server, as its bytes; null when none listens.
 *
 * @throws with the server's words when it makes none
 */
export async function askForBackup(dataDir: string, withSecrets: boolean): Promise<Readable | null> {
  const socket = await connect(controlPath(dataDir))
  if (socket === null) return null
  const bytes = socket.pipe(new PassThrough())
  socket.once('error', error => bytes.destroy(error))
  socket.write(`${JSON.stringify({ command: 'backup', withSecrets } satisfies OperatorRequest)}\n`)
  await new Promise(resolve => bytes.once('readable', resolve).once('close', resolve))
  const first = bytes.read() as Buffer | null
  if (first === null) throw new Error('The running server did not answer.')
  // A backup is compressed; words are JSON.
  if (first[0] === 0x7b) {
    const reply = operatorReply.safeParse(parsed(String(first)))
    throw new Error(reply.data?.ok === false ? reply.data.message : 'The running server did not answer.')
  }
  bytes.unshift(first)
  return bytes
}

/** Sends a request to the running server; null when none listens. */
export async function askServer(dataDir: string, request: OperatorRequest): Promise<OperatorReply | null> {
  const socket = await connect(controlPath(dataDir))
  if (socket === null) return null
  socket.write(`${JSON.stringify(request)}\n`)
  const line = await readLine(socket, longest.reply)
  socket.destroy()
  const reply = operatorReply.safeParse(line === null ? null : parsed(line))
  return reply.success ? reply.data : { ok: false, message: 'The running server did not answer.' }
}

function connect(path: string): Promise<Socket | null> {
  return new Promise(resolve => {
    const socket = createConnection(path)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(null))
  })
}

/** The first line; null when the other side ends, fails or sends too much before a complete line. */
function readLine(socket: Socket, max: number): Promise<string | null> {
  return new Promise(resolve => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      const end = chunk.indexOf('\n')
      text += end >= 0 ? chunk.slice(0, end) : chunk
      if (end >= 0) resolve(text)
      else if (text.length > max) resolve(null)
    })
    socket.once('close', () => resolve(null))
  })
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

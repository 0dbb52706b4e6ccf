import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { decode, encode } from 'dns-packet'

/** A server process of the lab, in the foreground, which ends with the lab. */
export interface Daemon {
  name: string
  stop(): Promise<void>
}

/** Debian installs servers in folders that an ordinary user's PATH lacks. */
const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }

/**
 * Starts a program and waits until `ready` is true.
 *
 * @param log file for its output
 * @throws Error with that output when the program ends first, or is not ready within ten seconds
 */
export async function startDaemon(
  command: readonly [string, ...string[]],
  log: string,
  ready: () => Promise<boolean>,
): Promise<Daemon> {
  const [program, ...args] = command
  const out = openSync(log, 'w')
  const child = spawn(program, args, { stdio: ['ignore', out, out], env })
  closeSync(out)
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`${program} ended with ${code}: ${readFileSync(log, 'utf8')}`)))
  })
  failed.catch(() => {})
  const daemon = { name: program, stop: () => stop(child) }
  try {
    await Promise.race([failed, answering(ready, program)])
  } catch (error) {
    await daemon.stop()
    throw error
  }
  return daemon
}

async function answering(ready: () => Promise<boolean>, program: string): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; ) {
    if (await ready()) return
  }
  throw new Error(`${program} did not answer within 10 s`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const late = new AbortController()
  void pause(3000, undefined, { signal: late.signal }).then(
    () => child.kill('SIGKILL'),
    () => {},
  )
  await gone
  late.abort()
}

/**
 * The serial of a zone at one server; null without such an answer within 50 ms. The lab waits for a serial to know that
 * a server is up and that a change has arrived.
 */
export async function serialAt(address: string, zone: string): Promise<number | null> {
  const socket = createSocket('udp4')
  const question = encode({ type: 'query', id: 4711, flags: 0x0100, questions: [{ type: 'SOA', name: zone }] })
  try {
    socket.send(question, 53, address)
    const [message] = (await once(socket, 'message', { signal: AbortSignal.timeout(50) })) as [Buffer]
    const soa = decode(message).answers?.find(record => record.type === 'SOA')
    return soa?.type === 'SOA' ? (soa.data.serial ?? null) : null
  } catch {
    return null
  } finally {
    socket.close()
  }
}

/** Other SPF evaluators, each as one long-lived process with one JSON object per line. */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

export const peerNames = ['pyspf', 'Mail::SPF', 'mailauth'] as const
export type PeerName = (typeof peerNames)[number]

export interface PeerQuery {
  ip: string
  sender: string
  helo: string
}

export interface PeerVerdict {
  /** One of RFC 7208's seven results, or `crash`. */
  result: string
  /** The domain's explanation for a refused sender; null when it is the evaluator's own text. */
  explanation: string | null
  /** The cause of an error, in the peer's words. */
  problem: string | null
}

/** The records of one name in the form for the peers. */
export interface AnswerData {
  A?: string[]
  AAAA?: string[]
  CNAME?: string[]
  PTR?: string[]
  MX?: [preference: number, exchange: string][]
  /** Each record as its strings; each character is one byte. */
  TXT?: string[][]
  /** Every query for this name fails. */
  fail?: string
}

export interface Peer {
  evaluate(query: PeerQuery): Promise<PeerVerdict>
  /** Makes the peer answer its lookups from these records instead of DNS. */
  hold(zone: Readonly<Record<string, AnswerData>>): Promise<void>
  /** The milliseconds of these evaluations, repeated this many times, measured in the peer's own process. */
  time(queries: readonly PeerQuery[], rounds: number): Promise<{ ms: number; results: string[] }>
  /** Sends any message to a peer that supports more. */
  ask<Reply>(message: object): Promise<Reply>
  close(): Promise<void>
}

/** The missing Debian packages of the peers. */
export function missingPeers(): string[] {
  const missing: string[] = []
  if (!works('/usr/bin/python3', '-c', 'import spf, DNS')) missing.push('python3-spf')
  if (!works('/usr/bin/perl', '-e', 'use Mail::SPF; use Net::DNS;')) missing.push('libmail-spf-perl')
  return missing
}

function works(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

const commands: Record<PeerName, readonly [string, ...string[]]> = {
  // Debian's own interpreters, which have Debian's modules, whatever the PATH says.
  pyspf: ['/usr/bin/python3', '-W', 'ignore', join(import.meta.dirname, 'pyspf.py')],
  'Mail::SPF': ['/usr/bin/perl', join(import.meta.dirname, 'mail-spf.pl')],
  mailauth: [process.execPath, join(import.meta.dirname, 'mailauth.ts')],
}

/** Starts a peer that uses the name server at this address (port 53). */
export function startPeer(name: PeerName, server: string): Peer {
  return peerOf(name, [...commands[name], server])
}

/** Starts any command that uses the peers' protocol. */
export function peerOf(name: string, command: readonly [string, ...string[]]): Peer {
  const [program, ...args] = command
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting: { resolve: (line: string) => void; reject: (error: Error) => void }[] = []
  let ended: Error | null = null
  const end = (error: Error): void => {
    ended ??= error
    for (const { reject } of waiting.splice(0)) reject(ended)
  }
  child.on('error', end)
  child.on('exit', code => end(new Error(`${name} ended with ${code}`)))
  child.stdin.on('error', end)
  createInterface({ input: child.stdout }).on('line', line => waiting.shift()?.resolve(line))

  const ask = async <Reply>(message: object): Promise<Reply> => {
    if (ended) throw ended
    const line = await new Promise<string>((resolve, reject) => {
      waiting.push({ resolve, reject })
      child.stdin.write(`${JSON.stringify(message)}\n`)
    })
    return JSON.parse(line) as Reply
  }
  return {
    ask,
    evaluate: ask<PeerVerdict>,
    hold: async zone => {
      await ask({ zone })
    },
    time: async (queries, rounds) => await ask({ time: queries, rounds }),
    async close() {
      if (ended) return
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}

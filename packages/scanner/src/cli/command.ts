import type { Paint } from '../paint.ts'
import type { OpenedDns } from '../scan-dns.ts'
import { type ArgSpec, checkArgs, type Values } from './arguments.ts'

/**
 * One command of the engine. The one-shot form (`waxseal spf tree example.com`) and the batch form
 * (`{"cmd":"spf.tree","args":{"domain":"example.com"}}`) run it with the same arguments and the same result.
 */
export interface Command {
  /** The batch name. Its parts between the dots are the words of the one-shot form. */
  name: string
  /** The one-shot form that the help shows, where it has words of its own. */
  oneShotName?: string
  /** One line for `--help`. */
  summary: string
  args: Readonly<Record<string, ArgSpec>>
  /** Rejects with a `CommandError` when there is no result; any other error is a bug. */
  run: (input: Readonly<Record<string, unknown>>, context: CommandContext) => Promise<Outcome>
}

/** The result of a command: for programs, as text for people, and the exit code of the one-shot form. */
export interface Outcome {
  result: object
  text: (paint: Paint) => string
  /** 1: the result says that there was no answer. 3: below `--fail-under`. */
  exitCode: 0 | 1 | 3
}

/** The environment of a command. */
export interface CommandContext {
  signal: AbortSignal
  now: () => Date
  /** Provides DNS with these settings. Requests share sockets, never answers. */
  withDns: <T>(settings: DnsSettings, work: (dns: OpenedDns) => Promise<T>) => Promise<T>
  /** Writes one line for people on standard error, such as an error that the result names only by its reason. */
  complain: (line: string) => void
  /** Progress for people, on a terminal only. */
  onProgress?: (line: string) => void
}

export interface DnsSettings {
  resolver: string | undefined
  direct: boolean | undefined
  dnsTimeoutMs: number | undefined
}

/** DNS arguments that every request accepts. */
export const dnsArgs = {
  resolver: {
    kind: 'text',
    value: 'HOST:PORT',
    about: 'Send all DNS queries to this server only. Separate several servers with commas.',
  },
  direct: {
    kind: 'flag',
    about: "With --resolver: also query the zone's own name servers where a result is uncertain.",
  },
  dnsTimeoutMs: {
    kind: 'integer',
    value: 'MS',
    min: 1,
    max: 60_000,
    about: 'Limit each DNS query to this many milliseconds.',
  },
} as const satisfies Record<string, ArgSpec>

/** A row of the command table. Its arguments are validated before `run` gets them. */
export function command<const S extends Readonly<Record<string, ArgSpec>>>(definition: {
  name: string
  oneShotName?: string
  summary: string
  args: S
  run: (values: Values<S & typeof dnsArgs>, context: CommandContext) => Promise<Outcome>
}): Command {
  const { run, ...rest } = definition
  const args = { ...definition.args, ...dnsArgs }
  return { ...rest, args, run: async (input, context) => run(checkArgs(args, input), context) }
}
